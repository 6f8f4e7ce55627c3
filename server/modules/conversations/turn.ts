import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewTurn, Turn } from '#contract/conversations/conversations.ts'
import type { Answered, ChatRequest } from '#server/adapters/chat/chat.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { WithTransaction } from '#server/kit/handlers.ts'
import { Problem } from '#server/kit/problem.ts'
import { factsOf, keepFacts } from './facts.ts'
import { openIncident } from './incident.ts'
import { askedFor, type Fact, factsIn } from './memory/memory.ts'
import { insertMessage, type MessageRow, messagesOf, newMessage, shownMessage } from './messages.ts'
import {
  countTurn,
  dialogueOf,
  type FoundSession,
  findSession,
  keepDialogue,
  lockSession,
} from './queries.ts'
import { type Assessment, assess } from './safety-watch/assess.ts'
import { thresholdsOf } from './safety-watch/thresholds.ts'

/** What a model is given of a long conversation: its last messages. */
const remembered = 40

/** A turn that is stored, and what its answer needs. */
export interface Heard {
  session: FoundSession
  message: MessageRow
  /** The answer, where the turn was sent before and was answered. */
  reply: MessageRow | null
  request: Omit<ChatRequest, 'signal'>
  transcriptionMs: number | null
  safetyMs: number
  began: number
}

function mustBeActive({ status }: FoundSession): void {
  if (status === 'paused')
    throw new Problem(409, 'This conversation is paused. Resume it to go on.', {
      kind: 'conversation-paused',
    })
  if (status === 'ended')
    throw new Problem(409, 'This conversation has ended.', { kind: 'conversation-ended' })
}

const recordMessage = ({ audit }: AuthenticatedCall, session: FoundSession, { id, type }: MessageRow) =>
  audit({
    action: 'create',
    resourceType: 'messages',
    resourceId: id,
    organizationId: session.organization_id,
    details: { conversation_id: session.id, type },
  })

/** What a turn comes to for the safety watch, and what the person told of themself in it. */
interface Found {
  assessment: Assessment
  told: Fact[]
  thresholds: Awaited<ReturnType<typeof thresholdsOf>>
}

/** Stores a new turn, opens the incident that it calls for, keeps what was told, and counts it in its conversation. */
async function keepTurn(
  call: AuthenticatedCall,
  session: FoundSession,
  turn: Pick<MessageRow, 'id' | 'content' | 'voice_input'>,
  { assessment, told, thresholds }: Found,
): Promise<MessageRow> {
  const { id, organization_id, person_id, language } = session
  const { risk, sentiment, emotion, context, evidence, topics } = assessment
  const message = newMessage({
    ...turn,
    conversation_id: id,
    type: 'user',
    safety_flagged: risk >= thresholds.incident_threshold,
    sentiment,
    emotion,
    risk_score: risk,
    context,
    evidence,
  })
  await insertMessage(call.db, session, message)
  if (message.safety_flagged) {
    const escalates = risk >= thresholds.escalation_threshold
    message.incident_id = await openIncident(call, { conversation: session, message, assessment, escalates })
  }
  const of = { person_id, organization_id, language, conversation_id: id, said_at: message.ts }
  await keepFacts(call.db, told, of)
  await countTurn(call.db, id, { sentiment, risk, topics })
  recordMessage(call, session, message)
  return message
}

/**
 * Stores a turn with what the safety watch finds in it, opens the incident that it calls for, and keeps what the person
 * told of themself: all or nothing.
 */
export async function hear(
  call: AuthenticatedCall & { body: z.output<typeof NewTurn>; params: { id: string } },
  withTransaction: WithTransaction,
): Promise<Heard> {
  const began = performance.now()
  const { message: text, voice_input, turn_id, transcription_ms } = call.body
  return withTransaction(async db => {
    const within = { ...call, db }
    const session = await lockSession(within, call.params.id)
    mustBeActive(session)
    const { language, task, chat_model: model, id, person_id } = session
    const before = await messagesOf(db, [id])
    const repeated = before.find(row => row.id === turn_id && row.type === 'user')
    const thresholds = await thresholdsOf(db)

    const assessing = performance.now()
    const said = repeated?.content ?? text
    const assessment = assess(said, language)
    const safetyMs = performance.now() - assessing

    const known = await factsOf(db, person_id, language)
    const told = factsIn(said, language)
    const turn = { id: turn_id ?? uuid(), content: text, voice_input }
    const message = repeated ?? (await keepTurn(within, session, turn, { assessment, told, thresholds }))
    const at = before.findIndex(row => row.id === message.id)
    const answer = at < 0 ? undefined : before.slice(at).find(row => row.type === 'assistant')
    const asked = askedFor(said, language, known)
    return {
      session,
      message,
      reply: answer ?? null,
      transcriptionMs: transcription_ms ?? null,
      safetyMs,
      began,
      request: {
        task,
        language,
        model,
        turns: [...before.filter(row => row !== repeated), message].slice(-remembered),
        emotion: assessment.emotion,
        help: assessment.risk >= thresholds.incident_threshold ? assessment.context : null,
        told: told.map(({ statement }) => statement),
        asked: asked === null ? null : asked?.statement,
        known: known.filter(fact => fact.conversation_id !== id).map(({ statement }) => statement),
        dialogue: await dialogueOf(db, id),
      },
    }
  })
}

/** What is known of an answer once it has ended or was stopped. */
export interface Spoken {
  text: string
  firstWordsAt: number | null
  beganAt: number
  answered: Answered | null
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Stores an answer, whole or as far as it came. */
export async function keepReply(
  call: AuthenticatedCall,
  withTransaction: WithTransaction,
  { session, request, transcriptionMs, safetyMs, began }: Heard,
  { text, firstWordsAt, beganAt, answered }: Spoken,
): Promise<MessageRow> {
  const now = performance.now()
  const reply = newMessage({
    id: uuid(),
    conversation_id: session.id,
    type: 'assistant',
    content: text.trim(),
    latency: {
      transcription_ms: transcriptionMs,
      safety_ms: rounded(safetyMs),
      first_words_ms: firstWordsAt === null ? null : rounded(firstWordsAt - beganAt),
      model_ms: rounded(now - beganAt),
      total_ms: rounded((transcriptionMs ?? 0) + now - began),
    },
    tokens: answered?.tokens ?? null,
    model: answered?.model ?? request.model,
    stopped: answered === null,
  })
  return withTransaction(async db => {
    await insertMessage(db, session, reply)
    if (answered) await keepDialogue(db, session.id, answered.dialogue)
    recordMessage(call, session, reply)
    return reply
  })
}

/** A turn and its answer as the caller sees them. */
export async function shownTurn(
  call: AuthenticatedCall,
  { session, message }: Heard,
  reply: MessageRow,
): Promise<z.infer<typeof Turn>> {
  const { person_id: _, text_visible, ...head } = await findSession(call, session.id)
  return {
    session: head,
    message: shownMessage(message, session.chat_model, text_visible),
    reply: shownMessage(reply, session.chat_model, text_visible),
  }
}
