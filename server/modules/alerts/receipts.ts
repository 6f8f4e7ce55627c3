import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { deliveryReceipts } from '#contract/alerts/push-notifications.ts'
import { receiptUrl } from '#server/adapters/channels/index.ts'
import type { Receipt } from '#server/adapters/channels/twilio.ts'
import { isValidSignature, parseReceipt } from '#server/adapters/channels/twilio.ts'
import { publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { type LockedAlert, lockAlert, recordDeliveryEvent } from './commands.ts'
import { advanceToNextStep } from './queue.ts'

type WriteAudit = (entry: AuditEntry) => void

const findDelivery = (db: Db, id: string) =>
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
 * Stores a carrier's receipt; repeats are ignored.
 * @throws Problem 404 for an unknown delivery
 */
export async function recordReceipt(db: Db, audit: WriteAudit, id: string, receipt: Receipt): Promise<void> {
  const delivery = await findDelivery(db, id)
  if (!delivery) throw notFound('This delivery')
  // Lock order: always the alert before its deliveries.
  const alert = delivery.alert_id ? await lockAlert(db, delivery.alert_id) : null
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('delivery_receipts')
    .values({
      delivery_id: delivery.id,
      carrier_id: receipt.carrierId,
      status: receipt.status,
      state: receipt.state,
      code: receipt.code,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await applyReceipts(db, audit, alert, delivery.id)
}

/**
 * Updates a sent delivery from its receipts: delivered if any attempt was delivered; failed if all attempts failed, which
 * advances the ladder. A receipt that arrives before the send is recorded is applied later.
 */
export async function applyReceipts(
  db: Db,
  audit: WriteAudit,
  alert: LockedAlert | null,
  id: string,
): Promise<void> {
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
  const delivery = settled && (await findDelivery(db, id))
  if (!settled || !delivery || !alert) return
  const { state } = settled
  if (state === 'delivered') return
  await recordDeliveryEvent(db, audit, alert, delivery, { state, key: `receipt:${id}` })
  if (delivery.step > 0) await advanceToNextStep(db, { ...delivery, alert_id: alert.id })
}

const carrierRoutes = serve(deliveryReceipts)({
  async twilio({ body, db, params, audit, request, services: { config } }) {
    const token = config.TWILIO_AUTH_TOKEN
    if (!token) throw notFound('Twilio')
    const form = new URLSearchParams(body)
    const signature = String(request.headers['x-twilio-signature'] ?? '')
    if (!isValidSignature(signature, token, receiptUrl(publicUrl(config), params.id), form))
      throw new Problem(400, 'Invalid signature', { kind: 'signature' })
    const receipt = parseReceipt(form)
    if (receipt) await recordReceipt(db, audit, params.id, receipt)
  },
})

export default async (app: FastifyInstance, options: { services: Services }) => {
  await app.register(async carriers => {
    carriers.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    await carriers.register(carrierRoutes, options)
  })
}
