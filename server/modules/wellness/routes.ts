import { wellness } from '#contract/wellness.ts'
import { personInReach } from '#server/kit/person.ts'
import { invalid } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { addEntry, entriesOf } from './queries.ts'

/** How far ahead the clock of who logs may be, in milliseconds. */
const mostAhead = 120_000

export default serve(wellness)({
  show: async call => {
    const person = await personInReach(call, call.params.id, ['elderly_user'])
    return { user_id: person.user_id, entries: await entriesOf(call.db, person, call.query) }
  },
  log: async call => {
    const { user_id, recorded_at } = call.body
    if (recorded_at && Date.parse(recorded_at) > Date.now() + mostAhead) {
      throw invalid('recorded_at', 'This lies in the future')
    }
    const person = await personInReach(call, String(user_id), ['elderly_user'])
    const entry = await addEntry(call.db, person, call.body, 'sessionId' in call.actor ? call.actor.id : null)
    call.record({
      action: 'create',
      resourceType: 'wellness',
      resourceId: entry.id,
      organizationId: person.organization_id,
      details: { user_id: person.user_id, kind: entry.kind },
    })
    return entry
  },
})
