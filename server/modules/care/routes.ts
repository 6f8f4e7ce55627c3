import { care } from '#contract/care/care.ts'
import { wellness } from '#contract/care/wellness.ts'
import type { UserCall } from '#server/kit/call.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { getConsent, writeConsent } from './consent.ts'
import { listPeopleInCare } from './day.ts'
import { listMessages } from './family-simple/queries.ts'
import { buildCareSummary } from './person.ts'
import { listEntries, logEntry } from './wellness/queries.ts'

/** @throws Problem 404 if the person is outside the caller's scope. */
const person = (call: UserCall & { params: { id: string } }) =>
  findAccessiblePerson(call, call.params.id, ['elderly_user'])

export default serve(care)({
  day: call => listPeopleInCare(call, call.query),
  person: async call => buildCareSummary(call, (await person(call)).id),
  messages: async call => {
    const { before, limit } = call.query
    const messages = await listMessages(call.db, (await person(call)).id, { before, limit: limit + 1 })
    return { messages: messages.slice(0, limit), more: messages.length > limit }
  },
  consent: async call => getConsent(call.db, await person(call)),
  setConsent: async call => {
    const about = await person(call)
    const before = await getConsent(call.db, about)
    await writeConsent(call.db, about, call.body)
    const after = await getConsent(call.db, about)
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

export const wellnessRoutes = serve(wellness)({
  show: async call => {
    const person = await findAccessiblePerson(call, call.params.id, ['elderly_user'])
    return { user_id: person.user_id, entries: await listEntries(call.db, person, call.query) }
  },
  log: async call => {
    const { user_id, ...entry } = call.body
    return logEntry(call, await findAccessiblePerson(call, String(user_id), ['elderly_user']), entry)
  },
})
