import type { TFunction } from 'i18next'
import { v7 as uuid } from 'uuid'
import type {
  Notification,
  NotificationKind,
  NotificationPreferences,
  OptionalKind,
  placeholders,
} from '#contract/alerts/notifications.ts'
import type { Language } from '#contract/kit/language.ts'
import { publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import { afterCommit } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { addDays, firstInstantAt, wallClockAt } from '#server/kit/period.ts'
import { matchLanguage, translator } from '#server/kit/texts.ts'
import { getRecipient, listPushChannelIds } from '../push-notifications/queries.ts'
import { enqueueDelivery } from '../queue.ts'
import { getPreferences, insertNotification } from './queries.ts'

export type TemplateValues = Readonly<Record<(typeof placeholders)[number], string>>

/** Fills a template's placeholders; inserted values are not expanded again. */
export const fillTemplate = (text: string, filling: TemplateValues) =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) =>
    Object.hasOwn(filling, name) ? filling[name as keyof TemplateValues] : braces,
  )

const minuteMs = 60_000

/** HH:MM in minutes since midnight. */
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * When a notification may be delivered: now, or at the end of the current quiet hours.
 * @param now milliseconds of the epoch, like the result
 */
export function afterQuietHours(
  { quiet_hours }: Pick<NotificationPreferences, 'quiet_hours'>,
  now: number,
): number {
  if (!quiet_hours) return now
  const { from, to, time_zone } = quiet_hours
  const clock = wallClockAt(now, time_zone)
  const day = new Date(clock).toISOString().slice(0, 10)
  const minute = Math.floor((clock - Date.parse(`${day}T00:00:00Z`)) / minuteMs)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  if (!isQuiet) return now
  const last = minute < end ? day : addDays(day, 1)
  return Math.max(now, firstInstantAt(Date.parse(`${last}T${to}:00Z`), time_zone))
}

/** When a notification is delivered; null where its kind is muted. Tests ignore quiet hours. */
export function deliveryTime(
  preferences: Omit<NotificationPreferences, 'hidden'>,
  kind: NotificationKind,
  now: number,
) {
  if (kind === 'test') return now
  return preferences.muted.includes(kind) ? null : afterQuietHours(preferences, now)
}

interface NotificationContent {
  kind: NotificationKind
  /** Address of the screen that it opens, from its path on; without one, a message to a browser opens the first. */
  path?: string | null
  /** Renders the text in the recipient's language. */
  render(t: TFunction<'messages'>, language: Language): { title: string; body: string }
}

/** How a person wants to be notified of what they can do without. */
export async function wantedWays(db: Db, person: string, kind: OptionalKind) {
  const { muted, hidden } = await getPreferences(db, person)
  return { email: !muted.includes(kind), console: !hidden.includes(kind) }
}

type Origin = Pick<AuthenticatedCall, 'db' | 'services'>
interface Person {
  id: string
  organization_id: string
}

/** Lets the person's open consoles know, on all instances, once the transaction is committed. */
function publishNotification({ db, services }: Origin, person: Person, { id, created_at: at }: Notification) {
  const change = { logId: uuid(), resource: 'notifications', id, action: 'create', at, requestId: null }
  afterCommit(db, () =>
    services.changes.publish([{ ...change, organizationId: person.organization_id, recipientId: person.id }]),
  )
}

/**
 * Stores a notification in a person's history, without a message to their browsers: those share a queue with alarms, in
 * which nothing belongs that can wait.
 * @param content with the id of a notification that may be stored already, such as by an earlier attempt of a job
 */
export async function noteNotification(
  origin: Origin,
  person: Person,
  { id, kind, path, render }: NotificationContent & { id?: string },
): Promise<void> {
  const { locale } = await getRecipient(origin.db, person.id)
  const language = matchLanguage(locale)
  const stored = await insertNotification(origin.db, {
    ...(id && { id }),
    ...render(translator(language, 'messages'), language),
    organization_id: person.organization_id,
    person_id: person.id,
    kind,
    path: path ?? null,
    deliver_at: null,
    devices: 0,
  })
  if (stored) publishNotification(origin, person, stored)
}

/**
 * Notifies a person in the caller's transaction: stores the notification in their history and queues it for their
 * browsers, after quiet hours and unless they muted its kind.
 */
export async function notify(
  { db, services }: Origin,
  { id: person_id, organization_id }: Person,
  { kind, path, render }: NotificationContent,
): Promise<Notification> {
  const recipient = await getRecipient(db, person_id)
  const language = matchLanguage(recipient.locale)
  const { title, body } = render(translator(language, 'messages'), language)
  const due = deliveryTime(await getPreferences(db, person_id), kind, await databaseTime(db))
  const deliver_at = due === null ? null : new Date(due).toISOString()
  const channelIds = await listPushChannelIds(db, person_id)
  const stored = { organization_id, person_id, kind, title, body, path: path ?? null, deliver_at }
  const notification = (await insertNotification(db, {
    ...stored,
    devices: channelIds.length,
  })) as Notification
  publishNotification({ db, services }, { id: person_id, organization_id }, notification)
  if (deliver_at === null || channelIds.length === 0) return notification
  for (const address of channelIds) {
    await enqueueDelivery(db, {
      organization_id,
      notification_id: notification.id,
      channel: 'push',
      recipient_kind: 'person',
      recipient_id: person_id,
      recipient: recipient.name,
      address,
      message: { title, text: body, url: `${publicUrl(services.config)}${path ?? ''}` },
      due_at: deliver_at,
    })
  }
  return notification
}
