import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Relationship } from '#contract/alerts/contacts.ts'
import type { Db } from '#server/db/open.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { findAccessiblePersonOrNull } from '#server/kit/person.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { alertTable } from './queries.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './queue.ts'
import {
  type AlertEvent,
  type AlertFields,
  type Command,
  decide,
  evolve,
  isClosed,
  type NewEvent,
  type Refusal,
  statusOf,
} from './state.ts'

/** An alert row locked for update: its derived state and its immutable columns. */
export interface LockedAlert extends AlertFields {
  id: string
  organization_id: string
  person_id: string
  type: string
  test: boolean
  rearm_after_seconds: number
}

/**
 * Locks an alert until the transaction ends, which orders its events.
 * @throws Problem 404 for an unknown alert
 */
export async function lockAlert(db: Db, id: string): Promise<LockedAlert> {
  const row = await db
    .selectFrom('alerts')
    .select([
      'id',
      'organization_id',
      'person_id',
      'type',
      'test',
      'rearm_after_seconds',
      'notified_at',
      'acknowledged_at',
      'acknowledged_by',
      'owner_id',
      'resolved_at',
      'cause',
      'resolution',
      'valid',
      'cancelled_at',
      'cleared_at',
      'cleared_by',
      'round',
      'excluded_ids',
      'excluded_relationships',
    ])
    .$narrowType<{ excluded_relationships: Relationship[] }>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Whether the alert has an event with this idempotency key. */
export async function hasEvent(db: Db, id: string, key: string): Promise<boolean> {
  const event = await db
    .selectFrom('alert_events')
    .select('id')
    .where('alert_id', '=', id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return event !== undefined
}

/**
 * Appends events to a locked alert and updates its row.
 * @param key idempotency key of the first event; the keys of the others are derived from it
 * @param at when they happened, by the database's clock; now by default
 */
export async function appendEvents(
  db: Db,
  alert: LockedAlert,
  newEvents: readonly NewEvent[],
  { key = uuid(), at }: { key?: string; at?: string } = {},
): Promise<LockedAlert> {
  if (newEvents.length === 0) return alert
  const { last, now } = await db
    .selectFrom('alert_events')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.max('position'), lit(0)).as('last'),
      sql<string>`clock_timestamp()`.as('now'),
    ])
    .where('alert_id', '=', alert.id)
    .executeTakeFirstOrThrow()
  const events: AlertEvent[] = newEvents.map(event => ({ ...event, at: at ?? now }))
  await db
    .insertInto('alert_events')
    .values(
      events.map(({ at, details, ...event }, index) => ({
        ...event,
        id: uuid(),
        alert_id: alert.id,
        position: last + index + 1,
        idempotency_key: index === 0 ? key : `${key}#${index}`,
        details: JSON.stringify(details),
        ts: at,
      })),
    )
    .execute()
  const after = events.reduce(evolve, alert as AlertFields)
  const { notified_at, acknowledged_at, acknowledged_by, owner_id, resolved_at, cause, resolution } = after
  const { valid, cancelled_at, cleared_at, cleared_by, round, excluded_ids, excluded_relationships } = after
  await db
    .updateTable('alerts')
    .set(({ eb }) => ({
      notified_at,
      acknowledged_at,
      acknowledged_by,
      owner_id,
      resolved_at,
      cause,
      resolution,
      valid,
      cancelled_at,
      cleared_at,
      cleared_by,
      round,
      excluded_ids,
      excluded_relationships,
      status: statusOf(after),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', alert.id)
    .execute()
  return { ...alert, ...after }
}

async function toProblem(db: Db, refused: Refusal): Promise<Problem> {
  switch (refused.refused) {
    case 'taken': {
      const { name } = await db
        .selectFrom('people')
        .select('name')
        .where('id', '=', refused.owner)
        .executeTakeFirstOrThrow()
      return new Problem(409, `${name} already owns this alert`, { kind: 'taken' })
    }
    case 'unowned':
      return new Problem(409, 'This alert has no owner yet. Acknowledge it first.', { kind: 'unowned' })
    case 'over':
      return new Problem(409, 'This alert is closed', { kind: 'over' })
    case 'excluded':
      return new Problem(409, 'This person is excluded from this alert', { kind: 'excluded' })
  }
}

/** Stops the ladder's queued deliveries. Deliveries requested by a person (step 0) still go out. */
const cancelQueuedDeliveries = (db: Db, id: string) =>
  db
    .updateTable('deliveries')
    .set({ state: 'stopped', settled_at: sql`now()` })
    .where('alert_id', '=', id)
    .where('state', '=', 'queued')
    .where('step', '>', 0)
    .execute()

/** Resets the failures of a ladder, once it starts successfully or its alert changes. */
export const noRearmFailures = { rearm_failures: 0, rearm_error: null, set_aside_at: null }

/** Side effects of events: an acknowledgement stops the ladder and schedules its re-arming; closing ends both. */
async function applySideEffects(db: Db, alert: LockedAlert, events: readonly NewEvent[]): Promise<void> {
  const happened = (type: NewEvent['type']) => events.some(event => event.type === type)
  if (isClosed(alert)) {
    if (happened('resolved') || happened('cancelled')) {
      await cancelQueuedDeliveries(db, alert.id)
      await db
        .updateTable('alerts')
        .set({ ...noRearmFailures, rearm_at: null })
        .where('id', '=', alert.id)
        .execute()
    }
    return
  }
  if (happened('acknowledged') || happened('handed_over')) await cancelQueuedDeliveries(db, alert.id)
  // A test has no ladder.
  if (alert.test) return
  // An exhausted ladder starts again, so that calls continue until the alert is answered.
  if (happened('acknowledged') || happened('handed_over') || happened('exhausted')) {
    const rearm_at = sql<string>`clock_timestamp() + make_interval(secs => ${alert.rearm_after_seconds})`
    await db
      .updateTable('alerts')
      .set({ ...noRearmFailures, rearm_at })
      .where('id', '=', alert.id)
      .execute()
  }
}

/** Applies a command to a locked alert. @returns the updated alert and the events appended */
export async function applyCommand(db: Db, alert: LockedAlert, command: Command, key?: string) {
  const events = decide(alert, command)
  if ('refused' in events) throw await toProblem(db, events)
  const after = await appendEvents(db, alert, events, key === undefined ? {} : { key })
  await applySideEffects(db, after, events)
  return { after, events }
}

/** The caller's `Idempotency-Key`, prefixed with the caller's id so that keys of different callers never collide. */
function idempotencyKey({ request, actor }: AuthenticatedCall): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? `${actor.id}:${key.slice(0, 200)}` : undefined
}

/**
 * Executes a caller's command on an accessible alert, once per idempotency key.
 * @throws Problem 404 for an inaccessible alert, 409 where the alert's state does not allow the command
 */
export async function executeCommand(
  call: AuthenticatedCall,
  id: string,
  command: Command,
): Promise<z.output<typeof Alert>> {
  const accessible = await alertTable.find(call, id)
  const alert = await lockAlert(call.db, accessible.id)
  const key = idempotencyKey(call)
  const isRepeat = key !== undefined && (await hasEvent(call.db, alert.id, key))
  const { events } = isRepeat ? { events: [] } : await applyCommand(call.db, alert, command, key)
  call.audit({
    action: command.act,
    resourceType: 'alerts',
    resourceId: alert.id,
    organizationId: alert.organization_id,
    details: { events: events.map(({ type }) => type) },
  })
  return alertTable.find(call, alert.id)
}

/** The caller as responder. @throws Problem 409 for elderly users, who cannot respond to alerts about themselves */
export function responderId(call: AuthenticatedCall): string {
  const { actor } = call
  if (actor.role === 'api_key') throw new Problem(422, 'Specify carer_id')
  if (actor.role === 'elderly_user')
    throw new Problem(409, 'You can’t acknowledge your own alert. Dismiss it instead.', {
      kind: 'own_alert',
    })
  return actor.id
}

/** Resolves a person key, or the caller, to a responder's id. @throws Problem 404 for an inaccessible person */
export async function resolveResponder(call: AuthenticatedCall, key: string): Promise<string> {
  const { actor } = call
  if (actor.role !== 'api_key' && (key === actor.id || key === String(actor.userId))) return responderId(call)
  const person = await findAccessiblePersonOrNull(call, key)
  if (!person || person.role === 'elderly_user') throw notFound('This person')
  return person.id
}

type AttemptedDelivery = Pick<
  ClaimedDelivery,
  'id' | 'organization_id' | 'round' | 'step' | 'channel' | 'recipient_kind' | 'recipient_id' | 'recipient'
>

export const wasSent = (state: DeliveryOutcome['state']) => state === 'sent' || state === 'delivered'

/** Records the outcome of a delivery in the alert's timeline and in the activity log. */
export async function recordDeliveryEvent(
  db: Db,
  audit: (entry: AuditEntry) => void,
  alert: LockedAlert,
  { id, organization_id, round, step, channel, recipient_kind, recipient_id, recipient }: AttemptedDelivery,
  { state, key }: { state: DeliveryOutcome['state']; key: string },
): Promise<LockedAlert> {
  const sent = wasSent(state)
  const details = {
    recipient_kind,
    recipient_id,
    [recipient_kind === 'contact' ? 'contact' : 'recipient']: recipient,
    ...(recipient_kind === 'contact' && { contact_id: recipient_id }),
    channel,
    outcome: state,
    round,
    step,
  }
  const { after } = await applyCommand(db, alert, { act: 'record_delivery', sent, details }, key)
  audit({
    action: sent ? 'notify' : 'notify_fail',
    resourceType: 'alerts',
    resourceId: alert.id,
    organizationId: organization_id,
    details: { delivery: id, channel, outcome: state },
  })
  return after
}
