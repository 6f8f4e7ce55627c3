import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Locale, Name, reference, TimeZone } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { rangeNames } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { Recipient, recurringFields } from './recurring.ts'
import { ReportSchedule } from './report-schedule.ts'

/** Maximum number of reports of one person. */
export const maxReports = 100

/** What a report contains. */
export const ReportSource = z.strictObject({
  kind: z.enum(['list', 'figures']),
  /** The resource of the list, or the screen of the figures (`report-sources.ts`). */
  name: z.string().min(1).max(60),
  /** Of a list: its query as for an export, with filters, order and columns. */
  query: z.string().max(8_000).default(''),
  /** Of a list: where the console shows it, with the query string of its screen. */
  path: z
    .string()
    .max(8_000)
    .regex(/^\/([^/\\].*)?$/, 'Must be a path of the console')
    .default('/'),
  /** Of figures: the time that they cover, until they are sent. */
  range: z.enum(rangeNames).default('30d'),
})
export type ReportSource = z.infer<typeof ReportSource>

/** `unsubscribed` by the link in an e-mail; only that person can subscribe again. */
const Subscriber = Recipient.extend({ unsubscribed: z.boolean() })

/** A list or figures that are sent by e-mail on a schedule; each recipient gets what they may see themselves. */
export const Report = z.object({
  id: Id,
  name: Name,
  source: ReportSource,
  schedule: ReportSchedule,
  time_zone: TimeZone,
  format: z.enum(['xlsx', 'csv']),
  /** Null for the language of each recipient. */
  language: Locale.nullable(),
  recipients: z.array(Subscriber),
  last_at: Instant.nullable(),
  ...recurringFields,
})
export type Report = z.infer<typeof Report>

const settings = Report.pick({
  name: true,
  source: true,
  schedule: true,
  time_zone: true,
  format: true,
  language: true,
  recipient_ids: true,
  webhook: true,
})

export const reports = {
  list: endpoint({
    method: 'GET',
    path: '/api/reports',
    summary: 'List scheduled reports',
    access: may('reports', 'list'),
    ...listing('reports', Report, {
      filter: ['status', 'name', 'format', 'owner_id', 'organization_id', 'next_at', 'created_at'],
      sort: ['name', 'status', 'next_at', 'last_at', 'created_at'],
      search: ['name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/reports/{id}',
    summary: 'Show a scheduled report',
    access: may('reports', 'show'),
    reply: Report,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/reports',
    summary: 'Send a list or figures on a schedule',
    access: may('reports', 'create'),
    body: settings
      .extend({
        /** By default that of the caller. */
        time_zone: TimeZone.optional(),
        format: settings.shape.format.default('xlsx'),
        language: settings.shape.language.default(null),
        webhook: settings.shape.webhook.default(false),
      })
      .strict(),
    status: 201,
    reply: Report,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/reports/{id}',
    summary: 'Change, pause or resume a scheduled report',
    access: may('reports', 'update'),
    body: settings.extend({ status: Report.shape.status }).partial().strict(),
    reply: Report,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/reports/{id}',
    summary: 'Remove a scheduled report and the history of its deliveries',
    access: may('reports', 'delete'),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/reports/{id}/test',
    summary: 'Send a report to yourself now',
    access: may('reports', 'update'),
    rateLimit: 'mail',
    status: 202,
    reply: z.object({ delivery_id: Id }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/report-recipients',
    summary: 'List the people of an organization who may receive a list or figures',
    access: may('reports', 'create'),
    query: z.strictObject({
      kind: ReportSource.shape.kind,
      name: ReportSource.shape.name,
      /** By default the caller’s. */
      organization_id: Id.optional(),
    }),
    reply: z.object({ people: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
}

/** Why a person did not get a report, or only a link to it. */
export const deliveryReasons = [
  'unsubscribed',
  'inactive',
  'moved',
  'no_access',
  'no_email',
  'second_factor',
  'invalid',
  'undeliverable',
  // Sent, with a link instead of the data.
  'too_large',
  'unverified',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** A report to one person. */
export const ReportDelivery = z.object({
  id: Id,
  report_id: reference('reports'),
  person_name: z.string(),
  /** When it was due; of a test, when it was asked for. */
  due_at: Instant,
  test: z.boolean(),
  status: z.enum(['queued', 'sent', 'skipped', 'failed']),
  reason: z.enum(deliveryReasons).nullable(),
  rows: z.int().nullable(),
  /** Size of the attachment; null if there is none. */
  bytes: z.int().nullable(),
  attempts: z.int(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  sent_at: Instant.nullable(),
  organization_id: reference('organizations'),
  created_at: Instant,
})

export const reportDeliveries = {
  list: endpoint({
    method: 'GET',
    path: '/api/report-deliveries',
    summary: 'List who got which report, newest first',
    access: may('reports', 'list'),
    ...listing('deliveries', ReportDelivery, {
      filter: ['status', 'reason', 'test', 'report_id', 'organization_id', 'created_at'],
      sort: ['created_at'],
      search: [],
      keyset: 'created_at',
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/report-deliveries/{id}',
    summary: 'Show a delivery of a report',
    access: may('reports', 'show'),
    reply: ReportDelivery,
  }),
}

const subscription = z.object({ report_name: z.string(), subscribed: z.boolean() })
/** The signed token of the link in an e-mail. */
const token = z.strictObject({ token: z.string().max(200) })

/** The link in the e-mails of a report. Only POST and PUT change something, because mail scanners follow links. */
export const reportSubscriptions = {
  show: endpoint({
    method: 'GET',
    path: '/api/report-subscriptions',
    summary: 'Show the subscription that a link in an e-mail is about',
    access: 'public',
    query: token,
    reply: subscription,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/report-subscriptions',
    summary: 'Unsubscribe from a report (RFC 8058)',
    access: 'public',
    query: token,
    reply: subscription,
  }),
  resume: endpoint({
    method: 'PUT',
    path: '/api/report-subscriptions',
    summary: 'Subscribe to a report again',
    access: 'public',
    query: token,
    reply: subscription,
  }),
}
