import type { Generated } from 'kysely'
import type { WebhookDeliveryStatus, WebhookEndpointStatus } from '#contract/platform/webhooks.ts'
import type { Instant, Json } from './column.ts'

export interface WebhookEndpoints {
  id: string
  organization_id: string
  url: string
  description: Generated<string>
  event_types: string[]
  status: Generated<WebhookEndpointStatus>
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Instant | null
  failures: Generated<number>
  failing_since: Instant | null
  held_until: Instant | null
  last_success_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface OutboxEvents {
  id: string
  position: Generated<number>
  type: string
  organization_id: string
  record_id: string
  data: Json<unknown>
  occurred_at: Generated<Instant>
  dispatched_at: Instant | null
}

export interface WebhookDeliveries {
  id: Generated<string>
  endpoint_id: string
  organization_id: string
  event_id: string
  type: string
  record_id: string
  position: number
  state: WebhookDeliveryStatus
  attempts: Generated<number>
  replays: Generated<number>
  due_at: Generated<Instant>
  lease_until: Instant | null
  last_attempt_at: Instant | null
  response_status: number | null
  response_text: string | null
  created_at: Generated<Instant>
  settled_at: Instant | null
}
