import { sql } from 'kysely'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { WithTransaction } from '#server/kit/handlers.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { streamReply, toChatProblem } from './reply.ts'
import { startSession } from './start.ts'
import { type ReceivedTurn, receiveTurn, saveReply } from './turn.ts'

/** Minutes during which voice turns continue the same conversation. */
const continuationMinutes = 30

async function findOrStartVoiceSession(
  call: AuthenticatedCall,
  person: AccessiblePerson,
  language: ConversationLanguage,
) {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where person_id = ${person.id} and language = ${language} and status = 'active'
      and voice_input and task = 'small_talk' and started_at > now() - make_interval(mins => ${continuationMinutes})
    order by started_at desc limit 1`.execute(call.db)
  const settings = {
    task: 'small_talk',
    language,
    chat_model: 'gpt-4o-mini',
    voice_input: true,
    voice_output: true,
  } as const
  return rows[0]?.id ?? startSession(call, person, settings)
}

/** Stores a spoken turn: assessed and remembered like any other turn. */
export async function receiveVoiceTurn(
  call: AuthenticatedCall,
  withTransaction: WithTransaction,
  person: AccessiblePerson,
  { text, language }: { text: string; language: ConversationLanguage },
): Promise<ReceivedTurn> {
  const id = await withTransaction(db => findOrStartVoiceSession({ ...call, db }, person, language))
  return receiveTurn({ ...call, params: { id }, body: { message: text, voice_input: true } }, withTransaction)
}

/**
 * Answers a spoken turn with the given words, or with the companion if there are none. A turn at risk is always answered
 * by the companion.
 * @returns the stored answer
 */
export async function replyToVoiceTurn(
  call: AuthenticatedCall,
  withTransaction: WithTransaction,
  heard: ReceivedTurn,
  words: string | null,
): Promise<string> {
  const beganAt = performance.now()
  if (words !== null && !heard.request.help) {
    const answered = { model: 'voice command', tokens: null, dialogue: heard.request.dialogue }
    return (
      await saveReply(call, withTransaction, heard, { text: words, firstWordsAt: beganAt, beganAt, answered })
    ).content
  }
  const spoken = streamReply(call.services.chat, heard, AbortSignal.timeout(30_000))
  try {
    for (;;) {
      const next = await spoken.next()
      if (next.done) return (await saveReply(call, withTransaction, heard, next.value)).content
    }
  } catch (error) {
    throw toChatProblem(error)
  }
}
