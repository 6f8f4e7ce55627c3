import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Channel } from '#contract/alerts/alerts.ts'
import type { Message } from '#server/adapters/channels/channel.ts'
import type { Db } from '#server/db/open.ts'

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
}

/** Attempts after which a delivery whose outcome cannot be recorded is no longer sent. */
const maxAttempts = 10

/**
 * Leases due deliveries, longest due first. A delivery whose previous lease expired without an outcome may already have
 * been sent, so claiming it again counts as a repeat.
 */
export async function claimDeliveries(
  db: Db,
  limit: number,
  leaseSeconds: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select id from deliveries where state = 'queued' and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), expired as (
      select id from deliveries where state = 'sending' and lease_until < now() and attempts < ${maxAttempts}
      order by lease_until limit ${limit} for update skip locked
    )
    update deliveries d set state = 'sending', attempts = attempts + 1,
      repeats = repeats + (d.state = 'sending')::int,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from (select id from due union all select id from expired) taken
    where d.id = taken.id
    returning d.id, organization_id, alert_id, round, step, channel, recipient_kind, recipient_id, recipient, address,
      message, due_at, attempts`.execute(db)
  return rows.sort((a, b) => a.due_at.localeCompare(b.due_at))
}

/** URL and keys of a push or webhook channel. */
export const findChannelTarget = (db: Db, id: string) =>
  db.selectFrom('notification_channels').select(['url', 'keys']).where('id', '=', id).executeTakeFirst()

/** Deletes a push channel that its push service reports as gone. */
export const deletePushChannel = (db: Db, id: string) =>
  db.deleteFrom('notification_channels').where('id', '=', id).where('kind', '=', 'push').execute()

/** Returns a delivery to the queue for a retry after a pause. */
export const requeue = (db: Db, { id }: ClaimedDelivery, answer: string, pauseSeconds: number) =>
  db
    .updateTable('deliveries')
    .set({
      state: 'queued',
      lease_until: null,
      answer,
      due_at: sql`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()

export interface DeliveryOutcome {
  state: 'sent' | 'delivered' | 'failed' | 'not_configured' | 'stopped'
  answer: string
}

/** Stores the outcome of a delivery. @returns false when it already has one */
export async function recordOutcome(
  db: Db,
  { id }: ClaimedDelivery,
  { state, answer }: DeliveryOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state, answer: answer.slice(0, 1_000), lease_until: null, settled_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives the queued repeats of a failed call the same outcome, since this round cannot reach that recipient there. */
export const settleRepeats = (
  db: Db,
  { alert_id, round, step, recipient_id, address }: ClaimedDelivery,
  outcome: DeliveryOutcome,
) =>
  db
    .updateTable('deliveries')
    .set({ state: outcome.state, answer: outcome.answer.slice(0, 1_000), settled_at: sql`now()` })
    .where('alert_id', '=', alert_id)
    .where('round', '=', round)
    .where('step', '=', step)
    .where('recipient_id', 'is not distinct from', recipient_id)
    .where('address', 'is not distinct from', address)
    .where('state', '=', 'queued')
    .execute()

/**
 * Starts the next step at once when every call of a step has failed, and brings all later steps forward by the same
 * time: there is no answer to wait for.
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
export async function isExhausted(db: Db, { alert_id, round }: ClaimedDelivery): Promise<boolean> {
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

/** Alerts whose ladder is due to be re-armed, skipping those locked by other instances. */
export const alertsToRearm = (db: Db, limit: number) =>
  db
    .selectFrom('alerts')
    .select(['id', 'organization_id', 'person_id'])
    .where('rearm_at', '<=', sql<string>`now()`)
    .orderBy('rearm_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Age in seconds of the longest overdue delivery or re-arming that no instance has claimed; 0 when none is overdue. */
export async function queueLagSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, extract(epoch from now() - least(
      (select min(due_at) from deliveries where state = 'queued'),
      (select min(lease_until) from deliveries where state = 'sending'),
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
  { message, due_at = new Date().toISOString(), ...delivery }: ManualDelivery,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('deliveries')
    .values({ ...delivery, id, message: JSON.stringify(message), due_at })
    .execute()
  return id
}
