import { pushNotifications } from '#contract/push-notifications.ts'
import { call } from '../call.ts'

const worker = '/alarm-worker.js'
/** Where this browser keeps by which id the server knows it. */
const key = 'alarm-channel'

/** Whether this browser can take alarms while no page is open; on addresses without TLS none can. */
export const canTakePush = () => 'serviceWorker' in navigator && 'PushManager' in window

async function subscribed(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(worker)
  return (await registration?.pushManager.getSubscription()) ?? null
}

const kept = () => localStorage.getItem(key)

/** Whether alarms for the signed-in person come to this browser. */
export async function takesPush(): Promise<boolean> {
  if (!canTakePush() || !kept() || !(await subscribed())) return false
  const { channels } = await call(pushNotifications.channels, {})
  return channels.some(({ id }) => id === kept())
}

/**
 * Has alarms for the signed-in person come to this browser, which has allowed notifications.
 * @throws what the browser, its push service or the server refused
 */
export async function takePush(): Promise<void> {
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
  localStorage.setItem(key, id)
}

/** Has alarms come to this browser no longer. @throws what the server refused */
export async function refusePush(): Promise<void> {
  const id = kept()
  if (id) await call(pushNotifications.removeChannel, { params: { id } })
  localStorage.removeItem(key)
  await (await subscribed())?.unsubscribe()
}
