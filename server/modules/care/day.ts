import type { CarePerson } from '#contract/care/care.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { dayOf } from '#server/kit/period.ts'
import { assessCareStatus, byUrgency, type CareSignals } from './attention.ts'
import {
  countPeopleInScope,
  findFirstContacts,
  listPeopleInScope,
  loadCareSignals,
  type PersonHeader,
} from './queries.ts'

/** Includes yesterday, so that a dose missed in the evening still shows in the morning. */
const days = 2
const maxTasks = 3

/** The fields shared by the list and the summary. */
export function describePerson(head: PersonHeader, signals: CareSignals, now: number) {
  const { heardUntil, doses, zone, today } = signals.diary
  return {
    ...head,
    ...assessCareStatus(signals, now),
    heard_until: heardUntil ? new Date(heardUntil).toISOString() : null,
    doses: doses.filter(({ due_at }) => dayOf(new Date(due_at), zone) === today),
  }
}

/** The people in the caller's scope, most urgent first. */
export async function listPeopleInCare(
  call: AuthenticatedCall,
  { organization_id, limit }: { organization_id?: string | undefined; limit: number },
): Promise<{ people: CarePerson[]; total: number; as_of: string }> {
  const now = Date.now()
  const heads = await listPeopleInScope(call, organization_id, limit)
  const ids = heads.map(({ id }) => id)
  const total = await countPeopleInScope(call, organization_id)
  const signalsById = await loadCareSignals(call, ids, { days, now, mostTasks: maxTasks })
  const contacts = await findFirstContacts(call.db, ids)
  const people = heads.flatMap(head => {
    const known = signalsById.get(head.id)
    if (!known) return []
    const { evidence: _, ...about } = describePerson(head, known, now)
    return [{ ...about, contact: contacts.get(head.id) ?? null, tasks: known.tasks }]
  })
  return { people: people.sort(byUrgency), total, as_of: new Date(now).toISOString() }
}
