import type { FastifyInstance } from 'fastify'
import { deliveryReceipts } from '#contract/alerts/delivery-receipts.ts'
import { receiptAddress } from '#server/adapters/channels/index.ts'
import { isSigned, readReceipt } from '#server/adapters/channels/twilio-receipt.ts'
import { publicUrl } from '#server/config.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { takeReceipt } from '../receipts.ts'

const ofCarriers = serve(deliveryReceipts)({
  async twilio({ body, db, params, record, request, services: { config } }) {
    const token = config.TWILIO_AUTH_TOKEN
    if (!token) throw notFound('Twilio')
    const form = new URLSearchParams(body)
    const signature = String(request.headers['x-twilio-signature'] ?? '')
    if (!isSigned(signature, token, receiptAddress(publicUrl(config), params.id), form))
      throw new Problem(400, 'The signature is not valid', { kind: 'signature' })
    const receipt = readReceipt(form)
    if (receipt) await takeReceipt(db, record, params.id, receipt)
  },
})

export default async (app: FastifyInstance, options: { services: Services }) => {
  await app.register(async carriers => {
    carriers.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    await carriers.register(ofCarriers, options)
  })
}
