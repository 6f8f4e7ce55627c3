import { canAssignRole } from '#contract/kit/permissions.ts'
import { people } from '#contract/people/people.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { deleteSecondFactors, endSessions } from '#server/modules/identity/index.ts'
import { personTable } from './queries.ts'

export default serve(people)({
  assignRole: async call => {
    const before = await personTable.find(call, call.params.id)
    const after = await personTable.update(call, before.id, call.body)
    if (after.role !== before.role) await endSessions(call.db, after.id)
    return after
  },

  resetSecondFactor: async call => {
    const { actor, db, params, audit, services } = call
    const { id, role, organization_id: organizationId } = await personTable.find(call, params.id)
    if (!canAssignRole(actor.role, role))
      throw new Problem(409, 'You cannot reset the second factor of this role', { kind: 'rank' })
    await deleteSecondFactors(db, id)
    await endSessions(db, id)
    audit({ action: 'two_factor_reset', resourceType: 'account', resourceId: id, organizationId })
    const at = new Date().toISOString()
    await services.jobs.enqueue(db, 'security_letter', { letter: 'two_factor_disabled', person_id: id, at })
  },
})
