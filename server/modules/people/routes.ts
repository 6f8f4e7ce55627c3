import { maxPageSize } from '#contract/kit/listing.ts'
import { canAssignRole } from '#contract/kit/permissions.ts'
import { admins } from '#contract/people/admins.ts'
import { assignments, carerRoles } from '#contract/people/assignments.ts'
import { caregivers, family } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { people } from '#contract/people/people.ts'
import { profile } from '#contract/people/profile.ts'
import { requireStepUp } from '#server/kit/call.ts'
import { findAccessiblePerson, generateUsername } from '#server/kit/person.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { deleteSecondFactors, endSessions } from '#server/modules/identity/index.ts'
import { accountHandlers, changeRole } from './accounts.ts'
import { assignmentTable } from './assignments/queries.ts'
import {
  adminTable,
  caregiverTable,
  elderlyTable,
  familyTable,
  organizationTable,
  personTable,
  profileTable,
} from './queries.ts'

export const peopleRoutes = serve(people)({
  assignRole: call => changeRole(personTable, call, call.params.id, call.body.role),

  resetSecondFactor: async call => {
    const { actor, db, params, audit, services } = call
    const { id, role, organization_id: organizationId } = await personTable.find(call, params.id)
    if (!canAssignRole(actor.role, role))
      throw new Problem(409, 'You can’t reset the second factor for this role', { kind: 'rank' })
    await deleteSecondFactors(db, id)
    await endSessions(db, id)
    audit({ action: 'two_factor_reset', resourceType: 'account', resourceId: id, organizationId })
    const at = new Date().toISOString()
    await services.jobs.enqueue(db, 'security_letter', { letter: 'two_factor_disabled', person_id: id, at })
  },
})

const { list: listAdmins, ...adminHandlers } = accountHandlers(adminTable, 'invited')

export const adminRoutes = serve(admins)({
  ...adminHandlers,
  list: {
    ...listAdmins,
    page: async call => ({ ...(await listAdmins.page(call)), status: 'success' }),
  },
})

export const caregiverRoutes = serve(caregivers)(accountHandlers(caregiverTable, 'invited'))

export const familyRoutes = serve(family)(accountHandlers(familyTable, 'invited'))

/** Elderly users are active whether or not they ever set a password. */
export const elderlyRoutes = serve(elderly)(accountHandlers(elderlyTable, 'active'))

export const profileRoutes = serve(profile)({
  list: profileTable.list,
  show: call => profileTable.find(call, call.params.id),
  upsert: async call => {
    const { user_id, organization_id, ...values } = call.body
    if (user_id !== undefined) return elderlyTable.update(call, String(user_id), values)
    if (!values.name) throw invalidField('name', 'Specify a user ID, or a name for a new person')
    const account = { username: generateUsername(values.name), status: 'active' }
    return elderlyTable.insert(call, {
      ...account,
      ...values,
      organization_id: organization_id ?? call.actor.organizationId,
    })
  },
})

/** Whether an update removes the requirement of a second factor. */
const dropsSecondFactorRequirement = (
  { requires_second_factor: before }: { requires_second_factor: boolean },
  { requires_second_factor: after }: { requires_second_factor?: boolean | undefined },
) => before && after === false

export const organizationRoutes = serve(organizations)({
  list: organizationTable.list,
  show: organizationTable.show,
  create: call => organizationTable.insert(call, call.body),
  update: async call => {
    const before = await organizationTable.find(call, call.params.id)
    // An unattended session must not be able to weaken the sign-in of the whole organization.
    if (dropsSecondFactorRequirement(before, call.body)) requireStepUp(call.actor)
    return organizationTable.update(call, before.id, call.body)
  },
  remove: call => organizationTable.remove(call, call.params.id),
  restore: call => organizationTable.restore(call, call.params.id),
})

const allRows = { _end: maxPageSize }

export const assignmentRoutes = serve(assignments)({
  list: assignmentTable.list,
  show: call => assignmentTable.find(call, call.params.id),
  create: call => {
    const { caregiver_id, family_member_id, ...pair } = call.body
    const [carer, another] = [caregiver_id, family_member_id].filter(id => id !== undefined)
    if (!carer || another) throw invalidField('caregiver_id', 'Choose a caregiver or a family member')
    return assignmentTable.insert(call, { ...pair, caregiver_id: carer })
  },
  update: call => assignmentTable.update(call, call.params.id, call.body),
  remove: call => assignmentTable.remove(call, call.params.id),
  ofElderly: async call => {
    const { id } = await findAccessiblePerson(call, call.params.id, ['elderly_user'])
    return assignmentTable.page(call, { ...allRows, elderly_id: [id] })
  },
  ofCaregiver: async call => {
    const { id } = await findAccessiblePerson(call, call.params.id, carerRoles)
    return assignmentTable.page(call, { ...allRows, caregiver_id: [id] })
  },
})
