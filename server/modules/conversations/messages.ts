import { sql } from 'kysely'
import type { z } from 'zod'
import type { Annotation, Latency, Message } from '#contract/conversations/conversations.ts'
import type { Emotion } from '#contract/conversations/judgement.ts'
import { riskLevelOf } from '#contract/conversations/judgement.ts'
import type { Evidence } from '#contract/conversations/safety.ts'
import { name as embedded } from '#server/adapters/chat/embedded/companion.ts'
import type { Db } from '#server/db/open.ts'
import { computeCost } from './prices.ts'

/** A stored message with the id of the incident it opened. */
export interface MessageRow {
  id: string
  conversation_id: string
  type: 'user' | 'assistant'
  content: string
  voice_input: boolean
  safety_flagged: boolean
  sentiment: number | null
  emotion: Emotion | null
  risk_score: number | null
  context: string | null
  evidence: Evidence[] | null
  latency: Partial<z.infer<typeof Latency>> | null
  tokens: { input: number; output: number } | null
  model: string | null
  stopped: boolean
  ts: string
  incident_id: string | null
}

const noLatency = {
  transcription_ms: null,
  safety_ms: null,
  first_words_ms: null,
  model_ms: null,
  speech_ms: null,
  total_ms: null,
}

/** A message as visible to the caller. @param chatModel the conversation's model, used if the message records none */
export function toMessage(
  { ts, latency, tokens, ...row }: MessageRow,
  chatModel: string,
  isReadable: boolean,
  annotations: z.infer<typeof Annotation>[] = [],
): Message {
  const model = row.type === 'assistant' ? (row.model ?? chatModel) : null
  const priced = model && tokens ? computeCost(model, ts, tokens) : null
  return {
    ...row,
    timestamp: ts,
    content: isReadable ? row.content : null,
    evidence: isReadable ? row.evidence : null,
    risk_level: row.risk_score === null ? null : riskLevelOf(row.risk_score),
    latency: latency && { ...noLatency, ...latency },
    tokens,
    model,
    ...(priced ?? { cost: model === embedded ? 0 : null, price_since: null }),
    annotations,
  }
}

/** A message before assessment and measurement. */
export const newMessage = (
  message: Pick<MessageRow, 'id' | 'conversation_id' | 'type' | 'content'> & Partial<MessageRow>,
): MessageRow => ({
  voice_input: false,
  safety_flagged: false,
  sentiment: null,
  emotion: null,
  risk_score: null,
  context: null,
  evidence: null,
  latency: null,
  tokens: null,
  model: null,
  stopped: false,
  ts: new Date().toISOString(),
  incident_id: null,
  ...message,
})

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export async function insertMessage(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
  { evidence, latency, tokens, incident_id: _, ...row }: MessageRow,
): Promise<void> {
  const measured = { evidence: json(evidence), latency: json(latency), tokens: json(tokens) }
  await db
    .insertInto('messages')
    .values({ ...row, organization_id, person_id, ...measured })
    .execute()
}

/** Messages of conversations, in order. */
export async function listMessages(db: Db, conversations: readonly string[]): Promise<MessageRow[]> {
  if (conversations.length === 0) return []
  const result = await sql<MessageRow>`
    select m.id, m.conversation_id, m.type, m.content, m.voice_input, m.safety_flagged, m.sentiment, m.emotion,
      m.risk_score, m.context, m.evidence, m.latency, m.tokens, m.model, m.stopped, m.ts, i.id as incident_id
    from messages m left join safety_incidents i on i.message_id = m.id
    where m.conversation_id = any(${conversations}) order by m.ts, m.id`.execute(db)
  return result.rows
}

/** Annotations of conversations, in order. */
export async function listAnnotations(
  db: Db,
  conversations: readonly string[],
): Promise<z.infer<typeof Annotation>[]> {
  if (conversations.length === 0) return []
  const result = await sql<z.infer<typeof Annotation>>`
    select a.id, a.message_id, a.verdict, a.note, a.created_at, p.name as author_name
    from message_annotations a join people p on p.id = a.author_id
    where a.conversation_id = any(${conversations}) order by a.created_at, a.id`.execute(db)
  return result.rows
}
