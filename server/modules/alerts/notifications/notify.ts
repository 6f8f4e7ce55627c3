import type { TFunction } from 'i18next'
import type { Notification, NotificationKind } from '#contract/alerts/notifications.ts'
import { publicUrl } from '#server/config.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { languageOf, textsIn } from '#server/kit/texts.ts'
import { browsersOf, readerOf } from '../push-notifications/queries.ts'
import { enqueue } from '../queue.ts'
import { keepNotification, preferencesOf } from './queries.ts'
import { deliveryOf } from './quiet-hours.ts'

interface Told {
  kind: NotificationKind
  /** What it says, in the language of its reader. */
  say(t: TFunction<'messages'>): { title: string; body: string }
}

/**
 * Tells somebody something, in the caller's transaction: it stands in their history, and goes to their devices unless
 * they muted its kind, after their quiet hours.
 */
export async function notify(
  { db, services }: Pick<KnownCall, 'db' | 'services'>,
  { id: person_id, organization_id }: { id: string; organization_id: string },
  { kind, say }: Told,
): Promise<Notification> {
  const reader = await readerOf(db, person_id)
  const { title, body } = say(textsIn(languageOf(reader.locale), 'messages'))
  const due = deliveryOf(await preferencesOf(db, person_id), kind, Date.now())
  const deliver_at = due === null ? null : new Date(due).toISOString()
  const browsers = await browsersOf(db, person_id)
  const kept = await keepNotification(db, {
    organization_id,
    person_id,
    kind,
    title,
    body,
    deliver_at,
    devices: browsers.length,
  })
  if (deliver_at === null || browsers.length === 0) return kept
  for (const address of browsers) {
    await enqueue(db, {
      organization_id,
      notification_id: kept.id,
      channel: 'push',
      recipient_kind: 'person',
      recipient_id: person_id,
      recipient: reader.name,
      address,
      message: { title, text: body, url: publicUrl(services.config) },
      due_at: deliver_at,
    })
  }
  return kept
}
