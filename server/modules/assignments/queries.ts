import { Assignment, assignments, carerRoles } from '#contract/assignments.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { findPerson } from '#server/kit/person.ts'
import { invalid } from '#server/kit/problem.ts'
import type { Values } from '#server/kit/table/facts.ts'
import { table } from '#server/kit/table/table.ts'

export const assignmentTable = table({
  table: 'assignments',
  reads: 'assigned_people',
  resource: 'assignments',
  nameless: true,
  schema: Assignment,
  list: assignments.list,
  owner: { organization: 'organization_id', person: 'elderly_id' },
  removal: { marks: 'ended_at', shows: false },
  async check(call, row, _before, act) {
    if (act === 'create') await mustFit(call, row)
  },
})

/**
 * An elderly user and somebody to look after them, both within the caller's reach. They may belong to different
 * organizations, since care providers look after households; the pair then belongs to the elderly user's.
 */
async function mustFit(call: KnownCall, row: Values): Promise<void> {
  const elderly = await findPerson(call, row.elderly_id as string)
  if (elderly?.role !== 'elderly_user') throw invalid('elderly_id', 'This elderly user does not exist')
  const carer = await findPerson(call, row.caregiver_id as string)
  if (!carerRoles.some(role => role === carer?.role))
    throw invalid('caregiver_id', 'This caregiver or family member does not exist')
  row.organization_id = elderly.organization_id
  const pair = await call.db
    .selectFrom('assignments')
    .select('id')
    .where('elderly_id', '=', elderly.id)
    .where('caregiver_id', '=', row.caregiver_id as string)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (pair) throw invalid('caregiver_id', 'Already assigned to this person', 409)
}
