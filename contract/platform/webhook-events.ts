import { z } from 'zod'
import { Alert } from '../alerts/index.ts'
import { Subscription } from '../billing/index.ts'
import { SafetyIncident } from '../conversations/index.ts'
import { Device } from '../devices/index.ts'
import { Id, Instant, RoleName, reference } from '../kit/fields.ts'
import { Unit } from '../kit/figure.ts'
import { Person } from '../people/index.ts'
import { ruleReasons, ruleStates } from './figure-rules.ts'
import { testEventType, type WebhookEventType } from './webhooks.ts'

/**
 * Values that events carry, by kind of record, as they are after the change: ids, states and settings. Names, contact
 * data, positions, speech and health records are left out; a receiver that needs them reads the record from the API.
 */
export const eventValues = {
  alert: Alert.pick({
    type: true,
    severity: true,
    source: true,
    test: true,
    status: true,
    person_id: true,
    device_id: true,
    raised_at: true,
    notified_at: true,
    acknowledged_at: true,
    resolved_at: true,
    cancelled_at: true,
    cause: true,
    valid: true,
  }),
  device: Device.pick({
    serial: true,
    kind: true,
    status: true,
    battery: true,
    person_id: true,
    report_interval_seconds: true,
    last_seen_at: true,
  }),
  person: Person.pick({ user_id: true, status: true, last_login: true }).extend({ role: RoleName }),
  subscription: Subscription.pick({
    plan: true,
    billing_cycle: true,
    status: true,
    price: true,
    mrr: true,
    cancel_at_period_end: true,
    current_period_start: true,
    current_period_end: true,
    trial_end: true,
  }),
  incident: SafetyIncident.pick({
    risk_score: true,
    context: true,
    escalation_needed: true,
    conversation_id: true,
    alert_id: true,
  }).extend({ person_id: reference('elderly') }),
} as const
export type EventSubject = keyof typeof eventValues

const dataOf = (values: z.ZodType) =>
  z.object({
    id: Id.meta({ description: 'The record that changed' }),
    organization_id: Id,
    action: z.string().meta({ description: 'What happened, as in the activity log', examples: ['update'] }),
    changed: z.array(z.string()).meta({
      description: 'Names of the changed fields, where the log has them',
      examples: [['status']],
    }),
    values: values.meta({ description: 'The record after the change; null once it is deleted or erased' }),
  })

const eventOf = (type: string, summary: string, values: z.ZodType) =>
  z
    .object({
      type: z.literal(type),
      timestamp: Instant.meta({ description: 'When the record changed' }),
      data: dataOf(values),
    })
    .meta({ description: summary })

const recordEvent = (type: WebhookEventType, summary: string) =>
  eventOf(type, summary, eventValues[type.split('.')[0] as EventSubject].nullable())

export const reportEventType = 'report.sent' satisfies WebhookEventType

/** What a report contains when it is due, as its owner may see it. */
const ReportEventValues = z.object({
  name: z.string(),
  source: z.string().meta({ description: 'The list, or the screen of the figures', examples: ['devices'] }),
  due_at: Instant,
  url: z.url().meta({ description: 'Opens the data in the console, after sign-in' }),
  rows: z.int().nullable().meta({ description: 'Number of rows of a list; null for figures' }),
  figures: z
    .array(
      z.object({
        name: z.string(),
        unit: Unit,
        value: z.number().nullable(),
        previous: z.number().nullable().meta({ description: 'The value in the period before' }),
      }),
    )
    .nullable()
    .meta({ description: 'Null for a list' }),
})
export type ReportEventValues = z.infer<typeof ReportEventValues>

export const figureRuleEventType = 'figure_rule.changed' satisfies WebhookEventType

/** A change of a rule on a figure, as its owner may see it. */
const FigureRuleEventValues = z.object({
  name: z.string(),
  screen: z.string().meta({ description: 'The screen of the figure', examples: ['usage'] }),
  figure: z.string().meta({ examples: ['active_users'] }),
  state: z.enum(ruleStates),
  previous_state: z.enum(ruleStates),
  unit: Unit,
  value: z.number().nullable(),
  measured: z.number().nullable().meta({ description: 'What is compared with the threshold' }),
  threshold: z.number().nullable(),
  reason: z.enum(ruleReasons).nullable(),
  from: Instant.nullable().meta({ description: 'Start of the time that the figure covers' }),
  to: Instant.nullable(),
  url: z.url().meta({ description: 'Opens the figure in the console, after sign-in' }),
})
export type FigureRuleEventValues = z.infer<typeof FigureRuleEventValues>

/** The message of each event type, as it is posted to an endpoint. */
export const webhookEvents = {
  'alert.created': recordEvent('alert.created', 'An alert was raised'),
  'alert.updated': recordEvent(
    'alert.updated',
    'Someone was notified of an alert, or it was acknowledged, resolved or cancelled',
  ),
  'device.created': recordEvent('device.created', 'A device was registered'),
  'device.updated': recordEvent('device.updated', 'A device was changed, or changed its status'),
  'device.deleted': recordEvent('device.deleted', 'A device was removed'),
  'device.restored': recordEvent('device.restored', 'A removed device was restored'),
  'person.created': recordEvent('person.created', 'A person got an account'),
  'person.updated': recordEvent('person.updated', 'A person’s account or profile was changed'),
  'person.deleted': recordEvent('person.deleted', 'A person was removed'),
  'person.restored': recordEvent('person.restored', 'A removed person was restored'),
  'person.erased': recordEvent('person.erased', 'A person’s data were erased; delete your copies'),
  'subscription.created': recordEvent('subscription.created', 'A subscription or trial began'),
  'subscription.updated': recordEvent('subscription.updated', 'A subscription was changed, renewed or ended'),
  'incident.created': recordEvent('incident.created', 'A turn of at least medium risk opened an incident'),
  'incident.updated': recordEvent('incident.updated', 'An incident was escalated to an alert'),
  [reportEventType]: eventOf(reportEventType, 'A scheduled report was due', ReportEventValues),
  [figureRuleEventType]: eventOf(
    figureRuleEventType,
    'A rule on a figure fires, recovers, or has no data',
    FigureRuleEventValues,
  ),
  [testEventType]: eventOf(testEventType, 'A test event, sent from the console', z.null()),
} as const satisfies Record<WebhookEventType | typeof testEventType, z.ZodType>
