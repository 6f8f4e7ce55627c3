/** What shows alarms while no page of the console is open. */
export const worker = '/alarm-worker.js'
const key = 'alarm-browser'

/** Who wants alarms at this browser, and by which id the server knows it. */
interface Wish {
  person: string
  channel: string
}

/** Kept in this browser over a sign-out, for when they come back. */
export const wish = {
  get: () => JSON.parse(localStorage.getItem(key) ?? 'null') as Wish | null,
  set: (wanted: Wish) => localStorage.setItem(key, JSON.stringify(wanted)),
  clear: () => localStorage.removeItem(key),
}

/** This browser's subscription at its push service, if it has one. */
export async function subscribed(): Promise<PushSubscription | null> {
  // Without TLS there is no such thing.
  const registration = await navigator.serviceWorker?.getRegistration(worker)
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Has no alarm come to this browser any more; the server need not be reached for it. */
export async function silence(): Promise<void> {
  await (await subscribed())?.unsubscribe()
}
