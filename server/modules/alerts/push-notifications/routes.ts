import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { deriveVapidKeys } from '#server/adapters/channels/web-push.ts'
import { publicUrl } from '#server/config.ts'
import type { UserCall } from '#server/kit/call.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { sharedSecret } from '#server/kit/vault.ts'
import { listDeliveries } from '../queries.ts'
import { enqueueDelivery } from '../queue.ts'
import {
  deliveryStats,
  getRecipient,
  isNotificationAccessible,
  listChannels,
  listPushChannelIds,
  removeChannel,
  upsertChannel,
} from './queries.ts'

const hours = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2_160, '12m': 8_760 } as const

interface ChannelRow {
  id: string
  kind: 'push' | 'webhook'
  url: string
  person_id: string | null
  created_at: string
}

/** Shows only the push service's host for a browser: the full endpoint is a secret. */
const toPublicChannel = ({ id, kind, url, person_id, created_at }: ChannelRow) => ({
  id,
  kind,
  target: kind === 'push' ? new URL(url).host : url,
  person_id,
  created_at,
})

/** The organization that a new webhook belongs to. @throws Problem 409 where the caller administers none */
function webhookOrganization({ actor, grant }: UserCall, requested: string | undefined): string {
  if (grant.reach === 'all') return requested ?? actor.organizationId
  if (grant.reach === 'organization' && (requested ?? actor.organizationId) === actor.organizationId)
    return actor.organizationId
  if (grant.reach === 'organization') throw notFound('This organization')
  throw new Problem(409, 'Only an organization admin can add webhooks', { kind: 'rank' })
}

export default serve(pushNotifications)({
  send: async call => {
    const { user_id, title, body } = call.body
    const person = await findAccessiblePerson(call, user_id)
    const notification_id = uuid()
    const channelIds = await listPushChannelIds(call.db, person.id)
    const { name: recipient } = await getRecipient(call.db, person.id)
    for (const address of channelIds.length > 0 ? channelIds : [null]) {
      await enqueueDelivery(call.db, {
        organization_id: person.organization_id,
        notification_id,
        channel: 'push',
        recipient_kind: 'person',
        recipient_id: person.id,
        recipient,
        address,
        message: { title, text: body, url: publicUrl(call.services.config) },
      })
    }
    call.audit({
      action: 'send',
      resourceType: 'notifications',
      resourceId: notification_id,
      organizationId: person.organization_id,
      details: { person: person.id, title, browsers: channelIds.length },
    })
    return { id: notification_id, deliveries: await listDeliveries(call.db, { notification_id }) }
  },

  status: async call => {
    const { id } = call.params
    if (!(await isNotificationAccessible(call, id))) throw notFound('This notification')
    return { id, deliveries: await listDeliveries(call.db, { notification_id: id }) }
  },

  analytics: call => deliveryStats(call, hours[call.query.time_range]),

  channels: async call => ({
    vapid_public_key: deriveVapidKeys(await sharedSecret(call.services.database.db, 'vapid_key')).publicKey,
    channels: (await listChannels(call)).map(toPublicChannel),
  }),

  addChannel: async call => {
    const { body, actor } = call
    const secret = body.kind === 'webhook' ? randomBytes(24).toString('base64url') : null
    const channel = await upsertChannel(
      call.db,
      body.kind === 'webhook'
        ? {
            kind: 'webhook',
            url: body.url,
            organization_id: webhookOrganization(call, body.organization_id),
            person_id: null,
            keys: { secret: secret as string },
            session_id: null,
          }
        : {
            kind: 'push',
            url: body.subscription.endpoint,
            organization_id: actor.organizationId,
            person_id: actor.id,
            keys: body.subscription.keys,
            session_id: actor.sessionId,
          },
    )
    call.audit({
      action: 'create',
      resourceType: 'notification_channels',
      resourceId: channel.id,
      details: { kind: channel.kind },
    })
    return { ...toPublicChannel(channel), secret }
  },

  removeChannel: async call => {
    const { organization_id, kind } = await removeChannel(call, call.params.id)
    call.audit({
      action: 'delete',
      resourceType: 'notification_channels',
      resourceId: call.params.id,
      organizationId: organization_id,
      details: { kind },
    })
  },
})
