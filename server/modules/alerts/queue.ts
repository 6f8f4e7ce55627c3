import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Channel } from '#contract/alerts/timeline.ts'
import type { Message } from '#server/adapters/channels/channel.ts'
import type { Db } from '#server/db/open.ts'
import type { StepExclusion } from '#server/db/tables/alerts.ts'

/** A delivery leased by this instance. */
export interface ClaimedDelivery {
  id: string
  organization_id: string
  alert_id: string | null
  round: number
  step: number
  channel: Channel
  recipient_kind: string
  recipient_id: string | null
  recipient: string
  address: string | null
  message: Message
  due_at: string
  attempts: number
  on_call: StepExclusion | null
}

/** Attempts after which a delivery whose outcome was never recorded has failed. */
const maxAttempts = 10

/**
 * Limits on concurrent deliveries across all instances, so that a hanging endpoint does not delay other endpoints and
 * channels of its organization.
 */
const caps = {
  /** Of one organization to one push service or webhook host. */
  organizationHost: 8,
  /** Of one organization through one channel. */
  organizationChannel: 12,
  organization: 24,
  /** Of all organizations to one webhook host. Push services are shared by all users and only limited by channel. */
  webhookHost: 24,
}
/** Concurrent deliveries per instance. */
export const concurrency = 64
/** Of one channel, so that a hanging carrier leaves capacity for the others. */
const channelConcurrency = 40

/**
 * Leases due deliveries by severity, round-robin by organization, longest due first, within the limits. A delivery
 * whose previous lease expired without an outcome may already have been sent, so claiming it again counts as a repeat.
 * @param claim a new id, for {@link releaseClaims} if the answer is lost
 */
