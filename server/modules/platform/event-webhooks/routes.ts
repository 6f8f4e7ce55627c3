import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  secretOverlapHours,
  type WebhookEndpointStatus,
  webhookDeliveries,
  webhookEndpoints,
} from '#contract/platform/webhooks.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { deliveryTable, endpointTable, queueTestEvent, replay } from './queries.ts'
import { queueOrphans } from './queue.ts'
import { generateSecret } from './secrets.ts'
import { registerStopLetters } from './stop.ts'
import { startWebhookWorker } from './worker.ts'

type EndpointCall = AuthenticatedCall & { params: { id: string } }

/** Sets the status of an accessible endpoint; the failures before it count no more. */
async function setStatus(call: EndpointCall, status: WebhookEndpointStatus, action: 'pause' | 'resume') {
  const { id, organization_id, status: before } = await endpointTable.find(call, call.params.id)
  if (before !== status) {
    await call.db
      .updateTable('webhook_endpoints')
      .set({ status, failures: 0, failing_since: null, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
  }
  call.audit({
    action,
    resourceType: 'webhook-endpoints',
    resourceId: id,
    organizationId: organization_id,
    details: { before: { status: before }, after: { status } },
  })
  return endpointTable.find(call, id)
}

const endpoints = serve(webhookEndpoints)({
  list: endpointTable.list,
  show: call => endpointTable.find(call, call.params.id),

  create: async call => {
    const id = uuid()
    const secret = generateSecret()
    const { organization_id = call.actor.organizationId, ...body } = call.body
    const row = { ...body, id, organization_id, secret: call.services.vault.seal(secret, id) }
    return { ...(await endpointTable.insert(call, row)), secret }
  },

  update: call => endpointTable.update(call, call.params.id, call.body),
  remove: call => endpointTable.remove(call, call.params.id),
  pause: call => setStatus(call, 'paused', 'pause'),

  resume: async call => {
    const endpoint = await setStatus(call, 'active', 'resume')
    await queueOrphans(call.db, endpoint.id)
    return endpoint
  },

  rotateSecret: async call => {
    const { id, organization_id } = await endpointTable.find(call, call.params.id)
    const secret = generateSecret()
    await call.db
      .updateTable('webhook_endpoints')
      .set({
        previous_secret: sql`secret`,
        previous_secret_until: sql`now() + make_interval(hours => ${secretOverlapHours})`,
        secret: call.services.vault.seal(secret, id),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute()
    call.audit({
      action: 'rotate_secret',
      resourceType: 'webhook-endpoints',
      resourceId: id,
      organizationId: organization_id,
    })
    return { ...(await endpointTable.find(call, id)), secret }
  },

  test: async call => {
    const endpoint = await endpointTable.find(call, call.params.id)
    if (endpoint.status !== 'active')
      throw new Problem(409, 'Resume this endpoint before you test it', { kind: 'webhook-not-active' })
    const delivery_id = await queueTestEvent(call, endpoint)
    call.audit({
      action: 'test',
      resourceType: 'webhook-endpoints',
      resourceId: endpoint.id,
      organizationId: endpoint.organization_id,
      details: { delivery: delivery_id },
    })
    return { delivery_id }
  },

  replayFailed: async call => {
    const { id, organization_id } = await endpointTable.find(call, call.params.id)
    const { since } = call.body
    const replayed = await replay(call.db, id, { failedSince: since })
    call.audit({
      action: 'replay',
      resourceType: 'webhook-endpoints',
      resourceId: id,
      organizationId: organization_id,
      details: { since, replayed },
    })
    return { replayed }
  },
})

const deliveries = serve(webhookDeliveries)({
  list: deliveryTable.list,
  show: call => deliveryTable.find(call, call.params.id),

  replay: async call => {
    const { id, endpoint_id, organization_id } = await deliveryTable.find(call, call.params.id)
    if ((await replay(call.db, endpoint_id, { delivery: id })) === 0)
      throw new Problem(409, 'This delivery hasn’t finished yet', { kind: 'webhook-pending' })
    call.audit({
      action: 'replay',
      resourceType: 'webhook-deliveries',
      resourceId: id,
      organizationId: organization_id,
      details: { endpoint: endpoint_id },
    })
    return deliveryTable.find(call, id)
  },
})

/** Webhook endpoints, the log of their deliveries, and the worker that delivers. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  registerStopLetters(services)
  startWebhookWorker(services)
  await app.register(endpoints, { services })
  await app.register(deliveries, { services })
}
