import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { pushNotifications } from '#contract/push-notifications.ts'
import { vapidKeysOf } from '#server/adapters/channels/web-push.ts'
import { publicUrl } from '#server/config.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { personInReach } from '#server/kit/person.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { sharedSecret } from '#server/kit/shared-secret.ts'
import { deliveriesOf, enqueue } from '#server/modules/alerts/index.ts'
import {
  browsersOf,
  channelsOf,
  deliveryFigures,
  isInReach,
  keepChannel,
  readerOf,
  removeChannel,
} from './queries.ts'

const hours = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2_160, '12m': 8_760 } as const

interface Kept {
  id: string
  kind: 'push' | 'webhook'
  url: string
  person_id: string | null
  created_at: string
}

/** Of a browser, only whose push service it is: its whole address is a secret. */
const shown = ({ id, kind, url, person_id, created_at }: Kept) => ({
  id,
  kind,
  target: kind === 'push' ? new URL(url).host : url,
  person_id,
  created_at,
})

/** The organization whose webhook it shall be. @throws Problem 409 for who administers none. */
function organizationOf({ actor, grant }: SignedInCall, asked: string | undefined): string {
  if (grant.reach === 'all') return asked ?? actor.organizationId
  if (grant.reach === 'organization' && (asked ?? actor.organizationId) === actor.organizationId)
    return actor.organizationId
  if (grant.reach === 'organization') throw notFound('This organization')
  throw new Problem(409, 'Only an organization admin can add webhooks', { kind: 'rank' })
}

export default serve(pushNotifications)({
  send: async call => {
    const { user_id, title, body } = call.body
    const person = await personInReach(call, user_id)
    const notification_id = uuid()
    const browsers = await browsersOf(call.db, person.id)
    const { name: recipient } = await readerOf(call.db, person.id)
    for (const address of browsers.length > 0 ? browsers : [null]) {
      await enqueue(call.db, {
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
    call.record({
      action: 'send',
      resourceType: 'notifications',
      resourceId: notification_id,
      organizationId: person.organization_id,
      details: { person: person.id, title, browsers: browsers.length },
    })
    return { id: notification_id, deliveries: await deliveriesOf(call.db, { notification_id }) }
  },

  status: async call => {
    const { id } = call.params
    if (!(await isInReach(call, id))) throw notFound('This notification')
    return { id, deliveries: await deliveriesOf(call.db, { notification_id: id }) }
  },

  analytics: call => deliveryFigures(call, hours[call.query.time_range]),

  channels: async call => ({
    vapid_public_key: vapidKeysOf(await sharedSecret(call.services.database.db, 'vapid_key')).publicKey,
    channels: (await channelsOf(call)).map(shown),
  }),

  addChannel: async call => {
    const { body, actor } = call
    const secret = body.kind === 'webhook' ? randomBytes(24).toString('base64url') : null
    const kept = await keepChannel(
      call.db,
      body.kind === 'webhook'
        ? {
            kind: 'webhook',
            url: body.url,
            organization_id: organizationOf(call, body.organization_id),
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
    call.record({
      action: 'create',
      resourceType: 'notification_channels',
      resourceId: kept.id,
      details: { kind: kept.kind },
    })
    return { ...shown(kept), secret }
  },

  removeChannel: async call => {
    const { organization_id, kind } = await removeChannel(call, call.params.id)
    call.record({
      action: 'delete',
      resourceType: 'notification_channels',
      resourceId: call.params.id,
      organizationId: organization_id,
      details: { kind },
    })
  },
})
