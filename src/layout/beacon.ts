import { publicPaths, visits } from '#contract/analytics/visits.ts'
import { call } from '#kit/call.ts'

/** Tells visitors apart and says nothing of who they are; made up once by this browser. */
function visitorId(): string {
  const key = 'visitor_id'
  const known = localStorage.getItem(key)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(key, made)
  return made
}

/** Whether the visitor asked not to be followed: Global Privacy Control, or Do Not Track, which browsers offered before it. */
const isUnwilling = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  navigator.doNotTrack === '1'

/**
 * Tells the server that a public page is looked at, where the visitor does not mind. A visit that cannot be told is of
 * no concern to the visitor.
 */
export async function noteVisit(pathname: string): Promise<void> {
  const path = publicPaths.find(path => path === pathname)
  if (path && isSecureContext && !isUnwilling())
    await call(visits.note, { body: { visitor_id: visitorId(), path } }).catch(() => {})
}
