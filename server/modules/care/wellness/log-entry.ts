import type { WellnessEntry } from '#contract/care/wellness.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { insertEntry, type NewEntry } from './queries.ts'

const maxClockSkewMs = 120_000

/** Inserts a diary entry once and audits it. @throws Problem 422 if it lies in the future */
export async function logEntry(
  { db, actor, audit }: Pick<AuthenticatedCall, 'db' | 'actor' | 'audit'>,
  person: AccessiblePerson,
  given: NewEntry,
): Promise<WellnessEntry> {
  if (given.recorded_at && Date.parse(given.recorded_at) > Date.now() + maxClockSkewMs)
    throw invalidField('recorded_at', 'This lies in the future')
  const { entry, created } = await insertEntry(db, person, given, 'sessionId' in actor ? actor.id : null)
  audit({
    action: created ? 'create' : 'repeat',
    resourceType: 'wellness',
    resourceId: entry.id,
    organizationId: person.organization_id,
    details: { user_id: person.user_id, kind: entry.kind },
  })
  return entry
}
