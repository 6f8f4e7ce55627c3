import type { Place } from '#contract/alerts/alerts.ts'

/** How long an emergency call waits for the browser's position, in milliseconds. */
const timeoutMs = 4_000

/** The browser's position, or undefined if denied, unavailable or too slow. */
export const currentPosition = (): Promise<Place | undefined> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    // The Geolocation timeout does not run while the permission prompt is open.
    setTimeout(resolve, timeoutMs)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
        resolve({ latitude, longitude, accuracy_m: accuracy, at: new Date(timestamp).toISOString() }),
      () => resolve(undefined),
      { enableHighAccuracy: true, maximumAge: 60_000, timeout: timeoutMs },
    )
  })
