import { z } from 'zod'
import { Alert } from '../alerts/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, PersonKey, personal } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

const limit = z.coerce.number().int().min(1).max(200).default(50)

export const Acknowledgment = z.object({
  alert_id: Id,
  acknowledged: z.boolean(),
  acknowledged_by: z.object({ id: Id, user_id: z.int(), name: z.string() }).nullable(),
  acknowledged_at: Instant.nullable(),
  notes: personal(z.string()),
})

export const safetyAlerts = {
  open: endpoint({
    method: 'GET',
    path: '/api/metrics/safety/alerts',
    summary: 'List open alerts, most urgent first, with counts',
    access: may('alerts', 'list'),
    query: z.strictObject({ limit }),
    reply: z.object({
      alerts: z.array(Alert),
      total: z.int(),
      unacknowledged: z.int(),
      critical: z.int(),
      oldest_raised_at: Instant.nullable(),
    }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/safety/alerts/{id}/acknowledge',
    summary: 'Acknowledge an alert, as the caller or on behalf of `acknowledged_by`',
    access: may('alerts', 'update'),
    body: z.strictObject({
      alert_id: Id.optional(),
      acknowledged_by: z.union([PersonKey, z.int().positive().transform(String)]).optional(),
      notes: z.string().trim().max(2_000).optional(),
    }),
    reply: Acknowledgment,
  }),
  acknowledgment: endpoint({
    method: 'GET',
    path: '/api/safety/alerts/{id}/acknowledgment',
    summary: 'Get the acknowledgement of an alert',
    access: may('alerts', 'show'),
    reply: Acknowledgment,
  }),
  acknowledged: endpoint({
    method: 'GET',
    path: '/api/safety/alerts/acknowledged',
    summary: 'List acknowledged alerts, latest first',
    access: may('alerts', 'list'),
    query: z.strictObject({ limit }),
    reply: z.object({ alerts: z.array(Alert), total: z.int() }),
  }),
}
