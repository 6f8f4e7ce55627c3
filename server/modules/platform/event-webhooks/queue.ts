import { sql } from 'kysely'
import { testEventType } from '#contract/platform/webhooks.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { isSubscribed } from '#server/kit/outbox.ts'

/** A delivery leased by this instance, with its endpoint. */
export interface ClaimedDelivery {
  id: string
  endpoint_id: string
  record_id: string
  event_id: string
  attempts: number
  url: string
  secret: Buffer
  /** Set until the end of the overlap. */
  previous_secret: Buffer | null
  type: string
  occurred_at: string
  data: unknown
}

/** Concurrent deliveries: of one instance, and across all instances. */
const caps = {
  instance: 128,
  endpoint: 8,
  organization: 32,
  /** To all endpoints whose last attempts failed, which may hang; each of them gets one at a time. */
  failing: 24,
}
/** Failed attempts in a row after which an endpoint counts as failing. */
const failuresInRow = 3
export const concurrency = caps.instance

/** Identifies the advisory lock of the queue: the letters "hook". */
const lockKey = 0x686f6f6b
/** Identifies the advisory lock of the instance that dispatches. */
const dispatcherKey = lockKey + 1

/**
 * Locks the queue until the transaction ends. Whoever adds deliveries holds it exclusively, whoever settles one holds it
 * shared: otherwise a delivery added behind one that is being settled would wait forever.
 */
export const lockQueue = async (db: Db, mode: 'exclusive' | 'shared'): Promise<void> =>
  void (mode === 'exclusive'
    ? await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
    : await sql`select pg_advisory_xact_lock_shared(${lockKey})`.execute(db))

/** Alerts that exclude people, and their incidents, are not for systems of customers: who reads them there is unknown. */
const isWithheld = sql<boolean>`w.organization_id <> ${serviceOrganization} and exists (
  select from alerts a where a.id = case when e.type like 'alert.%' then e.record_id
      when e.type like 'incident.%' then (e.data->'values'->>'alert_id')::uuid end
    and (cardinality(a.excluded_ids) > 0 or cardinality(a.excluded_relationships) > 0))`

/**
 * Turns events of the outbox into deliveries, one for each endpoint that subscribes, in the order of the events.
 * @returns the number of events; 0 if another instance is doing it
 */
export async function dispatch(db: Db, limit: number): Promise<number> {
  // Without events there is no reason to stop those who settle.
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from outbox_events where dispatched_at is null) as any`.execute(db)
  return rows[0]?.any ? dispatchLocked(db, limit) : 0
}

const dispatchLocked = (db: Db, limit: number): Promise<number> =>
  db.transaction().execute(async db => {
    const { rows: locks } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${dispatcherKey}) as "isOurs"`.execute(db)
    if (!locks[0]?.isOurs) return 0
    await lockQueue(db, 'exclusive')
    const { rows } = await sql<{ dispatched: number }>`
      with batch as (
        select * from outbox_events where dispatched_at is null order by position limit ${limit}
      ), planned as (
        select w.id as endpoint_id, w.organization_id, e.id as event_id, e.type, e.record_id, e.position, e.occurred_at,
          row_number() over (partition by w.id, e.record_id order by e.position) as turn
        from batch e join webhook_endpoints w on ${isSubscribed(serviceOrganization)} and not (${isWithheld})
      ), added as (
        insert into webhook_deliveries
          (endpoint_id, organization_id, event_id, type, record_id, position, created_at, state)
        select endpoint_id, organization_id, event_id, type, record_id, position, occurred_at,
          case when turn = 1 and not exists (
            select from webhook_deliveries d where d.endpoint_id = p.endpoint_id and d.record_id = p.record_id
              and d.state in ('waiting', 'queued', 'sending')) then 'queued' else 'waiting' end
        from planned p
      ), marked as (
        update outbox_events o set dispatched_at = now() from batch where o.id = batch.id returning 1
      )
      select count(*)::int as dispatched from marked`.execute(db)
    return rows[0]?.dispatched ?? 0
  })

