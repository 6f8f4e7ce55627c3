import { profile } from '#contract/people/profile.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { elderlyTable } from '../elderly/queries.ts'
import { usernameOf } from '../username.ts'
import { profileTable } from './queries.ts'

export default serve(profile)({
  list: profileTable.list,
  show: call => profileTable.find(call, call.params.id),
  upsert: async call => {
    const { user_id, organization_id, ...values } = call.body
    if (user_id !== undefined) return elderlyTable.update(call, String(user_id), values)
    if (!values.name) throw invalidField('name', 'Specify a user ID, or a name for a new person')
    const account = { username: usernameOf(values.name), status: 'active' }
    return elderlyTable.insert(call, {
      ...account,
      ...values,
      organization_id: organization_id ?? call.actor.organizationId,
    })
  },
})
