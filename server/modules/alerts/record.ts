import { v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'
import { notFound } from '#server/kit/problem.ts'
import { type Alert, type AlertEvent, evolve, type Fact, statusOf } from './state.ts'

/** An alert's row, as far as it follows from its events, and what never changes of it. */
export interface Held extends Alert {
  id: string
  organization_id: string
  person_id: string
  type: string
  test: boolean
  rearm_after_seconds: number
}

/**
 * Holds others off an alert until the transaction ends, so that its events are ordered by the server.
 * @throws Problem 404 without one
 */
export async function hold(db: Db, id: string): Promise<Held> {
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
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Whether this alert has an event of this key. */
export async function hasHappened(db: Db, id: string, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('alert_events')
    .select('id')
    .where('alert_id', '=', id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Appends events to an alert that is held, and brings its row to what they make of it.
 * @param key the first event's idempotency key; the others' are derived from it
 */
export async function append(
  db: Db,
  alert: Held,
  facts: readonly Fact[],
  { key = uuid(), at = new Date() }: { key?: string; at?: Date } = {},
): Promise<Held> {
  if (facts.length === 0) return alert
  const { last } = await db
    .selectFrom('alert_events')
    .select(({ fn, lit }) => fn.coalesce(fn.max('position'), lit(0)).as('last'))
    .where('alert_id', '=', alert.id)
    .executeTakeFirstOrThrow()
  const events: AlertEvent[] = facts.map(fact => ({ ...fact, at: at.toISOString() }))
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
  const after = events.reduce(evolve, alert as Alert)
  const { notified_at, acknowledged_at, acknowledged_by, owner_id, resolved_at, cause, resolution } = after
  const { valid, cancelled_at, cleared_at, cleared_by, round } = after
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
      status: statusOf(after),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', alert.id)
    .execute()
  return { ...alert, ...after }
}
