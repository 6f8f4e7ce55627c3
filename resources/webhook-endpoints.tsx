import { WebhookEndpoint, webhookDeliveries, webhookEndpoints } from '#contract/platform/webhooks.ts'
import { badge } from '#kit/resource/badge.tsx'
import { ago } from '#kit/resource/field-views.tsx'
import { related } from '#kit/resource/related.ts'
import { resource } from '#kit/resource/resource.ts'
import { EndpointActions } from '#kit/webhooks/endpoint-actions.tsx'

export default resource({
  name: 'webhook-endpoints',
  path: '/webhook-endpoints',
  group: 'system',
  area: 'webhooks',
  schema: WebhookEndpoint,
  api: webhookEndpoints,
  title: 'url',
  reveals: 'secret',
  related: [related('webhook-deliveries', webhookDeliveries.list, 'endpoint_id')],
  actions: row => <EndpointActions row={row} />,
  list: {
    columns: [
      'url',
      'description',
      'status',
      'event_types',
      'organization_id',
      'failures',
      'last_success_at',
    ],
    filters: ['status', 'url', 'description', 'organization_id', 'failing_since', 'created_at'],
    sort: 'url',
  },
  fields: {
    status: badge({ active: 'green', paused: 'grey', suspended: 'red', disabled: 'red' }),
    last_success_at: ago,
    failing_since: ago,
  },
})
