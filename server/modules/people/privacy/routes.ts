import type { Transaction } from 'kysely'
import { canAssignRole } from '#contract/kit/permissions.ts'
import { privacy } from '#contract/people/privacy.ts'
import type { Tables } from '#server/db/tables.ts'
import type { UserCall } from '#server/kit/call.ts'
import { takeExportSlot } from '#server/kit/export/export.ts'
import { file, type WithTransaction } from '#server/kit/handlers.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { canReadTranscript } from '#server/modules/conversations/index.ts'
import { eraseLogTexts } from '#server/modules/platform/index.ts'
import { createDataPackage } from './package.ts'
import { erasePersonalData, findSubject, hasOpenAlert, listRecordIds } from './queries.ts'

/** Exports a person's data after the export is audited. */
async function exportPackage(call: UserCall, key: string, withTransaction: WithTransaction) {
  const subject = await findSubject(call, key, canReadTranscript(call, 'person_id'))
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
  return { ...createDataPackage(call.services.database.exports, subject), onClose }
}

export default serve(privacy)({
  ownPackage: file((call, withTransaction) => exportPackage(call, call.actor.id, withTransaction)),
  package: file((call, withTransaction) => exportPackage(call, call.params.id, withTransaction)),

  erase: async call => {
    const { actor, body, params, audit } = call
    const db = call.db as Transaction<Tables>
    const subject = await findSubject(call, params.id, canReadTranscript(call, 'person_id'))
    if (subject.id === actor.id) throw new Problem(409, 'You can’t erase yourself', { kind: 'self' })
    if (!canAssignRole(actor.role, subject.role))
      throw new Problem(409, 'You can’t erase someone with this role', { kind: 'rank' })
    if (body.name !== subject.name.trim()) throw invalidField('name', 'The name doesn’t match')
    if (await hasOpenAlert(db, subject))
      throw new Problem(409, 'This person has an open alert. Resolve it first.', { kind: 'open-alert' })
    const activity_logs = await eraseLogTexts(db, subject, await listRecordIds(db, subject))
    const rows = { ...(await erasePersonalData(db, subject)), activity_logs }
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
