import { sql } from 'kysely'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { WithTransaction } from '#server/kit/handlers.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { answer, refusalOf } from './answer.ts'
import { startSession } from './start.ts'
import { type Heard, hear, keepReply } from './turn.ts'

/** Minutes for which what is said by voice goes on in the same conversation. */
const goesOn = 30

async function sessionFor(call: AuthenticatedCall, person: AccessiblePerson, language: ConversationLanguage) {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where person_id = ${person.id} and language = ${language} and status = 'active'
      and voice_input and task = 'small_talk' and started_at > now() - make_interval(mins => ${goesOn})
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

/** Hears what a person said aloud as a turn of their conversation: judged, remembered and stored as every turn is. */
export async function hearSpoken(
  call: AuthenticatedCall,
  withTransaction: WithTransaction,
  person: AccessiblePerson,
  { text, language }: { text: string; language: ConversationLanguage },
): Promise<Heard> {
  const id = await withTransaction(db => sessionFor({ ...call, db }, person, language))
  return hear({ ...call, params: { id }, body: { message: text, voice_input: true } }, withTransaction)
}

/**
 * Answers what was heard by given words, or by the companion's where there are none; a turn that tells of danger is
 * always answered by the companion. @returns the answer as it is stored
 */
export async function replyTo(
  call: AuthenticatedCall,
  withTransaction: WithTransaction,
  heard: Heard,
  words: string | null,
): Promise<string> {
  const beganAt = performance.now()
  if (words !== null && !heard.request.help) {
    const answered = { model: 'voice command', tokens: null, dialogue: heard.request.dialogue }
    return (
      await keepReply(call, withTransaction, heard, { text: words, firstWordsAt: beganAt, beganAt, answered })
    ).content
  }
  const spoken = answer(call.services.chat, heard, AbortSignal.timeout(30_000))
  try {
    for (;;) {
      const next = await spoken.next()
      if (next.done) return (await keepReply(call, withTransaction, heard, next.value)).content
    }
  } catch (error) {
    throw refusalOf(error)
  }
}
