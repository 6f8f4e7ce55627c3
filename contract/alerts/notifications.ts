import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, TargetPersonQuery, TimeOfDay, TimeZone, targetPersonFields } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { may } from '../kit/permissions.ts'
import { PushSubscription } from './push-notifications.ts'

export const notificationKinds = [
  'message',
  'checkin_request',
  'media',
  'broadcast',
  'task',
  'on_call',
  'figure_rule',
  'report',
  'test',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Kinds that a person can do without: no one’s safety depends on them. The console shows them unless hidden. */
export const optionalKinds = ['figure_rule', 'report'] as const satisfies readonly NotificationKind[]
export type OptionalKind = (typeof optionalKinds)[number]

/** Where a person chooses how they are notified; e-mails lead there. */
export const notificationSettingsPath = '/settings#notifications'

/** Maximum of the number of unread notifications: it stands for itself and more. */
export const maxUnread = 100

/** Quiet hours, during which only alarms are delivered, and muted and hidden kinds. */
export const NotificationPreferences = z.strictObject({
  /** May span midnight; null for none. Notifications are held until the end. */
  quiet_hours: z
    .strictObject({ from: TimeOfDay, to: TimeOfDay, time_zone: TimeZone })
    .nullable()
    .default(null),
  /** Kinds that are stored in the history but not delivered, neither to devices nor by e-mail. */
  muted: z.array(z.enum(notificationKinds)).max(notificationKinds.length).default([]),
  /** Kinds that are not stored in the history. */
  hidden: z.array(z.enum(optionalKinds)).max(optionalKinds.length).default([]),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** What it is about: the address of a screen, from its path on; null if there is none. */
  path: z.string().nullable(),
  created_at: Instant,
  acknowledged_at: Instant.nullable(),
  /** Delivery time, after quiet hours; null where the kind is muted. */
  deliver_at: Instant.nullable(),
  /** Number of registered devices it is sent to. */
  devices: z.int(),
})
export type Notification = z.infer<typeof Notification>

/** Placeholders allowed in templates. */
export const placeholders = ['name', 'sender', 'organization', 'date'] as const

const Template = z
  .string()
  .trim()
  .min(1)
  .refine(
    text => [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => placeholders.includes(name as never)),
    `Allowed placeholders: ${placeholders.map(name => `{${name}}`).join(', ')}`,
  )

export const NotificationTemplate = z.object({
  id: Id,
  name: z.string(),
  language: z.enum(languages),
  title: z.string(),
  body: z.string(),
  /** Rendered with the caller as recipient. */
  preview: z.object({ title: z.string(), body: z.string() }),
  created_at: Instant,
})

const base = '/api/mobile/v1/notifications'

export const notifications = {
  registerDevice: endpoint({
    method: 'POST',
    path: `${base}/register-device`,
    summary: 'Register this device for the caller’s notifications',
    access: may('account', 'create'),
    query: TargetPersonQuery,
    body: z.strictObject({ subscription: PushSubscription }),
    status: 201,
    reply: z.object({
      id: Id,
      /** The host of the device’s push service. */
      target: z.string(),
      created_at: Instant,
    }),
  }),
  preferences: endpoint({
    method: 'GET',
    path: `${base}/preferences`,
    summary: 'Show the caller’s notification preferences',
    access: may('account', 'show'),
    query: TargetPersonQuery,
    reply: NotificationPreferences,
  }),
  setPreferences: endpoint({
    method: 'PUT',
    path: `${base}/preferences`,
    summary: 'Change the caller’s notification preferences',
    access: may('account', 'update'),
    query: TargetPersonQuery,
    /** Without `hidden`, that list stays as it is. */
    body: NotificationPreferences.extend({
      hidden: NotificationPreferences.shape.hidden.unwrap().optional(),
    }),
    reply: NotificationPreferences,
  }),
  history: endpoint({
    method: 'GET',
    path: `${base}/history`,
    summary: 'List the caller’s notifications, newest first',
    access: may('account', 'list'),
    query: z.strictObject({
      ...targetPersonFields,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
      /** Only notifications older than this one: pages then neither repeat nor skip any when new ones arrive. */
      before: Id.optional(),
    }),
    reply: z.object({ notifications: z.array(Notification), total: z.int(), unacknowledged: z.int() }),
  }),
  test: endpoint({
    method: 'POST',
    path: `${base}/test`,
    summary: 'Send a test notification to the caller, ignoring quiet hours',
    access: may('account', 'create'),
    query: TargetPersonQuery,
    status: 201,
    reply: Notification,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${base}/acknowledge/{id}`,
    summary: 'Mark a notification as seen',
    access: may('account', 'update'),
    query: TargetPersonQuery,
    reply: Notification,
  }),
  unread: endpoint({
    method: 'GET',
    path: `${base}/unread`,
    summary: 'Count the caller’s notifications that they have not seen',
    access: may('account', 'show'),
    query: TargetPersonQuery,
    reply: z.object({
      /** {@link maxUnread} for that many or more. */
      unread: z.int(),
    }),
  }),
  unacknowledge: endpoint({
    method: 'DELETE',
    path: `${base}/acknowledge/{id}`,
    summary: 'Mark a notification as not seen',
    access: may('account', 'update'),
    query: TargetPersonQuery,
    reply: Notification,
  }),
  acknowledgeAll: endpoint({
    method: 'POST',
    path: `${base}/acknowledge`,
    summary: 'Mark a notification and all older ones as seen',
    access: may('account', 'update'),
    query: TargetPersonQuery,
    /** The newest that the caller knows, so that one that has just arrived stays unread. */
    body: z.strictObject({ through: Id }),
    reply: z.object({ acknowledged: z.int() }),
  }),
  templates: endpoint({
    method: 'GET',
    path: `${base}/templates`,
    summary: 'List the organization’s notification templates',
    access: may('care', 'list'),
    query: TargetPersonQuery,
    reply: z.object({
      templates: z.array(NotificationTemplate),
      placeholders: z.array(z.enum(placeholders)),
    }),
  }),
  addTemplate: endpoint({
    method: 'POST',
    path: `${base}/templates`,
    summary: 'Add a notification template, or replace the one with its name and language',
    access: may('care_team', 'create'),
    query: TargetPersonQuery,
    body: z.strictObject({
      name: z.string().trim().min(1).max(60),
      language: z.enum(languages).default('en'),
      title: Template.max(120),
      body: Template.max(500),
    }),
    status: 201,
    reply: NotificationTemplate,
  }),
}
