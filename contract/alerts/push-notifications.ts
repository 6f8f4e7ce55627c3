import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, PersonKey } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { Channel, Delivery, DeliveryState } from './timeline.ts'

/** Callbacks of carriers about deliveries. */
export const deliveryReceipts = {
  twilio: endpoint({
    method: 'POST',
    path: '/api/webhooks/twilio/{id}',
    summary:
      'Receive a Twilio status callback about a delivery, signed by `X-Twilio-Signature`; 404 where Twilio is not configured',
    access: 'public',
    rateLimit: 'telemetry',
    consumes: 'application/x-www-form-urlencoded',
    /** Unparsed, because the signature covers these values. */
    body: z.string(),
  }),
}

/** A browser registered for push notifications (Push API), or a webhook for ladder deliveries. */
export const NotificationChannel = z.object({
  id: Id,
  kind: z.enum(['push', 'webhook']),
  /** The host of a browser's push service, or a webhook's URL. */
  target: z.string(),
  person_id: Id.nullable(),
  created_at: Instant,
})

/** The result of `PushSubscription.toJSON()` (Push API). */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  expirationTime: z.number().nullable().optional(),
  keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
})

const NewChannel = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('push'), subscription: PushSubscription }),
  z.strictObject({
    kind: z.literal('webhook'),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    organization_id: Id.optional(),
  }),
])

const StateCount = z.object({ channel: Channel, state: DeliveryState, count: z.int() })

export const pushNotifications = {
  send: endpoint({
    method: 'POST',
    path: '/api/push-notifications/send',
    summary: 'Send a notification to the browsers of a person',
    access: may('alerts', 'create'),
    body: z.strictObject({
      user_id: z.union([PersonKey, z.int().positive().transform(String)]),
      title: z.string().trim().min(1).max(120),
      body: z.string().trim().max(500).default(''),
    }),
    status: 202,
    reply: z.object({ id: Id, deliveries: z.array(Delivery) }),
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/push-notifications/status/{id}',
    summary: 'Show the deliveries of a notification',
    access: may('alerts', 'show'),
    reply: z.object({ id: Id, deliveries: z.array(Delivery) }),
  }),
  analytics: endpoint({
    method: 'GET',
    path: '/api/push-notifications/analytics',
    summary: 'Count deliveries by channel and state',
    access: may('alerts', 'list'),
    query: z.strictObject({ time_range: z.enum(['1h', '24h', '7d', '30d', '90d', '12m']).default('24h') }),
    reply: z.object({
      total: z.int(),
      /** Share of attempted deliveries that were sent or delivered; null without any. */
      success_rate: z.number().nullable(),
      /** Milliseconds after the due time. */
      median_delay_ms: z.number().nullable(),
      /** Repeated sends after a crash between sending and recording. */
      repeats: z.int(),
      by_state: z.array(StateCount),
    }),
  }),
  channels: endpoint({
    method: 'GET',
    path: '/api/push-notifications/channels',
    summary: 'List the caller’s browsers and their organization’s webhooks, with the VAPID public key',
    access: may('alerts', 'list'),
    reply: z.object({ vapid_public_key: z.string(), channels: z.array(NotificationChannel) }),
  }),
  addChannel: endpoint({
    method: 'POST',
    path: '/api/push-notifications/channels',
    summary: 'Add this browser, or a webhook of the organization',
    access: may('alerts', 'trigger'),
    body: NewChannel,
    status: 201,
    reply: NotificationChannel.extend({
      /** Webhook signing secret; shown only once. */
      secret: z.string().nullable(),
    }),
  }),
  removeChannel: endpoint({
    method: 'DELETE',
    path: '/api/push-notifications/channels/{id}',
    summary: 'Remove a browser or a webhook',
    access: may('alerts', 'trigger'),
  }),
}
