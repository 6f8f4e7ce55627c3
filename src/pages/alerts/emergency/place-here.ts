import type { Place } from '#contract/alerts/alerts.ts'

/** Milliseconds for which a call for help waits for the browser to say where it is. */
const patience = 4_000

/** Where this browser is, if it can tell in time and the person lets it. */
export const placeHere = (): Promise<Place | undefined> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    // The browser's own time-out does not count while it asks the person.
    setTimeout(resolve, patience)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
        resolve({ latitude, longitude, accuracy_m: accuracy, at: new Date(timestamp).toISOString() }),
      () => resolve(undefined),
      { enableHighAccuracy: true, maximumAge: 60_000, timeout: patience },
    )
  })
