import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewTurn, SessionHead, Turn } from '#contract/conversations.ts'
import { riskLevelOf } from '#contract/safety.ts'
import type { Answered, ChatRequest, Dialogue } from '#server/adapters/chat/chat.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Change } from '#server/kit/serve.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { type Assessment, assess, thresholdsOf } from '#server/modules/safety-watch/index.ts'
import { factsOf, keepFacts } from './facts.ts'
import { askedFor, factsIn } from './memory/memory.ts'
import { type MessageRow, messagesOf, shownMessage } from './messages.ts'
import { findSession } from './queries.ts'

type Session = Awaited<ReturnType<typeof findSession>>
type Head = z.infer<typeof SessionHead>

/** What a model is given of a long conversation: its last messages. */
const remembered = 40

/** A turn that is stored, and what its answer needs. */
export interface Heard {
  session: Session
  message: MessageRow
  /** The answer, where the turn was sent before and was answered. */
  reply: MessageRow | null
  request: Omit<ChatRequest, 'signal'>
  transcriptionMs: number | null
  safetyMs: number
  began: number
}

function mustBeActive({ status }: Head): void {
  if (status === 'paused')
    throw new Problem(409, 'This conversation is paused. Resume it to go on.', {
      kind: 'conversation-paused',
    })
  if (status === 'ended')
    throw new Problem(409, 'This conversation has ended.', { kind: 'conversation-ended' })
}

/** Opens an incident for a flagged turn and, from the second threshold on, alerts the operators. */
async function openIncident(
  call: KnownCall,
  { organization_id, person_id, id }: Session,
  { message, assessment, escalates }: { message: MessageRow; assessment: Assessment; escalates: boolean },
): Promise<string> {
  const incidentId = uuid()
  const context = assessment.context ?? 'distress'
  const alert = escalates
    ? await raiseAlert(call, {
        organization_id,
        person_id,
        type: context,
        source: 'conversation',
        severity: riskLevelOf(assessment.risk) === 'critical' ? 'critical' : 'high',
        event_key: message.id,
        conversation_id: id,
        message_id: message.id,
      })
    : null
  await call.db
    .insertInto('safety_incidents')
    .values({
      id: incidentId,
      organization_id,
      person_id,
      conversation_id: id,
      message_id: message.id,
      alert_id: alert?.id ?? null,
      risk_score: assessment.risk,
      context,
      emotion: assessment.emotion,
      escalation_needed: escalates,
      ts: message.ts,
    })
    .execute()
  return incidentId
}

/** Stores a message; what is about both sides of a conversation is taken from it. */
const insertMessage = (
  { db }: Pick<KnownCall, 'db'>,
  { organization_id, person_id, id }: Session,
  { evidence, latency, tokens, incident_id: _, ...row }: MessageRow,
) =>
  db
    .insertInto('messages')
    .values({
      ...row,
      organization_id,
      person_id,
      conversation_id: id,
      evidence: evidence && JSON.stringify(evidence),
      latency: latency && JSON.stringify(latency),
      tokens: tokens && JSON.stringify(tokens),
    } as never)
    .execute()

const recordMessage = ({ record }: KnownCall, session: Session, { id, type }: MessageRow) =>
  record({
    action: 'create',
    resourceType: 'messages',
    resourceId: id,
    organizationId: session.organization_id,
    details: { conversation_id: session.id, type },
  })

/**
 * Stores a turn with what the safety watch finds in it, opens the incident that it calls for, and keeps what the person
 * told of themself: all or nothing.
 */
export async function hear(
  call: KnownCall & { body: z.output<typeof NewTurn>; params: { id: string } },
  change: Change,
): Promise<Heard> {
  const began = performance.now()
  const { message: text, voice_input, turn_id, transcription_ms } = call.body
  return change(async db => {
    const within = { ...call, db }
    if (isUuid(call.params.id))
      await sql`select from conversations where id = ${call.params.id} for update`.execute(db)
    const session = await findSession(within, call.params.id)
    mustBeActive(session)
    const { language, task, chat_model: model, id, organization_id, person_id } = session
    const before = await messagesOf(db, [id])
    const repeated = before.find(row => row.id === turn_id && row.type === 'user')
    const thresholds = await thresholdsOf(db)

    const assessing = performance.now()
    const said = repeated?.content ?? text
    const assessment = assess(said, language)
    const safetyMs = performance.now() - assessing

    const known = await factsOf(db, person_id, language)
    const told = factsIn(said, language)
    const flagged = assessment.risk >= thresholds.incident_threshold
    const message: MessageRow = repeated ?? {
      id: turn_id ?? uuid(),
      conversation_id: id,
      type: 'user',
      content: text,
      voice_input,
      safety_flagged: flagged,
      sentiment: assessment.sentiment,
      emotion: assessment.emotion,
      risk_score: assessment.risk,
      context: assessment.context,
      evidence: assessment.evidence,
      latency: null,
      tokens: null,
      model: null,
      stopped: false,
      ts: new Date().toISOString(),
      incident_id: null,
    }
    if (!repeated) {
      await insertMessage(within, session, message)
      if (flagged) {
        const escalates = assessment.risk >= thresholds.escalation_threshold
        message.incident_id = await openIncident(within, session, { message, assessment, escalates })
      }
      await keepFacts(db, told, {
        person_id,
        organization_id,
        language,
        conversation_id: id,
        said_at: message.ts,
      })
      await sql`update conversations set turns = turns + 1,
        average_sentiment = (coalesce(average_sentiment, 0) * turns + ${assessment.sentiment}::real) / (turns + 1),
        highest_risk = greatest(highest_risk, ${assessment.risk}::real),
        topics = (select coalesce(array_agg(distinct topic), '{}') from unnest(topics || ${assessment.topics}::text[]) as topic)
        where id = ${id}`.execute(db)
      recordMessage(call, session, message)
    }
    const at = before.findIndex(row => row.id === message.id)
    const answer = at < 0 ? undefined : before.slice(at).find(row => row.type === 'assistant')
    const { dialogue } = await db
      .selectFrom('conversations')
      .select('dialogue')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
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
        help: flagged ? assessment.context : null,
        told: told.map(({ statement }) => statement),
        asked: asked === null ? null : asked?.statement,
        known: known.filter(fact => fact.conversation_id !== id).map(({ statement }) => statement),
        dialogue: dialogue as Dialogue,
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
  call: KnownCall,
  change: Change,
  { session, request, transcriptionMs, safetyMs, began }: Heard,
  { text, firstWordsAt, beganAt, answered }: Spoken,
): Promise<MessageRow> {
  const now = performance.now()
  const reply: MessageRow = {
    id: uuid(),
    conversation_id: session.id,
    type: 'assistant',
    content: text.trim(),
    voice_input: false,
    safety_flagged: false,
    sentiment: null,
    emotion: null,
    risk_score: null,
    context: null,
    evidence: null,
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
    ts: new Date().toISOString(),
    incident_id: null,
  }
  return change(async db => {
    await insertMessage({ db }, session, reply)
    if (answered)
      await db
        .updateTable('conversations')
        .set({ dialogue: JSON.stringify(answered.dialogue) })
        .where('id', '=', session.id)
        .execute()
    recordMessage(call, session, reply)
    return reply
  })
}

/** A turn and its answer as the caller sees them. */
export async function shownTurn(
  call: KnownCall,
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
