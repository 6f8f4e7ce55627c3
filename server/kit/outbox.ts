import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { fieldKind } from '#contract/kit/fields.ts'
import { type EventSubject, eventValues } from '#contract/platform/webhook-events.ts'
import type { WebhookEventType } from '#contract/platform/webhooks.ts'
import type { Db } from '../db/open.ts'
import type { AuditEntry, AuditLogRow } from './audit.ts'

/** The table or view that an event's values are read from. */
const sources: Record<EventSubject, string> = {
  alert: 'alerts',
  device: 'devices',
  person: 'people',
  subscription: 'subscription_rows',
  incident: 'safety_incidents',
}

/** Resource types of the activity log whose changes are events. */
const subjects: Readonly<Record<string, EventSubject>> = {
  alerts: 'alert',
  devices: 'device',
  admins: 'person',
  elderly: 'person',
  caregivers: 'person',
  family: 'person',
  people: 'person',
  subscriptions: 'subscription',
  safety_incidents: 'incident',
}

type Fields = Readonly<Record<string, unknown>>

const verbs: Readonly<Record<string, string>> = { create: 'created', delete: 'deleted', erase: 'erased' }
/** Actions that change nothing about the record. */
const silent = new Set(['list', 'show', 'view', 'export'])
/** Actions on the caller's own account that change the person. */
const accountVerbs: Readonly<Record<string, string>> = { register: 'created', update: 'updated' }

function verbOf({ action, details = {} }: AuditEntry): string | undefined {
  if (silent.has(action)) return undefined
  // An update to an earlier version is a restore as well; it has the values before.
  if (action === 'restore') return details.before ? 'updated' : 'restored'
  return verbs[action] ?? 'updated'
}

interface OutboxEvent {
  id: string
  subject: EventSubject
  type: WebhookEventType
  organization_id: string
  record_id: string
  action: string
  changed: string[]
}

/** The event of an activity log entry, if its record is one that webhooks are about. */
function eventOf(entry: AuditEntry, { organization_id }: AuditLogRow): OutboxEvent[] {
  const { action, resourceType, resourceId, details = {} } = entry
  const isAcceptance = resourceType === 'invites' && action === 'accept'
  const isAccount = resourceType === 'account'
  const subject = isAcceptance || isAccount ? 'person' : subjects[resourceType]
  const record_id = isAcceptance ? details.person_id : resourceId
  const verb = isAcceptance ? 'created' : isAccount ? accountVerbs[action] : verbOf(entry)
  if (!subject || !verb || !isUuid(record_id)) return []
  const { before = {}, after = {} } = details as { before?: Fields | null; after?: Fields | null }
  const changed = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const type = `${subject}.${verb}` as WebhookEventType
  return [{ id: uuid(), subject, type, organization_id, record_id: record_id as string, action, changed }]
}

const instantText = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A record's values as JSON, from the columns that the event's schema names. */
function valuesOf(subject: EventSubject): RawBuilder<unknown> {
  const pairs = Object.entries<z.ZodType>(eventValues[subject].shape).map(([name, schema]) => {
    const column = sql.ref(`r.${name}`)
    return sql`${sql.lit(name)}, ${fieldKind(schema) === 'instant' ? instantText(column) : column}`
  })
  return sql`(select jsonb_build_object(${sql.join(pairs)}) from ${sql.table(sources[subject])} r where r.id = e.record_id)`
}

/** The condition for endpoints `w` that subscribe to an event `e`. An endpoint of the service is for all organizations. */
export const isSubscribed = (serviceOrganization: string) =>
  sql<boolean>`w.status <> 'disabled' and e.type = any(w.event_types)
    and (w.organization_id = e.organization_id or w.organization_id = ${serviceOrganization})`

/** The events of activity log entries, by what they are about. */
export const outboxEvents = (
  entries: readonly AuditEntry[],
  logs: readonly AuditLogRow[],
): ReadonlyMap<EventSubject, readonly OutboxEvent[]> =>
  Map.groupBy(
    entries.flatMap((entry, at) => eventOf(entry, logs[at] as AuditLogRow)),
    event => event.subject,
  )

/**
 * An insert that writes events about a subject to the outbox, in the transaction of their changes. Events that no endpoint
 * subscribes to are not written.
 * @param events as JSON
 */
export const outboxInsert = (subject: EventSubject, events: unknown, serviceOrganization: string) => sql`
  insert into outbox_events (id, type, organization_id, record_id, data)
  select e.id, e.type, e.organization_id, e.record_id,
    jsonb_build_object('id', e.record_id, 'organization_id', e.organization_id, 'action', e.action,
      'changed', e.changed,
      'values', case when e.type !~ '(deleted|erased)$' then ${valuesOf(subject)} end)
  from rows from (jsonb_to_recordset(${events}::jsonb)
    as (id uuid, type text, organization_id uuid, record_id uuid, action text, changed jsonb))
    with ordinality as e (id, type, organization_id, record_id, action, changed, n)
  where exists (select from webhook_endpoints w where ${isSubscribed(serviceOrganization)})
  order by e.n`

/**
 * Writes events to the outbox where alerts change. A failure is undone, because it must not undo an alarm or its
 * deliveries.
 * @returns the error that kept the events from being written, if any
 */
export async function tryOutboxInserts(
  db: Db,
  events: ReadonlyMap<EventSubject, readonly OutboxEvent[]>,
  serviceOrganization: string,
): Promise<unknown> {
  if (events.size === 0) return null
  await sql`savepoint outbox`.execute(db)
  try {
    for (const [subject, ofSubject] of events)
      await outboxInsert(subject, JSON.stringify(ofSubject), serviceOrganization).execute(db)
    await sql`release savepoint outbox`.execute(db)
    return null
  } catch (error) {
    await sql`rollback to savepoint outbox`.execute(db)
    return error
  }
}
