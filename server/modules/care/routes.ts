import { care } from '#contract/care/care.ts'
import type { UserCall } from '#server/kit/call.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { consentOf, writeConsent } from './consent.ts'
import { dayOfCare } from './day.ts'
import { messagesOf } from './family-simple/queries.ts'
import { summaryOf } from './person.ts'

/** Whom a call is about. @throws Problem 404 for anybody outside its reach. */
const person = (call: UserCall & { params: { id: string } }) =>
  findAccessiblePerson(call, call.params.id, ['elderly_user'])

export default serve(care)({
  day: call => dayOfCare(call, call.query),
  person: async call => summaryOf(call.db, (await person(call)).id),
  messages: async call => {
    const { before, limit } = call.query
    const found = await messagesOf(call.db, (await person(call)).id, { before, most: limit + 1 })
    return { messages: found.slice(0, limit), more: found.length > limit }
  },
  consent: async call => consentOf(call.db, await person(call)),
  setConsent: async call => {
    const about = await person(call)
    const before = await consentOf(call.db, about)
    await writeConsent(call.db, about, call.body)
    const after = await consentOf(call.db, about)
    call.audit({
      action: 'update',
      resourceType: 'consent',
      resourceId: about.id,
      organizationId: about.organization_id,
      details: { user_id: about.user_id, before, after },
    })
    return after
  },
})
