import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'

/** Kinds of attention items. Each counts the rows accessible to the caller, and is omitted where they may not list them. */
export const AttentionKind = z.enum([
  /** Alerts that are pending or active, tests excluded; as severe as the worst of them. Area: alerts. */
  'open_alerts',
  /** Safety incidents of the last 7 days with `escalation_needed` that no one has acknowledged; critical from a risk of 0.8, else high. Area: analytics. */
  'safety_escalations',
  /** Deliveries more than 30 seconds late: alarms are not being processed; critical. Area: alerts. */
  'alarms_not_processed',
  /** Devices whose status is `faulty`; high. Area: devices. */
  'devices_faulty',
  /** Devices in service that last reported more than 24 hours ago; high. Area: devices. */
  'devices_silent',
  /** Devices that are not retired and whose battery is below 20 percent; medium, high when one is below 5. Area: devices. */
  'low_battery',
  /** Active elderly users without a single emergency contact; medium. Area: elderly. */
  'people_without_contact',
  /** Subscriptions whose status is `past_due`; high. Area: revenue, or own_subscription for the caller's own. */
  'past_due_subscriptions',
  /** Trials that end within 3 days; medium. Area: revenue, or own_subscription for the caller's own. */
  'trials_ending',
  /** Admin users whose status is `suspended`; low. Area: admins. */
  'people_suspended',
  /** Rate-limit violations of the last 24 hours; medium. Area: monitoring. */
  'rate_limit_violations',
  /** Interface texts that wait for approval, for those who may approve them; low. Area: translations. */
  'texts_in_review',
])
export type AttentionKind = z.infer<typeof AttentionKind>

export const AttentionSeverity = z.enum(['critical', 'high', 'medium', 'low'])
export type AttentionSeverity = z.infer<typeof AttentionSeverity>

export const AttentionItem = z.object({
  kind: AttentionKind,
  severity: AttentionSeverity,
  count: z.int().positive(),
  /** Since when the oldest has needed attention, where known. */
  since: Instant.nullable(),
  /** Console path; for resources, the list filtered to exactly these rows. */
  path: z.string().startsWith('/'),
})
export type AttentionItem = z.infer<typeof AttentionItem>

export const attention = {
  list: endpoint({
    method: 'GET',
    path: '/api/attention',
    summary: 'List what needs the caller’s attention, most severe first, then oldest',
    access: 'signed-in',
    reply: z.object({ items: z.array(AttentionItem), as_of: Instant }),
  }),
}
