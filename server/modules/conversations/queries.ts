import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import {
  conversations,
  type Session,
  SessionHead,
  type SessionStatus,
  type TranscriptHit,
} from '#contract/conversations/conversations.ts'
import { staffRoles } from '#contract/kit/permissions.ts'
import type { Dialogue } from '#server/adapters/chat/chat.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'
import { listAnnotations, listMessages, toMessage } from './messages.ts'
import type { Assessment } from './safety-watch/assess.ts'

/**
 * Whether the caller may read a person's transcripts. Staff may unless their role hides text; carers need the consent of
 * their assignment; a customer's admin needs the person's consent in their preferences.
 * @param person the column with the person's id
 */
export function canReadTranscript(
  { grant, actor }: Pick<AuthenticatedCall, 'grant' | 'actor'>,
  person: string,
): RawBuilder<boolean> {
  if (!grant.text) return sql`false`
  switch (grant.reach) {
    case 'all':
    case 'self':
      return sql`true`
    case 'organization':
      return sql`exists (select from profiles where profiles.person_id = ${sql.ref(person)}
        and profiles.preferences #>> '{consent,transcripts}' = 'true')`
    case 'assigned':
      return sql`exists (select from assignments where elderly_id = ${sql.ref(person)}
        and caregiver_id = ${actor.id} and ended_at is null and consent ->> 'transcripts' = 'true')`
  }
}

type SessionRow = z.infer<typeof SessionHead>

const owner = { organization: 'organization_id', person: 'person_id' }

/** Lists conversations; {@link withMessages} adds the messages. */
export const sessionTable = table({
  table: 'conversations',
  view: 'conversation_sessions',
  resource: 'conversations',
  isUnsearchable: true,
  schema: SessionHead,
  list: conversations.list,
  owner,
})

export type AccessibleSession = SessionRow & { person_id: string; text_visible: boolean }

/** A conversation in the caller's scope, and whether they may read the transcript. @throws Problem 404 */
export async function findSession(call: AuthenticatedCall, id: string): Promise<AccessibleSession> {
  if (!isUuid(id)) throw notFound('This conversation')
  const result = await sql<AccessibleSession>`
    select *, ${canReadTranscript(call, 'person_id')} as text_visible from conversation_sessions
    where id = ${id} and ${rowScope(call, owner)}`.execute(call.db)
  const [row] = result.rows
  if (!row) throw notFound('This conversation')
  return row
}

/** {@link findSession} with a row lock, which serializes the turns of a conversation. */
export async function lockSession(call: AuthenticatedCall, id: string): Promise<AccessibleSession> {
  if (isUuid(id)) await sql`select from conversations where id = ${id} for update`.execute(call.db)
  return findSession(call, id)
}

/** Whether an alert was raised for a turn, and where its speaker lives. */
export async function alertOfTurn(
  db: Db,
  messageId: string,
): Promise<{ isAlerted: boolean; zone: string; locale: string }> {
  const result = await sql<{ isAlerted: boolean; zone: string; locale: string }>`
    select p.time_zone as zone, p.locale, exists (
      select from safety_incidents i where i.message_id = m.id and i.alert_id is not null) as "isAlerted"
    from messages m join people p on p.id = m.person_id where m.id = ${messageId}`.execute(db)
  return result.rows[0] ?? { isAlerted: false, zone: '', locale: '' }
}

/** Updates a conversation's totals with a turn. */
export async function countTurn(
  db: Db,
  id: string,
  { sentiment, risk, topics }: Pick<Assessment, 'sentiment' | 'risk' | 'topics'>,
): Promise<void> {
  await sql`update conversations set turns = turns + 1,
    average_sentiment = (coalesce(average_sentiment, 0) * turns + ${sentiment}::real) / (turns + 1),
    highest_risk = greatest(highest_risk, ${risk}::real),
    topics = (select coalesce(array_agg(distinct topic), '{}') from unnest(topics || ${topics}::text[]) as topic)
    where id = ${id}`.execute(db)
}

/** The embedded companion's state in a conversation. */
export async function getDialogue(db: Db, id: string): Promise<Dialogue> {
  const { dialogue } = await db
    .selectFrom('conversations')
    .select('dialogue')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return dialogue as Dialogue
}

export async function saveDialogue(db: Db, id: string, dialogue: Dialogue): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ dialogue: JSON.stringify(dialogue) })
    .where('id', '=', id)
    .execute()
}

