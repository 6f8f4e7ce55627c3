import { organizations } from '#contract/people/organizations.ts'
import { stepUpRequired } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { organizationTable } from './queries.ts'

/** Whether an update removes the requirement of a second factor. */
const lowersGuard = (
  { requires_second_factor: before }: { requires_second_factor: boolean },
  { requires_second_factor: after }: { requires_second_factor?: boolean | undefined },
) => before && after === false

export default serve(organizations)({
  list: organizationTable.list,
  show: call => organizationTable.find(call, call.params.id),
  create: call => organizationTable.insert(call, call.body),
  update: async call => {
    const before = await organizationTable.find(call, call.params.id)
    // An unattended session must not be able to weaken the sign-in of the whole organization.
    if (lowersGuard(before, call.body) && !call.actor.hasRecentStepUp) throw stepUpRequired()
    return organizationTable.update(call, before.id, call.body)
  },
  remove: call => organizationTable.remove(call, call.params.id),
  restore: call => organizationTable.restore(call, call.params.id),
})
