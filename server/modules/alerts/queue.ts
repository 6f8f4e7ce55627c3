import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Channel } from '#contract/alerts/alerts.ts'
import type { Message } from '#server/adapters/channels/channel.ts'
import type { Db } from '#server/db/open.ts'

/** A delivery that this instance has taken upon itself. */
export interface Claimed {
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

/**
 * Attempts after which what cannot even be noted is left alone rather than sent forever: the ladder then counts as
 * late, which everybody is told.
 */
const mostAttempts = 10

/**
 * Takes what is due, the longest due first, for as long as the lease: nobody else sends it meanwhile. What another
 * instance had taken and not settled by its lease's end, it may have sent already; taking that counts as a repeat.
 */
export async function claim(db: Db, most: number, leaseSeconds: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from deliveries where state = 'queued' and due_at <= now()
      order by due_at limit ${most} for update skip locked
    ), left_behind as (
      select id from deliveries where state = 'sending' and lease_until < now() and attempts < ${mostAttempts}
      order by lease_until limit ${most} for update skip locked
    )
    update deliveries d set state = 'sending', attempts = attempts + 1,
      repeats = repeats + (d.state = 'sending')::int,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from (select id from due union all select id from left_behind) taken
    where d.id = taken.id
    returning d.id, organization_id, alert_id, round, step, channel, recipient_kind, recipient_id, recipient, address,
      message, due_at, attempts`.execute(db)
  return rows.sort((a, b) => a.due_at.localeCompare(b.due_at))
}

/** Where a browser or a webhook is, and what it gave to encrypt or sign with. */
export const channelOf = (db: Db, id: string) =>
  db.selectFrom('notification_channels').select(['url', 'keys']).where('id', '=', id).executeTakeFirst()

/** Forgets a browser that its push service says is gone. */
export const forgetChannel = (db: Db, id: string) =>
  db.deleteFrom('notification_channels').where('id', '=', id).where('kind', '=', 'push').execute()

/** Puts a delivery back, to be tried again after a pause. */
export const putBack = (db: Db, { id }: Claimed, answer: string, pauseSeconds: number) =>
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

export interface Settled {
  state: 'sent' | 'delivered' | 'failed' | 'not_configured' | 'stopped'
  answer: string
}

/** Notes what became of a delivery. @returns false when another has noted it before. */
export async function settle(db: Db, { id }: Claimed, { state, answer }: Settled): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state, answer: answer.slice(0, 1_000), lease_until: null, settled_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Calls nobody again whom this round cannot reach there: what became of one call becomes of its repetitions. */
export const giveUpRepetitions = (
  db: Db,
  { alert_id, round, step, recipient_id, address }: Claimed,
  as: Settled,
) =>
  db
    .updateTable('deliveries')
    .set({ state: as.state, answer: as.answer.slice(0, 1_000), settled_at: sql`now()` })
    .where('alert_id', '=', alert_id)
    .where('round', '=', round)
    .where('step', '=', step)
    .where('recipient_id', 'is not distinct from', recipient_id)
    .where('address', 'is not distinct from', address)
    .where('state', '=', 'queued')
    .execute()

/**
 * Goes on to the next step at once when the whole of a step reached nobody, and with it brings forward all that comes
 * after: waiting for an answer makes no sense where nobody was asked.
 */
export async function goOn(
  db: Db,
  { alert_id, round, step }: Pick<Claimed, 'alert_id' | 'round' | 'step'>,
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

/** Whether a round of an alert's ladder has called everybody. */
export async function isExhausted(db: Db, { alert_id, round }: Claimed): Promise<boolean> {
  const left = await db
    .selectFrom('deliveries')
    .select('id')
    .where('alert_id', '=', alert_id)
    .where('round', '=', round)
    .where('step', '>', 0)
    .where('state', 'in', ['queued', 'sending'])
    .limit(1)
    .executeTakeFirst()
  return left === undefined
}

/** The alerts whose ladder is to be armed anew by now; those of other instances at this moment left out. */
export const alertsToRearm = (db: Db, most: number) =>
  db
    .selectFrom('alerts')
    .select(['id', 'organization_id', 'person_id'])
    .where('rearm_at', '<=', sql<string>`now()`)
    .orderBy('rearm_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()

/** Seconds by which the ladder is late: of the longest overdue call or arming that nobody has taken; 0 when none is. */
export async function lagOf(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, extract(epoch from now() - least(
      (select min(due_at) from deliveries where state = 'queued'),
      (select min(lease_until) from deliveries where state = 'sending'),
      (select min(rearm_at) from alerts where rearm_at is not null))))::float8 as lag`.execute(db)
  return rows[0]?.lag ?? 0
}

interface ByHand {
  organization_id: string
  alert_id?: string | null
  notification_id?: string
  channel: Channel
  recipient_kind: 'contact' | 'person'
  recipient_id: string
  recipient: string
  address: string | null
  message: Message
  /** Not before; at once unless told. */
  due_at?: string
}

/** Queues a call that a hand ordered. @returns its id. */
export async function enqueue(
  db: Db,
  { message, due_at = new Date().toISOString(), ...delivery }: ByHand,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('deliveries')
    .values({ ...delivery, id, message: JSON.stringify(message), due_at })
    .execute()
  return id
}
