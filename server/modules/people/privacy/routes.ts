import type { Transaction } from 'kysely'
import { canAssignRole } from '#contract/kit/permissions.ts'
import { privacy } from '#contract/people/privacy.ts'
import type { Tables } from '#server/db/tables.ts'
import type { UserCall } from '#server/kit/call.ts'
import { takeExportSlot } from '#server/kit/export/export.ts'
import { file, type WithTransaction } from '#server/kit/handlers.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { readable } from '#server/modules/conversations/index.ts'
import { eraseTextsOf } from '#server/modules/platform/index.ts'
import { packageOf } from './package.ts'
import { eraseHeld, hasOpenAlert, recordsOf, subjectOf } from './queries.ts'

/** Exports a person's data after the export is audited. */
async function handOut(call: UserCall, key: string, withTransaction: WithTransaction) {
  const subject = await subjectOf(call, key, readable(call, 'person_id'))
  call.audit({
    action: 'export',
    resourceType: 'people',
    resourceId: subject.id,
    organizationId: subject.organization_id,
  })
  const onClose = takeExportSlot(call.actor.id)
  try {
    await withTransaction(async () => {})
  } catch (error) {
    onClose()
    throw error
  }
  return { ...packageOf(call.services.database.exports, subject), onClose }
}

export default serve(privacy)({
  ownPackage: file((call, withTransaction) => handOut(call, call.actor.id, withTransaction)),
  package: file((call, withTransaction) => handOut(call, call.params.id, withTransaction)),

  erase: async call => {
    const { actor, body, params, audit } = call
    const db = call.db as Transaction<Tables>
    const subject = await subjectOf(call, params.id, readable(call, 'person_id'))
    if (subject.id === actor.id) throw new Problem(409, 'You cannot erase yourself', { kind: 'self' })
    if (!canAssignRole(actor.role, subject.role))
      throw new Problem(409, 'You cannot erase somebody of this role', { kind: 'rank' })
    if (body.name !== subject.name.trim()) throw invalidField('name', 'This is not the name of the person')
    if (await hasOpenAlert(db, subject))
      throw new Problem(409, 'An alert of this person is open. Resolve it first.', { kind: 'open-alert' })
    const activity_logs = await eraseTextsOf(db, subject, await recordsOf(db, subject))
    const rows = { ...(await eraseHeld(db, subject)), activity_logs }
    audit({
      action: 'erase',
      resourceType: 'people',
      resourceId: subject.id,
      organizationId: subject.organization_id,
      details: { rows },
    })
    return { rows }
  },
})
