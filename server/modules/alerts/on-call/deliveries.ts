import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { type ClaimedDelivery, type DeliveryOutcome, toStored } from '../queue.ts'

/**
 * Gives the queued repeats of a step's call to whoever is on call the same outcome, once no one else of the step is
 * being called or was reached.
 */
export const settleOnCallRepeats = (
  db: Db,
  { alert_id, round, step }: ClaimedDelivery,
  { state, answer }: DeliveryOutcome,
) =>
  sql`
    update deliveries set state = ${state}, answer = ${toStored(answer)}, settled_at = now()
    where alert_id = ${alert_id} and round = ${round} and step = ${step} and recipient_kind = 'schedule'
      and state = 'queued'
      and not exists (select from deliveries d where d.alert_id = ${alert_id} and d.round = ${round}
        and d.step = ${step} and d.recipient_kind <> 'schedule'
        and d.state in ('queued', 'sending', 'sent', 'delivered'))`.execute(db)

/** Removes a delivery that was leased, to make it to whoever is on call. @returns false when it has an outcome */
export async function removeLeased(db: Db, { id }: ClaimedDelivery): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('deliveries')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numDeletedRows > 0n
}
