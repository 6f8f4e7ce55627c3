import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { call } from '../call.ts'
import { silence, subscribed, wish, worker } from './push-subscription.ts'

/** Whether this browser can take alarms while no page is open; on addresses without TLS none can. */
export const canTakePush = () => 'serviceWorker' in navigator && 'PushManager' in window

/** Whether alarms for the signed-in person come to this browser. */
export async function takesPush(person: string): Promise<boolean> {
  const wanted = wish.get()
  if (!canTakePush() || wanted?.person !== person || !(await subscribed())) return false
  const { channels } = await call(pushNotifications.channels, {})
  return channels.some(({ id }) => id === wanted.channel)
}

/**
 * Has alarms for the signed-in person come to this browser, which has allowed notifications, until they sign out.
 * @throws what the browser, its push service or the server refused
 */
export async function takePush(person: string): Promise<void> {
  await navigator.serviceWorker.register(worker)
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
  wish.set({ person, channel: id })
}

/** Has alarms come to this browser no longer. @throws what the server refused */
export async function refusePush(): Promise<void> {
  const params = { id: wish.get()?.channel ?? '' }
  if (params.id) await call(pushNotifications.removeChannel, { params })
  wish.clear()
  await silence()
}

/** Takes up what whoever has signed in wanted here before, and keeps from them what is for somebody else. */
export async function resumePush(person: string): Promise<void> {
  if (!canTakePush()) return
  const isWanted = wish.get()?.person === person
  const isOn = (await subscribed()) !== null
  if (isOn && !isWanted) await silence()
  else if (isWanted && !isOn && Notification.permission === 'granted') await takePush(person)
}
