import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { call } from '../call.ts'
import {
  alarmWorkerPath,
  getPushSubscription,
  pushPreference,
  unsubscribeFromPush,
} from './push-subscription.ts'

/** Whether this browser supports push; none does without TLS. */
export const isPushSupported = () => 'serviceWorker' in navigator && 'PushManager' in window

/** Whether this browser receives alarms for the user. */
export async function isPushEnabled(person: string): Promise<boolean> {
  const wanted = pushPreference.get()
  if (!isPushSupported() || wanted?.person !== person || !(await getPushSubscription())) return false
  const { channels } = await call(pushNotifications.channels, {})
  return channels.some(({ id }) => id === wanted.channel)
}

/**
 * Subscribes this browser to the user's alarms until sign-out. Requires notification permission.
 * @throws when the browser, its push service or the server refuses
 */
export async function enablePush(person: string): Promise<void> {
  await navigator.serviceWorker.register(alarmWorkerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  const { vapid_public_key } = await call(pushNotifications.channels, {})
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapid_public_key,
  })
  const { endpoint, keys } = subscription.toJSON()
  const body = {
    kind: 'push' as const,
    subscription: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  }
  const { id } = await call(pushNotifications.addChannel, { body })
  pushPreference.set({ person, channel: id })
}

/**
 * Unsubscribes this browser.
 * @throws when the server refuses
 */
export async function disablePush(): Promise<void> {
  const params = { id: pushPreference.get()?.channel ?? '' }
  if (params.id) await call(pushNotifications.removeChannel, { params })
  pushPreference.clear()
  await unsubscribeFromPush()
}

/** Resumes push for the user who enabled it here, and stops push meant for another user. */
export async function resumePush(person: string): Promise<void> {
  if (!isPushSupported()) return
  const isWanted = pushPreference.get()?.person === person
  const isOn = (await getPushSubscription()) !== null
  if (isOn && !isWanted) await unsubscribeFromPush()
  else if (isWanted && !isOn && Notification.permission === 'granted') await enablePush(person)
}
