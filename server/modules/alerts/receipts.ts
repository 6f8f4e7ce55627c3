import { sql } from 'kysely'
import type { Receipt } from '#server/adapters/channels/twilio-receipt.ts'
import type { Db } from '#server/db/open.ts'
import type { Entry } from '#server/kit/audit.ts'
import { notFound } from '#server/kit/problem.ts'
import { goOn } from './queue.ts'
import { type Held, hold } from './record.ts'
import { tell } from './tell.ts'

type Record = (entry: Entry) => void

const deliveryOf = (db: Db, id: string) =>
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
      'state',
    ])
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst()

/**
 * Takes what a carrier says of an attempt; the same word twice is no news.
 * @throws Problem 404 for no delivery of ours
 */
export async function takeReceipt(db: Db, record: Record, id: string, receipt: Receipt): Promise<void> {
  const found = await deliveryOf(db, id)
  if (!found) throw notFound('This delivery')
  // The alert first, as everybody does who holds both.
  const alert = found.alert_id ? await hold(db, found.alert_id) : null
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('delivery_receipts')
    .values({
      delivery_id: found.id,
      carrier_id: receipt.carrierId,
      status: receipt.status,
      state: receipt.state,
      code: receipt.code,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await followReceipts(db, record, alert, found.id)
}

/**
 * Brings a delivery that was sent to what its carrier says of it by now: delivered by one of its attempts, or failed by
 * all of them, whereupon the ladder goes on. A receipt that comes before the sending was noted counts once it is.
 */
export async function followReceipts(db: Db, record: Record, alert: Held | null, id: string): Promise<void> {
  const { rows } = await sql<{ state: 'delivered' | 'failed' }>`
    update deliveries d set state = last.state, answer = last.answer, settled_at = now()
    from (
      select case when bool_or(arrived) then 'delivered' when bool_and(failed) then 'failed' end as state,
        (array_agg(answer order by at desc))[1] as answer
      from (
        select bool_or(state = 'delivered') as arrived, bool_or(state = 'failed') as failed, max(at) as at,
          (array_agg(concat_ws(' ', status, code) order by state in ('delivered', 'failed') desc, at desc))[1] as answer
        from delivery_receipts where delivery_id = ${id} group by carrier_id) attempts
    ) last
    where d.id = ${id} and d.state = 'sent' and last.state is not null
    returning d.state`.execute(db)
  const [settled] = rows
  const delivery = settled && (await deliveryOf(db, id))
  if (!settled || !delivery || !alert) return
  const { state } = settled
  if (state === 'delivered') return
  await tell(db, record, alert, delivery, { state, key: `receipt:${id}` })
  if (delivery.step > 0) await goOn(db, { ...delivery, alert_id: alert.id })
}
