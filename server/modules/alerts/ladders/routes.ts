import { ladders } from '#contract/alerts/ladders.ts'
import { personInReach } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { whose } from '#server/kit/whose.ts'
import { findingsOf, walk } from '../walk.ts'
import { ladderTable } from './queries.ts'

export default serve(ladders)({
  list: ladderTable.list,
  show: call => ladderTable.find(call, call.params.id),
  create: async call => {
    const { person_id, organization_id = call.actor.organizationId } = call.body
    const person = person_id ? await personInReach(call, person_id, ['elderly_user']) : null
    return ladderTable.insert(call, {
      ...call.body,
      organization_id: person?.organization_id ?? organization_id,
    })
  },
  update: call => ladderTable.update(call, call.params.id, call.body),
  remove: call => ladderTable.remove(call, call.params.id),
  rehearse: async call => {
    const { id, organization_id } = await whose(call)
    const { steps, ...options } = call.body
    return findingsOf(await walk(call, { organization_id, person_id: id }, steps, options), {
      simulate_delays: true,
    })
  },
})
