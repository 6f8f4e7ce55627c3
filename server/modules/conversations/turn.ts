import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewTurn, Turn } from '#contract/conversations/conversations.ts'
import type { Answered, ChatRequest, Help, SecondJudgement } from '#server/adapters/chat/chat.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { WithTransaction } from '#server/kit/handlers.ts'
import { Problem } from '#server/kit/problem.ts'
import { listFacts, saveFacts } from './facts.ts'
import { openIncident } from './incident.ts'
import { extractFacts, type Fact, recallFact } from './memory/memory.ts'
import { insertMessage, listMessages, type MessageRow, newMessage, toMessage } from './messages.ts'
import {
  type AccessibleSession,
  alertOfTurn,
  countTurn,
  findSession,
  getDialogue,
  lockSession,
  saveDialogue,
} from './queries.ts'
import { type Assessment, assess, graver } from './safety-watch/assess.ts'
import { thresholdsOf } from './safety-watch/thresholds.ts'
import { queueReview } from './turn-reviews/queries.ts'
import { uncertaintyOf } from './turn-reviews/uncertainty.ts'

/** Latest messages sent to the model. */
const contextMessages = 40

/** A stored turn with the input of its answer. */
export interface ReceivedTurn {
  session: AccessibleSession
  message: MessageRow
  /** The existing answer if the turn was resent. */
  reply: MessageRow | null
  request: Omit<ChatRequest, 'signal'>
  transcriptionMs: number | null
  safetyMs: number
  began: number
}

function requireActive({ status }: AccessibleSession): void {
  if (status === 'paused')
    throw new Problem(409, 'This conversation is paused. Resume it to continue.', {
      kind: 'conversation-paused',
    })
  if (status === 'ended')
    throw new Problem(409, 'This conversation has ended.', { kind: 'conversation-ended' })
}

const auditMessage = ({ audit }: AuthenticatedCall, session: AccessibleSession, { id, type }: MessageRow) =>
  audit({
    action: 'create',
    resourceType: 'messages',
    resourceId: id,
    organizationId: session.organization_id,
    details: { conversation_id: session.id, type },
  })

/** The safety assessment of a turn and the facts shared in it. */
interface TurnAnalysis {
  assessment: Assessment
  /** Risk by the chat model; null where none judged the turn. */
  second: number | null
  facts: Fact[]
  thresholds: Awaited<ReturnType<typeof thresholdsOf>>
}

/** Stores a new turn with its incident and facts, and updates the conversation's totals. */
async function saveTurn(
  call: AuthenticatedCall,
  session: AccessibleSession,
  turn: Pick<MessageRow, 'id' | 'content' | 'voice_input'>,
  { assessment, second, facts, thresholds }: TurnAnalysis,
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
  const reason = uncertaintyOf({ said: message.content, language, assessment, second, thresholds })
  if (reason) {
    const about = { organization_id, person_id, conversation_id: id, message_id: message.id }
    const error = await queueReview(call.db, { ...about, reason, category: context, risk_score: risk })
    if (error) call.services.log.error({ err: error }, 'turn not queued for review')
  }
  const of = { person_id, organization_id, language, conversation_id: id, said_at: message.ts }
  await saveFacts(call.db, facts, of)
  await countTurn(call.db, id, { sentiment, risk, topics })
  auditMessage(call, session, message)
  return message
}

/** The safety note in the reply to a flagged turn; it mentions a notified carer only if an alert was raised. */
async function helpFor(
  { db }: AuthenticatedCall,
  message: MessageRow,
  { risk, context }: Assessment,
  { incident_threshold }: TurnAnalysis['thresholds'],
): Promise<Help | null> {
  if (risk < incident_threshold || !context) return null
  const { isAlerted, ...home } = await alertOfTurn(db, message.id)
  return { context, isAlerted, home }
}

/** What a configured chat model makes of a turn, asked before the conversation is locked; null where none is. */
async function secondJudgement(
  call: AuthenticatedCall & { params: { id: string } },
  content: string,
): Promise<SecondJudgement | null> {
  const { chat } = call.services
  if (!chat.judge) return null
  const { chat_model: model } = await findSession(call, call.params.id)
  return chat.judge({ content, model })
}

/**
 * Stores a turn, its safety assessment, its incident and its facts in one transaction.
 */
export async function receiveTurn(
  call: AuthenticatedCall & { body: z.output<typeof NewTurn>; params: { id: string } },
  withTransaction: WithTransaction,
): Promise<ReceivedTurn> {
  const began = performance.now()
  const { message: text, voice_input, turn_id, transcription_ms } = call.body
  const second = await secondJudgement(call, text)
  return withTransaction(async db => {
    const scopedCall = { ...call, db }
    const session = await lockSession(scopedCall, call.params.id)
    requireActive(session)
    const { language, task, chat_model: model, id, person_id } = session
    const before = await listMessages(db, [id])
    const repeated = before.find(row => row.id === turn_id && row.type === 'user')
    const thresholds = await thresholdsOf(db)

    const assessing = performance.now()
    const content = repeated?.content ?? text
    const assessment = graver(assess(content, language), second)
    const safetyMs = performance.now() - assessing

    const known = await listFacts(db, person_id, language)
    const facts = extractFacts(content, language)
    const turn = { id: turn_id ?? uuid(), content: text, voice_input }
    const message =
      repeated ??
      (await saveTurn(scopedCall, session, turn, {
        assessment,
        second: second?.risk ?? null,
        facts,
        thresholds,
      }))
    const at = before.findIndex(row => row.id === message.id)
    const storedReply = at < 0 ? undefined : before.slice(at).find(row => row.type === 'assistant')
    const asked = recallFact(content, language, known)
    return {
      session,
      message,
      reply: storedReply ?? null,
      transcriptionMs: transcription_ms ?? null,
      safetyMs,
      began,
      request: {
        task,
        language,
        model,
        turns: [...before.filter(row => row !== repeated), message].slice(-contextMessages),
        emotion: assessment.emotion,
        help: await helpFor(scopedCall, message, assessment, thresholds),
        stated: facts.map(({ statement }) => statement),
        asked: asked === null ? null : asked?.statement,
        known: known.filter(fact => fact.conversation_id !== id).map(({ statement }) => statement),
        dialogue: await getDialogue(db, id),
      },
    }
  })
}

/** An answer that ended or was aborted. */
export interface ReplyProgress {
  text: string
  firstWordsAt: number | null
  beganAt: number
  answered: Answered | null
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Stores a complete or partial answer. */
export async function saveReply(
  call: AuthenticatedCall,
  withTransaction: WithTransaction,
  { session, request, transcriptionMs, safetyMs, began }: ReceivedTurn,
  { text, firstWordsAt, beganAt, answered }: ReplyProgress,
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
    if (answered) await saveDialogue(db, session.id, answered.dialogue)
    auditMessage(call, session, reply)
    return reply
  })
}

/** A turn and its answer as visible to the caller. */
export async function toTurn(
  call: AuthenticatedCall,
  { session, message }: ReceivedTurn,
  reply: MessageRow,
): Promise<z.infer<typeof Turn>> {
  const { person_id: _, text_visible, ...head } = await findSession(call, session.id)
  return {
    session: head,
    message: toMessage(message, session.chat_model, text_visible),
    reply: toMessage(reply, session.chat_model, text_visible),
  }
}
