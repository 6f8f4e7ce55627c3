import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { type ClaimedDelivery, lockQueue } from './queue.ts'

/** What came of an attempt. */
export interface Attempt {
  delivered: boolean
  /** Null if there was no response. */
  status: number | null
  text: string
  /** For how long the receiver wants no more messages, in seconds; null if it did not say. */
  holdSeconds: number | null
}

/** An attempt that has ended. */
export interface Finished {
  delivery: ClaimedDelivery
  attempt: Attempt
  /** Pause before the next attempt; null after the last one and after a success. */
  retrySeconds: number | null
}

/**
 * Records attempts, except those of deliveries that another instance took over. A delivery without a retry is settled,
 * and the next one of its record is queued. One transaction for many attempts: its commit takes longer than all of them.
 * @param finished in the order in which the attempts ended
 * @returns ids of active endpoints whose last attempt failed
 */
export const settle = (db: Db, finished: readonly Finished[]): Promise<string[]> =>
  db.transaction().execute(async db => {
    await lockQueue(db, 'shared')
    const recorded = await recordAttempts(db, finished)
    const own = finished.filter(({ delivery }) => recorded.has(delivery.id))
    await queueNext(
      db,
      own.filter(({ retrySeconds }) => retrySeconds === null).map(({ delivery }) => delivery),
    )
    return recordHealth(db, own)
  })

/** @returns ids of the deliveries that were still leased for these attempts */
async function recordAttempts(db: Db, finished: readonly Finished[]): Promise<Set<string>> {
  const attempts = finished.map(({ delivery: { id, attempts }, attempt, retrySeconds }) => ({
    id,
    attempts,
    state: attempt.delivered ? 'delivered' : retrySeconds === null ? 'failed' : 'queued',
    status: attempt.status,
    text: attempt.text.toWellFormed(),
    retry: retrySeconds,
  }))
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries d set state = a.state, lease_until = null, response_status = a.status,
      response_text = a.text, settled_at = case when a.retry is null then now() end,
      due_at = case when a.retry is null then d.due_at else now() + make_interval(secs => a.retry) end
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
      as a (id uuid, attempts int, state text, status int, text text, retry float8)
    -- An attempt of another instance has another number.
    where d.id = a.id and d.state = 'sending' and d.attempts = a.attempts
    returning d.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Queues the first waiting delivery of each record, unless another one is on its way. */
async function queueNext(db: Db, settled: readonly ClaimedDelivery[]): Promise<void> {
  if (settled.length === 0) return
  const records = settled.map(({ endpoint_id, record_id }) => ({ endpoint_id, record_id }))
  await sql`
    update webhook_deliveries d set state = 'queued', due_at = now()
    from (select distinct endpoint_id, record_id from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as r (endpoint_id uuid, record_id uuid)) r
      cross join lateral (select id from webhook_deliveries w where w.endpoint_id = r.endpoint_id
        and w.record_id = r.record_id and w.state = 'waiting' order by w.position limit 1) n
    where d.id = n.id and not exists (select from webhook_deliveries p where p.endpoint_id = r.endpoint_id
      and p.record_id = r.record_id and p.state in ('queued', 'sending'))`.execute(db)
}

interface Health {
  id: string
  /** Whether an attempt was answered with success; failures are counted from zero after it. */
  succeeded: boolean
  failures: number
  hold: number | null
}

function healthOf(finished: readonly Finished[]): Health[] {
  const health = new Map<string, Health>()
  for (const { delivery, attempt } of finished) {
    const id = delivery.endpoint_id
    const before = health.get(id) ?? { id, succeeded: false, failures: 0, hold: null }
    health.set(
      id,
      attempt.delivered
        ? { id, succeeded: true, failures: 0, hold: null }
        : { ...before, failures: before.failures + 1, hold: attempt.holdSeconds ?? before.hold },
    )
  }
  return [...health.values()]
}

/** Counts failures in a row by endpoint, and holds back those that asked for it. */
async function recordHealth(db: Db, finished: readonly Finished[]): Promise<string[]> {
  const health = JSON.stringify(healthOf(finished))
  // Successes at most once a second, so that instances do not queue for the endpoint's row; in one order, which prevents
  // deadlocks.
  const { rows } = await sql<{ id: string; failures: number }>`
    with health as (
      select * from jsonb_to_recordset(${health}::jsonb)
        as h (id uuid, succeeded boolean, failures int, hold float8)
    ), locked as (
      select w.id from webhook_endpoints w join health h on h.id = w.id
      where h.failures > 0 or w.failures > 0 or w.last_success_at is null
        or w.last_success_at < now() - interval '1 second'
      order by w.id for update of w
    )
    update webhook_endpoints w set
      failures = h.failures + case when h.succeeded then 0 else w.failures end,
      failing_since = case when h.failures = 0 then null when h.succeeded then now() else coalesce(w.failing_since, now()) end,
      last_success_at = case when h.succeeded then now() else w.last_success_at end,
      held_until = case when h.hold is null then w.held_until else now() + make_interval(secs => h.hold) end
    from health h, locked l
    where w.id = h.id and w.id = l.id and w.status = 'active'
    returning w.id, w.failures`.execute(db)
  return rows.filter(({ failures }) => failures > 0).map(({ id }) => id)
}