/** Adds messages to conversations, with text only where the caller may read it. */
export async function withMessages(
  call: AuthenticatedCall,
  heads: readonly SessionRow[],
): Promise<Session[]> {
  const ids = heads.map(({ id }) => id)
  const isReviewer = staffRoles.some(role => role === call.actor.role)
  const [messages, annotations, open] = await Promise.all([
    listMessages(call.db, ids),
    isReviewer && call.grant.text ? listAnnotations(call.db, ids) : [],
    sql<{ id: string }>`select id from conversation_sessions
      where id = any(${ids}) and ${canReadTranscript(call, 'person_id')}`.execute(call.db),
  ])
  const visible = new Set(open.rows.map(({ id }) => id))
  return heads.map(head => ({
    ...head,
    text_visible: visible.has(head.id),
    messages: messages
      .filter(({ conversation_id }) => conversation_id === head.id)
      .map(row =>
        toMessage(
          row,
          head.chat_model,
          visible.has(head.id),
          annotations.filter(({ message_id }) => message_id === row.id),
        ),
      ),
  }))
}

export async function getSession(call: AuthenticatedCall, id: string): Promise<{ session: Session }> {
  const [session] = await withMessages(call, [await findSession(call, id)])
  if (!session) throw notFound('This conversation')
  return { session }
}

const transitions: Record<SessionStatus, readonly SessionStatus[]> = {
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
}

/** Pauses, resumes or ends a conversation; idempotent. @throws Problem 409 if the conversation has ended */
export async function setStatus(call: AuthenticatedCall, id: string, status: SessionStatus) {
  const session = await lockSession(call, id)
  if (session.status !== status) {
    if (!transitions[session.status].includes(status))
      throw new Problem(409, 'This conversation has ended.', { kind: 'conversation-ended' })
    await call.db
      .updateTable('conversations')
      .set({ status, ended_at: status === 'ended' ? new Date().toISOString() : null })
      .where('id', '=', id)
      .execute()
  }
  call.audit({
    action: 'update',
    resourceType: 'conversations',
    resourceId: id,
    organizationId: session.organization_id,
    details: { before: { status: session.status }, after: { status } },
  })
  return getSession(call, id)
}

/** Characters shown before and after a match. */
const excerptChars = 60

/** Messages containing a text, in conversations that the caller may read, newest first. */
export async function searchTranscripts(
  call: AuthenticatedCall,
  text: string,
  limit: number,
): Promise<z.infer<typeof TranscriptHit>[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const result = await sql<
    Pick<SessionRow, 'session_id' | 'user_id' | 'user_name'> & {
      message_id: string
      type: 'user' | 'assistant'
      content: string
      timestamp: string
    }
  >`
    select m.conversation_id as session_id, m.id as message_id, p.user_id, p.name as user_name, m.type, m.content,
      m.ts as "timestamp"
    from messages m join people p on p.id = m.person_id
    where m.content ilike ${pattern}
      and ${rowScope(call, { organization: 'm.organization_id', person: 'm.person_id' })}
      and ${canReadTranscript(call, 'm.person_id')}
    order by m.ts desc, m.id desc limit ${limit}`.execute(call.db)
  return result.rows.map(({ content, ...hit }) => {
    const at = Math.max(0, content.toLowerCase().indexOf(text.toLowerCase()))
    return {
      ...hit,
      before: content.slice(Math.max(0, at - excerptChars), at),
      found: content.slice(at, at + text.length),
      after: content.slice(at + text.length, at + text.length + excerptChars),
    }
  })
}

/**
 * Records the speech latency of an answer in milliseconds. Only the first time counts, because replays come from a cache.
 * @throws Problem 404 if the conversation is outside the caller's scope
 */
export async function recordSpeechLatency(
  call: AuthenticatedCall,
  { session_id, message_id }: { session_id: string; message_id: string },
  took: number,
): Promise<void> {
  const { organization_id } = await findSession(call, session_id)
  const { rows } = await sql`
    update messages set latency = latency || jsonb_build_object('speech_ms', ${took}::numeric,
      'total_ms', (latency ->> 'total_ms')::numeric + ${took}::numeric)
    where conversation_id = ${session_id} and id = ${message_id} and type = 'assistant'
      and latency ->> 'total_ms' is not null and latency ->> 'speech_ms' is null
    returning id`.execute(call.db)
  if (rows.length === 0) return
  call.audit({
    action: 'update',
    resourceType: 'messages',
    resourceId: message_id,
    organizationId: organization_id,
    details: { conversation_id: session_id, after: { speech_ms: took } },
  })
}

export const findPersonName = (db: Db, id: string) =>
  db.selectFrom('people').select(['id', 'user_id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
