import type { SyncResult, SyncWrite } from '#contract/care/sync.ts'
import type { UserCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import {
  closeConflict,
  findWrite,
  insertConflict,
  isOpen,
  listConflicts,
  lockSyncHead,
  recordWrite,
} from './queries.ts'
import { findRecords, storeWrite, whyRefused } from './records.ts'

/**
 * Applies one offline write, idempotent by `write_id`. It is stored if it is based on the record's current version;
 * otherwise both versions are kept as a conflict.
 */
async function applyWrite(
  call: UserCall,
  person: AccessiblePerson,
  write: SyncWrite,
  client: string,
): Promise<SyncResult> {
  const { db, actor } = call
  const { write_id } = write
  const known = await findWrite(db, person.id, write_id)
  if (known) {
    const [conflict = null] = known.conflict_id ? await listConflicts(db, person.id, known.conflict_id) : []
    return { write_id, outcome: known.outcome, version: known.version, detail: known.detail, conflict }
  }

  const finish = async (result: Omit<SyncResult, 'write_id'>): Promise<SyncResult> => {
    const { conflict, ...noted } = result
    await recordWrite(db, person.id, write_id, { ...noted, conflict_id: conflict?.id ?? null })
    return { write_id, ...result }
  }
  const refused = whyRefused(call, write)
  if (refused) return finish({ outcome: 'refused', version: null, conflict: null, detail: refused })

  const [record] = await findRecords(db, person.id, [write])
  const isCurrent = (record?.version ?? 0) === write.base_version && !record?.deleted
  const isDeletionOfNothing = write.value === null && (!record || record.deleted)
  if (isDeletionOfNothing)
    return finish({ outcome: 'stored', version: record?.version ?? 0, conflict: null, detail: null })
  if (isCurrent)
    return finish({
      outcome: 'stored',
      version: await storeWrite(call, person, write),
      conflict: null,
      detail: null,
    })

  const id = await insertConflict(db, person, write, { client, author: actor.id })
  call.audit({
    action: 'conflict',
    resourceType: 'sync_conflicts',
    resourceId: id,
    organizationId: person.organization_id,
    details: { kind: write.kind, record_id: write.id, base_version: write.base_version },
  })
  const [conflict = null] = await listConflicts(db, person.id, id)
  return finish({ outcome: 'conflict', version: null, conflict, detail: null })
}

/** Applies a batch of writes in order. */
export async function applyBatch(
  call: UserCall,
  person: AccessiblePerson,
  { client_id, writes }: { client_id: string; writes: readonly SyncWrite[] },
): Promise<SyncResult[]> {
  await lockSyncHead(call.db, person.id)
  const results: SyncResult[] = []
  for (const write of writes) results.push(await applyWrite(call, person, write, client_id))
  return results
}

interface Resolution {
  conflict_id: string
  keep: 'client' | 'server'
  server_version: number
}

/**
 * Resolves a conflict with one of its versions. If the record changed since the user compared the versions, the conflict
 * stays open and is returned with the current version.
 */
export async function resolveConflict(
  call: UserCall,
  person: AccessiblePerson,
  { conflict_id, keep, server_version }: Resolution,
) {
  const { db, actor } = call
  const none = { conflict_id, version: null, conflict: null }
  const [conflict] = await listConflicts(db, person.id, conflict_id)
  if (!conflict) return { ...none, outcome: 'unknown' as const }
  const { server } = conflict
  if (!(await isOpen(db, person.id, conflict_id)))
    return { ...none, outcome: 'resolved' as const, version: server.version }
  if (server.version !== server_version) return { ...none, outcome: 'conflict' as const, conflict }
  const version =
    keep === 'client'
      ? await storeWrite(call, person, {
          write_id: conflict.write_id,
          id: conflict.record_id,
          kind: conflict.kind,
          base_version: server.version,
          value: conflict.client,
        } as SyncWrite)
      : server.version
  await closeConflict(db, conflict_id, keep, actor.id)
  call.audit({
    action: 'resolve',
    resourceType: 'sync_conflicts',
    resourceId: conflict_id,
    organizationId: person.organization_id,
    details: { keep, version },
  })
  return { ...none, outcome: 'resolved' as const, version }
}
