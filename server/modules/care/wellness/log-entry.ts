import type { WellnessEntry } from '#contract/care/wellness.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { addEntry, type EntryToKeep } from './queries.ts'

/** How far ahead the clock of who logs may be, in milliseconds. */
const mostAhead = 120_000

/** Keeps an entry of a person's diary once, with its activity log. @throws Problem 422 for one of the future. */
export async function logEntry(
  { db, actor, audit }: Pick<AuthenticatedCall, 'db' | 'actor' | 'audit'>,
  person: AccessiblePerson,
  given: EntryToKeep,
): Promise<WellnessEntry> {
  if (given.recorded_at && Date.parse(given.recorded_at) > Date.now() + mostAhead)
    throw invalidField('recorded_at', 'This lies in the future')
  const { entry, created } = await addEntry(db, person, given, 'sessionId' in actor ? actor.id : null)
  audit({
    action: created ? 'create' : 'repeat',
    resourceType: 'wellness',
    resourceId: entry.id,
    organizationId: person.organization_id,
    details: { user_id: person.user_id, kind: entry.kind },
  })
  return entry
}
