import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, TimeOfDay, TimeZone } from './fields.ts'
import { languages } from './language.ts'
import { may } from './permissions.ts'
import { PushSubscription } from './push-notifications.ts'
import { Whose, whose } from './whose.ts'

export const notificationKinds = ['message', 'checkin_request', 'media', 'broadcast', 'task', 'test'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** When nothing but an alarm may disturb, and what is not told at all. */
export const NotificationPreferences = z.strictObject({
  /** May go over midnight; null for never. What comes meanwhile is delivered at their end. */
  quiet_hours: z
    .strictObject({ from: TimeOfDay, to: TimeOfDay, time_zone: TimeZone })
    .nullable()
    .default(null),
  /** Kinds that are kept in the history and not delivered. */
  muted: z.array(z.enum(notificationKinds)).max(notificationKinds.length).default([]),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  created_at: Instant,
  acknowledged_at: Instant.nullable(),
  /** When it is delivered: later than made in quiet hours; null where it is not, because it is muted. */
  deliver_at: Instant.nullable(),
  /** Registered devices that it goes to. */
  devices: z.int(),
})
export type Notification = z.infer<typeof Notification>

/** What may stand in braces in a template. */
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
  /** With the caller in the place of whom it is sent to. */
  preview: z.object({ title: z.string(), body: z.string() }),
  created_at: Instant,
})

const base = '/api/mobile/v1/notifications'

export const notifications = {
  registerDevice: endpoint({
    method: 'POST',
    path: `${base}/register-device`,
    summary: 'Have one’s notifications delivered to this device',
    access: may('account', 'create'),
    query: Whose,
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
    summary: 'Show what one is told, and when',
    access: may('account', 'show'),
    query: Whose,
    reply: NotificationPreferences,
  }),
  setPreferences: endpoint({
    method: 'PUT',
    path: `${base}/preferences`,
    summary: 'Choose what one is told, and when',
    access: may('account', 'update'),
    query: Whose,
    body: NotificationPreferences,
    reply: NotificationPreferences,
  }),
  history: endpoint({
    method: 'GET',
    path: `${base}/history`,
    summary: 'List one’s notifications, newest first',
    access: may('account', 'list'),
    query: z.strictObject({
      ...whose,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.object({ notifications: z.array(Notification), total: z.int(), unacknowledged: z.int() }),
  }),
  test: endpoint({
    method: 'POST',
    path: `${base}/test`,
    summary: 'Send a notification to oneself at once, whatever the hours',
    access: may('account', 'create'),
    query: Whose,
    status: 201,
    reply: Notification,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${base}/acknowledge/{id}`,
    summary: 'Say that one has seen a notification',
    access: may('account', 'update'),
    query: Whose,
    reply: Notification,
  }),
  templates: endpoint({
    method: 'GET',
    path: `${base}/templates`,
    summary: 'List the texts that one’s organization has ready',
    access: may('care', 'list'),
    query: Whose,
    reply: z.object({
      templates: z.array(NotificationTemplate),
      placeholders: z.array(z.enum(placeholders)),
    }),
  }),
  addTemplate: endpoint({
    method: 'POST',
    path: `${base}/templates`,
    summary: 'Keep a text ready, or replace the one of its name and language',
    access: may('care_team', 'create'),
    query: Whose,
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
