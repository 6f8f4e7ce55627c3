import type { Transaction } from 'kysely'
import { mayAssign } from '#contract/permissions.ts'
import { privacy } from '#contract/privacy.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { invalid, Problem } from '#server/kit/problem.ts'
import { type Change, serve } from '#server/kit/serve.ts'
import { eraseTextsOf } from '#server/modules/activity-logs/index.ts'
import { readable } from '#server/modules/conversations/index.ts'
import { packageOf } from './package.ts'
import { eraseHeld, hasOpenAlert, recordsOf, subjectOf } from './queries.ts'

/** Hands a person's package out, once the log says so. */
async function handOut(call: SignedInCall, key: string, change: Change) {
  const subject = await subjectOf(call, key, readable(call, 'person_id'))
  call.record({
    action: 'export',
    resourceType: 'people',
    resourceId: subject.id,
    organizationId: subject.organization_id,
  })
  await change(async () => {})
  return packageOf(call.services.database.db, subject)
}

export default serve(privacy)({
  ownPackage: { file: (call, change) => handOut(call, call.actor.id, change) },
  package: { file: (call, change) => handOut(call, call.params.id, change) },

  erase: async call => {
    const { actor, body, params, record } = call
    const db = call.db as Transaction<Tables>
    const subject = await subjectOf(call, params.id, readable(call, 'person_id'))
    if (subject.id === actor.id) throw new Problem(409, 'You can’t erase yourself', { kind: 'self' })
    if (!mayAssign(actor.role, subject.role))
      throw new Problem(409, 'You can’t erase someone with this role', { kind: 'rank' })
    if (body.name !== subject.name.trim()) throw invalid('name', 'The name doesn’t match')
    if (await hasOpenAlert(db, subject))
      throw new Problem(409, 'This person has an open alert. Resolve it first.', { kind: 'open-alert' })
    const activity_logs = await eraseTextsOf(db, subject, await recordsOf(db, subject))
    const rows = { ...(await eraseHeld(db, subject)), activity_logs }
    record({
      action: 'erase',
      resourceType: 'people',
      resourceId: subject.id,
      organizationId: subject.organization_id,
      details: { rows },
    })
    return { rows }
  },
})
