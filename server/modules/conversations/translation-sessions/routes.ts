import { translationSessions } from '#contract/conversations/translation-sessions.ts'
import { findAccessiblePersonOrNull } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { translationSessionTable, writeReport } from './queries.ts'

const maxClockSkewMs = 120_000

/** Rejects future instants, which would distort the live metrics. @throws Problem 422 */
function requirePast(field: 'started_at' | 'ended_at', instant: string | null | undefined): void {
  if (instant && Date.parse(instant) > Date.now() + maxClockSkewMs)
    throw invalidField(field, 'Must not be in the future')
}

export default serve(translationSessions)({
  report: async call => {
    const { user_id, started_at, ended_at } = call.body
    requirePast('started_at', started_at)
    requirePast('ended_at', ended_at)
    const person = user_id ? await findAccessiblePersonOrNull(call, String(user_id)) : null
    if (user_id && !person) throw invalidField('user_id', 'This person does not exist')
    const { session, did } = await writeReport(call.db, call.body, {
      organizationId: person?.organization_id ?? call.actor.organizationId,
      personId: person?.id ?? null,
    })
    call.audit({
      action: did,
      resourceType: 'translation_sessions',
      resourceId: session.id,
      organizationId: session.organization_id,
      details: { session_key: call.body.session_key, status: session.status },
    })
    return session
  },
  list: translationSessionTable.list,
})
