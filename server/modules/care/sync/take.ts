import type { SyncResult, SyncWrite } from '#contract/care/sync.ts'
import type { UserCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import {
  closeConflict,
  conflictsOf,
  holdHead,
  isOpen,
  noteWrite,
  openConflict,
  writeNamed,
} from './queries.ts'
import { recordsOf, refusalOf, store } from './records.ts'

/**
 * Takes one write that was made offline. A write is known by its id, so that a package that comes twice is answered as
 * before. It is stored where it knew the version that the record has; else both versions are kept and it is reported.
 */
async function takeWrite(
  call: UserCall,
  person: AccessiblePerson,
  write: SyncWrite,
  client: string,
): Promise<SyncResult> {
  const { db, actor } = call
  const { write_id } = write
  const known = await writeNamed(db, person.id, write_id)
  if (known) {
    const [conflict = null] = known.conflict_id ? await conflictsOf(db, person.id, known.conflict_id) : []
    return { write_id, outcome: known.outcome, version: known.version, detail: known.detail, conflict }
  }

  const settle = async (result: Omit<SyncResult, 'write_id'>): Promise<SyncResult> => {
    const { conflict, ...noted } = result
    await noteWrite(db, person.id, write_id, { ...noted, conflict_id: conflict?.id ?? null })
    return { write_id, ...result }
  }
  const refused = refusalOf(call, write)
  if (refused) return settle({ outcome: 'refused', version: null, conflict: null, detail: refused })

  const [record] = await recordsOf(db, person.id, [write])
  const isCurrent = (record?.version ?? 0) === write.base_version && !record?.deleted
  const isDeletionOfNothing = write.value === null && (!record || record.deleted)
  if (isDeletionOfNothing)
    return settle({ outcome: 'stored', version: record?.version ?? 0, conflict: null, detail: null })
  if (isCurrent)
    return settle({
      outcome: 'stored',
      version: await store(call, person, write),
      conflict: null,
      detail: null,
    })

  const id = await openConflict(db, person, write, { client, author: actor.id })
  call.audit({
    action: 'conflict',
    resourceType: 'sync_conflicts',
    resourceId: id,
    organizationId: person.organization_id,
    details: { kind: write.kind, record_id: write.id, base_version: write.base_version },
  })
  const [conflict = null] = await conflictsOf(db, person.id, id)
  return settle({ outcome: 'conflict', version: null, conflict, detail: null })
}

/** Takes a package of writes in its order. */
export async function takePackage(
  call: UserCall,
  person: AccessiblePerson,
  { client_id, writes }: { client_id: string; writes: readonly SyncWrite[] },
): Promise<SyncResult[]> {
  await holdHead(call.db, person.id)
  const results: SyncResult[] = []
  for (const write of writes) results.push(await takeWrite(call, person, write, client_id))
  return results
}

interface Resolution {
  conflict_id: string
  keep: 'client' | 'server'
  server_version: number
}

/**
 * Resolves a conflict by one of its versions. Where the record changed after somebody chose, the choice was made
 * against another version: it stays open and is reported with that one.
 */
export async function resolve(
  call: UserCall,
  person: AccessiblePerson,
  { conflict_id, keep, server_version }: Resolution,
) {
  const { db, actor } = call
  const none = { conflict_id, version: null, conflict: null }
  const [conflict] = await conflictsOf(db, person.id, conflict_id)
  if (!conflict) return { ...none, outcome: 'unknown' as const }
  const { server } = conflict
  if (!(await isOpen(db, person.id, conflict_id)))
    return { ...none, outcome: 'resolved' as const, version: server.version }
  if (server.version !== server_version) return { ...none, outcome: 'conflict' as const, conflict }
  const version =
    keep === 'client'
      ? await store(call, person, {
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
