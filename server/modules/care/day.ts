import type { CarePerson } from '#contract/care/care.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { dayOf } from '#server/kit/period.ts'
import { byUrgency, type Facts, standingOf } from './attention.ts'
import { countInReach, factsOf, firstContactsOf, type Head, headsInReach } from './queries.ts'

/** Yesterday and today: what was missed in the evening is still to be known in the morning. */
const days = 2
const mostTasks = 3

/** What every answer tells of somebody. */
export function aboutOf(head: Head, facts: Facts, now: number) {
  const { heardUntil, doses, zone, today } = facts.diary
  return {
    ...head,
    ...standingOf(facts, now),
    heard_until: heardUntil ? new Date(heardUntil).toISOString() : null,
    doses: doses.filter(({ due_at }) => dayOf(new Date(due_at), zone) === today),
  }
}

/** Whom a call reaches, who needs attention first. */
export async function dayOfCare(
  call: AuthenticatedCall,
  { organization_id, limit }: { organization_id?: string | undefined; limit: number },
): Promise<{ people: CarePerson[]; total: number; as_of: string }> {
  const now = Date.now()
  const heads = await headsInReach(call, organization_id, limit)
  const ids = heads.map(({ id }) => id)
  const total = await countInReach(call, organization_id)
  const facts = await factsOf(call.db, ids, { days, now, mostTasks })
  const contacts = await firstContactsOf(call.db, ids)
  const people = heads.flatMap(head => {
    const known = facts.get(head.id)
    if (!known) return []
    const { evidence: _, ...about } = aboutOf(head, known, now)
    return [{ ...about, contact: contacts.get(head.id) ?? null, tasks: known.tasks }]
  })
  return { people: people.sort(byUrgency), total, as_of: new Date(now).toISOString() }
}
