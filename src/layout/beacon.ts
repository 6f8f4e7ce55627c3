import { publicPaths, visits } from '#contract/analytics/visits.ts'
import { call } from '#kit/call.ts'

/** A random id, stored in this browser, that counts unique visitors without identifying them. */
function visitorId(): string {
  const key = 'visitor_id'
  const known = localStorage.getItem(key)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(key, made)
  return made
}

/** Whether the visitor opted out by Global Privacy Control or Do Not Track. */
const hasOptedOut = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  navigator.doNotTrack === '1'

/** Reports a visit to a public page unless the visitor opted out. Failures are ignored. */
export async function reportVisit(pathname: string): Promise<void> {
  const path = publicPaths.find(path => path === pathname)
  if (path && isSecureContext && !hasOptedOut())
    await call(visits.note, { body: { visitor_id: visitorId(), path } }).catch(() => {})
}
