import { Assignment, assignments, carerRoles } from '#contract/people/assignments.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { findAccessiblePersonOrNull } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import type { Values } from '#server/kit/table/config.ts'
import { table } from '#server/kit/table/table.ts'

export const assignmentTable = table({
  table: 'assignments',
  view: 'assigned_people',
  resource: 'assignments',
  isUnsearchable: true,
  schema: Assignment,
  list: assignments.list,
  owner: { organization: 'organization_id', person: 'elderly_id' },
  removal: { markedBy: 'ended_at', isShown: false },
  async check(call, row, _before, act) {
    if (act === 'create') await validateAssignment(call, row)
  },
})

/**
 * Both people must be accessible to the caller. They may belong to different organizations, since care providers serve
 * households; the assignment then belongs to the elderly user's organization.
 */
async function validateAssignment(call: AuthenticatedCall, row: Values): Promise<void> {
  const elderly = await findAccessiblePersonOrNull(call, row.elderly_id as string)
  if (elderly?.role !== 'elderly_user') throw invalidField('elderly_id', 'This elderly user does not exist')
  const carer = await findAccessiblePersonOrNull(call, row.caregiver_id as string)
  if (!carerRoles.some(role => role === carer?.role))
    throw invalidField('caregiver_id', 'This caregiver or family member does not exist')
  row.organization_id = elderly.organization_id
  const pair = await call.db
    .selectFrom('assignments')
    .select('id')
    .where('elderly_id', '=', elderly.id)
    .where('caregiver_id', '=', row.caregiver_id as string)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (pair) throw invalidField('caregiver_id', 'Already assigned to this person', 409)
}
