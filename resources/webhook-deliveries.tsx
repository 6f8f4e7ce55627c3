import { WebhookDelivery, webhookDeliveries } from '#contract/platform/webhooks.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'
import { ReplayDelivery } from '#kit/webhooks/replay-delivery.tsx'

export default resource({
  name: 'webhook-deliveries',
  path: '/webhook-deliveries',
  group: 'system',
  area: 'webhooks',
  schema: WebhookDelivery,
  api: webhookDeliveries,
  title: 'event_type',
  actions: row => <ReplayDelivery row={row} />,
  list: {
    columns: [
      'created_at',
      'event_type',
      'endpoint_id',
      'status',
      'attempts',
      'response_status',
      'response_text',
    ],
    filters: [
      'status',
      'event_type',
      'endpoint_id',
      'response_status',
      'record_id',
      'event_id',
      'organization_id',
      'created_at',
    ],
    sort: '-created_at',
  },
  fields: {
    status: badge({ waiting: 'grey', queued: 'yellow', sending: 'blue', delivered: 'green', failed: 'red' }),
    record_id: { exact: true },
    response_status: { exact: true },
  },
})
