/** Service worker that shows alarms while no page is open. */
export const alarmWorkerPath = '/alarm-worker.js'
const key = 'alarm-browser'

/** The user who enabled push in this browser, and the id of the channel on the server. */
interface PushPreference {
  person: string
  channel: string
}

/** Survives sign-out, so that push resumes when the user returns. */
export const pushPreference = {
  get: () => JSON.parse(localStorage.getItem(key) ?? 'null') as PushPreference | null,
  set: (wanted: PushPreference) => localStorage.setItem(key, JSON.stringify(wanted)),
  clear: () => localStorage.removeItem(key),
}

/** This browser's push subscription, if any. */
export async function getPushSubscription(): Promise<PushSubscription | null> {
  // Undefined without TLS.
  const registration = await navigator.serviceWorker?.getRegistration(alarmWorkerPath)
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Unsubscribes this browser locally, without contacting the server. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await getPushSubscription())?.unsubscribe()
}