/** Returns deliveries to the queue whose instance died or hung; they are sent again under the same id. */
export const releaseExpired = (db: Db) =>
  sql`
  update webhook_deliveries set state = 'queued', lease_until = null
  where state = 'sending' and lease_until < now()`.execute(db)

/**
 * Leases due deliveries within the caps, in turn by organization and by endpoint, and those to failing endpoints last.
 */
export async function claim(db: Db, limit: number, leaseSeconds: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with in_flight as (
      select w.id, w.organization_id, w.failures >= ${failuresInRow} as is_failing, count(*) as load
      from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
      where d.state = 'sending' group by w.id
    ), by_endpoint as (
      select due.id, due.due_at, w.organization_id, w.failures >= ${failuresInRow} as is_failing,
        row_number() over (partition by w.id order by due.due_at, due.position)
          + coalesce((select load from in_flight f where f.id = w.id), 0) as endpoint_turn
      from webhook_endpoints w cross join lateral (
        select id, due_at, position from webhook_deliveries d
        where d.endpoint_id = w.id and d.state = 'queued' and d.due_at <= now()
          and (w.held_until is null or w.held_until <= now() or d.type = ${testEventType})
        order by due_at, position limit ${caps.endpoint}
      ) due
      where w.status = 'active'
    ), by_organization as (
      select *, row_number() over (partition by organization_id order by endpoint_turn, due_at)
        + coalesce((select sum(load) from in_flight f where f.organization_id = b.organization_id), 0) as turn
      from by_endpoint b
      where endpoint_turn <= case when is_failing then 1 else ${caps.endpoint} end
    ), in_turn as (
      select *, row_number() over (partition by is_failing order by turn, due_at)
        + coalesce((select sum(load) from in_flight f where f.is_failing = b.is_failing), 0) as lane_turn
      from by_organization b
      where turn <= ${caps.organization}
    ), chosen as (
      select id from in_turn where not is_failing or lane_turn <= ${caps.failing}
      order by is_failing, turn, due_at limit ${limit}
    ), locked as (
      select id from webhook_deliveries where id in (select id from chosen) and state = 'queued' for update skip locked
    )
    update webhook_deliveries d set state = 'sending', attempts = attempts + 1, last_attempt_at = now(),
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from locked, webhook_endpoints w, outbox_events e
    where d.id = locked.id and w.id = d.endpoint_id and e.id = d.event_id
    returning d.id, d.endpoint_id, d.record_id, d.event_id, d.attempts, w.url, w.secret,
      case when w.previous_secret_until > now() then w.previous_secret end as previous_secret,
      e.type, e.occurred_at, e.data`.execute(db)
  return rows
}

/** Queues deliveries whose predecessor is gone: retention deletes what was held back for too long. */
export async function queueOrphans(db: Db, endpoint: string): Promise<void> {
  await lockQueue(db, 'exclusive')
  await sql`
    update webhook_deliveries set state = 'queued', due_at = now()
    where id in (select distinct on (record_id) id from webhook_deliveries w
      where endpoint_id = ${endpoint} and state = 'waiting' and not exists (
        select from webhook_deliveries p where p.endpoint_id = ${endpoint} and p.record_id = w.record_id
          and p.state in ('queued', 'sending'))
      order by record_id, position)`.execute(db)
}

/** Fails everything that is queued for an endpoint that wants no more events. */
export const failPending = (db: Db, endpoint: string) =>
  db
    .updateTable('webhook_deliveries')
    .set({
      state: 'failed',
      settled_at: sql`now()`,
      lease_until: null,
      response_text: 'The endpoint is gone',
    })
    .where('endpoint_id', '=', endpoint)
    .where('state', 'in', ['waiting', 'queued'])
    .execute()
