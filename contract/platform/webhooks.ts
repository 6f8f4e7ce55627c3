import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference, summable } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

/** Event types that an endpoint can subscribe to; their schemas are in `webhook-events.ts`. */
export const webhookEventTypes = [
  'alert.created',
  'alert.updated',
  'device.created',
  'device.updated',
  'device.deleted',
  'device.restored',
  'person.created',
  'person.updated',
  'person.deleted',
  'person.restored',
  'person.erased',
  'subscription.created',
  'subscription.updated',
  'incident.created',
  'incident.updated',
  'report.sent',
  'figure_rule.changed',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The event of a test, which needs no subscription. */
export const testEventType = 'webhook.test'

/** Hours for which the previous secret signs as well after a rotation. */
export const secretOverlapHours = 24

/**
 * `paused` by a person; `suspended` after days of failures; both hold events back until the endpoint is resumed.
 * `disabled` because the receiver answered 410 Gone; it gets no more events.
 */
const WebhookEndpointStatus = z.enum(['active', 'paused', 'suspended', 'disabled'])
export type WebhookEndpointStatus = z.output<typeof WebhookEndpointStatus>

/** A system of an organization that receives events by HTTP, signed after Standard Webhooks. */
export const WebhookEndpoint = z.object({
  id: Id,
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  description: z.string().trim().max(200),
  event_types: z.array(z.enum(webhookEventTypes)).min(1, 'Choose at least one event type'),
  status: WebhookEndpointStatus,
  /** An endpoint of the service receives the events of every organization. */
  organization_id: reference('organizations'),
  /** Failed attempts since the last success. */
  failures: summable(z.int()),
  failing_since: Instant.nullable(),
  last_success_at: Instant.nullable(),
  /** Until when events are signed with the previous secret as well. */
  previous_secret_until: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

const settings = WebhookEndpoint.pick({ url: true, event_types: true }).extend({
  description: WebhookEndpoint.shape.description.optional(),
})
/** `whsec_` and 32 bytes in base64; shown only once. */
const secret = z.string()

export const webhookEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhook-endpoints',
    summary: 'List webhook endpoints',
    access: may('webhooks', 'list'),
    ...listing('endpoints', WebhookEndpoint, {
      filter: ['status', 'url', 'description', 'organization_id', 'failing_since', 'created_at'],
      sort: ['url', 'status', 'failures', 'last_success_at', 'created_at'],
      search: ['url', 'description'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/webhook-endpoints/{id}',
    summary: 'Show a webhook endpoint',
    access: may('webhooks', 'show'),
    reply: WebhookEndpoint,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints',
    summary: 'Add a webhook endpoint; its signing secret is returned only once',
    access: may('webhooks', 'create'),
    stepUp: true,
    body: z.strictObject({
      ...settings.shape,
      organization_id: WebhookEndpoint.shape.organization_id.optional(),
    }),
    status: 201,
    reply: WebhookEndpoint.extend({ secret }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/webhook-endpoints/{id}',
    summary: 'Change the URL, event types or description of a webhook endpoint',
    access: may('webhooks', 'update'),
    stepUp: true,
    body: z.strictObject(settings.partial().shape),
    reply: WebhookEndpoint,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/webhook-endpoints/{id}',
    summary: 'Remove a webhook endpoint and its delivery log',
    access: may('webhooks', 'delete'),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/pause',
    summary: 'Hold back the events of a webhook endpoint',
    access: may('webhooks', 'update'),
    reply: WebhookEndpoint,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/resume',
    summary: 'Resume a paused, suspended or disabled webhook endpoint; events held back are sent in order',
    access: may('webhooks', 'update'),
    reply: WebhookEndpoint,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/secret',
    summary: `Replace the signing secret; for ${secretOverlapHours} hours events carry signatures of both`,
    access: may('webhooks', 'update'),
    stepUp: true,
    reply: WebhookEndpoint.extend({ secret }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/test',
    summary: 'Send a test event to a webhook endpoint',
    access: may('webhooks', 'update'),
    status: 202,
    reply: z.object({ delivery_id: Id }),
  }),
  replayFailed: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/replay',
    summary: 'Send again every delivery of a webhook endpoint that failed since an instant',
    access: may('webhooks', 'update'),
    body: z.strictObject({ since: Instant }),
    status: 202,
    reply: z.object({ replayed: z.int() }),
  }),
}

/** `waiting` behind an earlier event of the same record; `queued` until `next_attempt_at`; `failed` after the last attempt. */
const WebhookDeliveryStatus = z.enum(['waiting', 'queued', 'sending', 'delivered', 'failed'])
export type WebhookDeliveryStatus = z.output<typeof WebhookDeliveryStatus>

/** An event on its way to an endpoint. */
export const WebhookDelivery = z.object({
  id: Id,
  endpoint_id: reference('webhook-endpoints'),
  /** The header `webhook-id`: the same in every attempt and replay. */
  event_id: Id,
  event_type: z.enum([...webhookEventTypes, testEventType]),
  record_id: Id,
  status: WebhookDeliveryStatus,
  /** Since the event, or its last replay. */
  attempts: summable(z.int()),
  replays: summable(z.int()),
  /** Null if there was no response. */
  response_status: z.int().nullable(),
  /** Beginning of the response, or why there was none. */
  response_text: z.string().nullable(),
  /** The field `data` of the message. */
  data: z.record(z.string(), z.unknown()),
  organization_id: reference('organizations'),
  next_attempt_at: Instant.nullable(),
  last_attempt_at: Instant.nullable(),
  settled_at: Instant.nullable(),
  created_at: Instant,
})

export const webhookDeliveries = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhook-deliveries',
    summary: 'List webhook deliveries, newest first',
    access: may('webhooks', 'list'),
    ...listing('deliveries', WebhookDelivery, {
      filter: [
        'status',
        'event_type',
        'endpoint_id',
        'event_id',
        'record_id',
        'response_status',
        'organization_id',
        'created_at',
      ],
      sort: ['created_at'],
      search: [],
      keyset: 'created_at',
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/webhook-deliveries/{id}',
    summary: 'Show a webhook delivery',
    access: may('webhooks', 'show'),
    reply: WebhookDelivery,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/webhook-deliveries/{id}/replay',
    summary: 'Send a delivered or failed event again',
    access: may('webhooks', 'update'),
    status: 202,
    reply: WebhookDelivery,
  }),
}