export async function claimDeliveries(
  db: Db,
  claim: string,
  limit: number,
  leaseSeconds: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with candidates as (
      select d.id, d.organization_id, d.channel, d.state, d.due_at,
        substring(n.url from '^[a-z]+://([^/?#]+)') as host,
        coalesce(array_position(array['critical', 'high', 'medium', 'low'], a.severity), 5) as urgency
      from deliveries d
      left join alerts a on a.id = d.alert_id
      left join notification_channels n on n.id::text = d.address and d.channel in ('push', 'webhook')
      where (d.state = 'queued' and d.due_at <= now())
        or (d.state = 'sending' and d.lease_until < now() and d.attempts < ${maxAttempts})
    ), in_flight as (
      select d.organization_id, d.channel, substring(n.url from '^[a-z]+://([^/?#]+)') as host
      from deliveries d
      left join notification_channels n on n.id::text = d.address and d.channel in ('push', 'webhook')
      where d.state = 'sending' and d.lease_until >= now()
    ), by_host as (
      select *,
        row_number() over (partition by organization_id, host order by urgency, due_at, id)
          + (select count(*) from in_flight f where f.organization_id = c.organization_id and f.host = c.host)
          as organization_host_turn,
        row_number() over (partition by channel, host order by urgency, due_at, id)
          + (select count(*) from in_flight f where f.channel = 'webhook' and f.host = c.host) as host_turn
      from candidates c
    ), by_channel as (
      select *,
        row_number() over (partition by organization_id, channel order by urgency, due_at, id)
          + (select count(*) from in_flight f where f.organization_id = c.organization_id and f.channel = c.channel)
          as organization_channel_turn
      from by_host c
      where host is null or (organization_host_turn <= ${caps.organizationHost}
        and (channel <> 'webhook' or host_turn <= ${caps.webhookHost}))
    ), by_organization as (
      select *,
        row_number() over (partition by organization_id order by urgency, due_at, id)
          + (select count(*) from in_flight f where f.organization_id = c.organization_id) as turn
      from by_channel c
      where organization_channel_turn <= ${caps.organizationChannel}
    ), shared as (
      select *, row_number() over (partition by channel order by urgency, turn, due_at, id)
        + (select count(*) from in_flight f where f.channel = c.channel) as channel_turn
      from by_organization c
      where turn <= ${caps.organization}
    ), chosen as (
      select id from shared where channel_turn <= ${channelConcurrency}
      order by urgency, turn, due_at, id limit ${limit}
    ), locked as (
      select id from deliveries where id in (select id from chosen)
        and ((state = 'queued' and due_at <= now()) or (state = 'sending' and lease_until < now()))
      for update skip locked
    )
    update deliveries d set state = 'sending', attempts = attempts + 1,
      repeats = repeats + (d.state = 'sending')::int, claim = ${claim},
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from locked
    where d.id = locked.id
    returning d.id, organization_id, alert_id, round, step, channel, recipient_kind, recipient_id, recipient, address,
      message, due_at, attempts, on_call`.execute(db)
  return rows.sort((a, b) => a.due_at.localeCompare(b.due_at))
}

/** Gives back the deliveries of claims whose answer never arrived: none of them was sent. */
export const releaseClaims = (db: Db, claims: readonly string[]) =>
  db
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: sql`attempts - 1`, lease_until: null, claim: null })
    .where('state', '=', 'sending')
    .where('claim', 'in', claims)
    .execute()

/** Deliveries still sending after their last attempt: their outcome is unknown. */
export const listStuckDeliveries = (db: Db, limit: number) =>
  db
    .selectFrom('deliveries')
    .select([
      'id',
      'organization_id',
      'alert_id',
      'round',
      'step',
      'channel',
      'recipient_kind',
      'recipient_id',
      'recipient',
      'address',
      'message',
      'due_at',
      'attempts',
      'on_call',
    ])
    .where('state', '=', 'sending')
    .where('lease_until', '<', sql<string>`now()`)
    .where('attempts', '>=', maxAttempts)
    .orderBy('lease_until')
    .limit(limit)
    .execute()

/** URL and keys of a push or webhook channel. */
export const findChannelTarget = (db: Db, id: string) =>
  db.selectFrom('notification_channels').select(['url', 'keys']).where('id', '=', id).executeTakeFirst()

/** Deletes a push channel that its push service reports as gone. */
export const deletePushChannel = (db: Db, id: string) =>
  db.deleteFrom('notification_channels').where('id', '=', id).where('kind', '=', 'push').execute()

/** What a channel answered, as it is stored: PostgreSQL takes no NUL, and an outcome must never fail to be recorded. */
export const toStored = (answer: string) => answer.replaceAll('\0', '').slice(0, 1_000)

/** Returns a delivery to the queue for a retry after a pause. */
export const requeue = (db: Db, { id }: ClaimedDelivery, answer: string, pauseSeconds: number) =>
  db
    .updateTable('deliveries')
    .set({
      state: 'queued',
      lease_until: null,
      answer: toStored(answer),
      due_at: sql`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()

export interface DeliveryOutcome {
  state: 'sent' | 'delivered' | 'failed' | 'not_configured' | 'stopped'
  answer: string
}

/** Seconds before each retry; after the last one a delivery has failed. */
const retryDelaysSeconds = [2, 8]

export interface Retry {
  delaySeconds: number
  answer: string
}

/** What follows a failure that may be temporary. @param attempts so far */
export function retryOrFail(attempts: number, answer: string): Retry | DeliveryOutcome {
  const delaySeconds = retryDelaysSeconds[attempts - 1]
  return delaySeconds === undefined ? { state: 'failed', answer } : { delaySeconds, answer }
}

/** Stores the outcome of a delivery. @returns false when it already has one */
export async function recordOutcome(
  db: Db,
  { id }: ClaimedDelivery,
  { state, answer }: DeliveryOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state, answer: toStored(answer), lease_until: null, settled_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives the queued repeats of a failed call the same outcome: this address does not work in this round. */
export const settleRepeats = (
  db: Db,
  { alert_id, round, step, recipient_id, address }: ClaimedDelivery,
  outcome: DeliveryOutcome,
) =>
  db
    .updateTable('deliveries')
    .set({ state: outcome.state, answer: toStored(outcome.answer), settled_at: sql`now()` })
    .where('alert_id', '=', alert_id)
    .where('round', '=', round)
    .where('step', '=', step)
    .where('recipient_id', 'is not distinct from', recipient_id)
    .where('address', 'is not distinct from', address)
    .where('state', '=', 'queued')
    .execute()

/**
 * If every call of a step has failed, starts the next step immediately and brings all later steps forward by the same
 * time, because no answer can be expected.
 */
export async function advanceToNextStep(
  db: Db,
  { alert_id, round, step }: Pick<ClaimedDelivery, 'alert_id' | 'round' | 'step'>,
): Promise<void> {
  await sql`
    update deliveries set due_at = due_at - next.early
    from (
      select min(due_at) - now() as early, min(step) as step from deliveries
      where alert_id = ${alert_id} and round = ${round} and step > ${step} and state = 'queued'
    ) next
    where alert_id = ${alert_id} and round = ${round} and deliveries.step >= next.step and state = 'queued'
      and next.early > interval '0'
      and not exists (select from deliveries d where d.alert_id = ${alert_id} and d.round = ${round}
        and d.step < next.step and (d.state in ('queued', 'sending')
          or (d.step >= ${step} and d.state in ('sent', 'delivered'))))`.execute(db)
}

/** Whether a round of an alert's ladder has no pending deliveries left. */
export async function isExhausted(
  db: Db,
  { alert_id, round }: Pick<ClaimedDelivery, 'alert_id' | 'round'>,
): Promise<boolean> {
  const pending = await db
    .selectFrom('deliveries')
    .select('id')
    .where('alert_id', '=', alert_id)
    .where('round', '=', round)
    .where('step', '>', 0)
    .where('state', 'in', ['queued', 'sending'])
    .limit(1)
    .executeTakeFirst()
  return pending === undefined
}

/** Age in seconds of the longest overdue delivery or re-arming that no instance has claimed; 0 when none is overdue. */
export async function queueLagSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, extract(epoch from now() - least(
      (select min(due_at) from deliveries where state = 'queued'),
      (select min(lease_until) from deliveries where state = 'sending' and attempts < ${maxAttempts}),
      (select min(rearm_at) from alerts where rearm_at is not null))))::float8 as lag`.execute(db)
  return rows[0]?.lag ?? 0
}

interface ManualDelivery {
  organization_id: string
  alert_id?: string | null
  notification_id?: string
  channel: Channel
  recipient_kind: 'contact' | 'person'
  recipient_id: string
  recipient: string
  address: string | null
  message: Message
  /** Earliest send time; defaults to now. */
  due_at?: string
}

/** Queues a delivery outside a ladder (step 0). @returns its id */
export async function enqueueDelivery(
  db: Db,
  { message, due_at, ...delivery }: ManualDelivery,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('deliveries')
    .values({ ...delivery, id, message: JSON.stringify(message), due_at: due_at ?? sql<string>`now()` })
    .execute()
  return id
}
