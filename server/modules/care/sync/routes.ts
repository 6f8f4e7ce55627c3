import { sync } from '#contract/care/sync.ts'
import type { Db } from '#server/db/open.ts'
import { resolveTargetPerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { applyBatch, resolveConflict } from './apply.ts'
import { initialSnapshot } from './initial-snapshot.ts'
import {
  getSyncHead,
  listChangesAfter,
  listClients,
  listConflicts,
  lockSyncHead,
  recordClient,
} from './queries.ts'
import { findRecords } from './records.ts'

/** A page of changes after a position; deleted records are tombstones. */
async function changedSince(db: Db, person: string, cursor: number, { limit }: { limit: number }) {
  const changes = await listChangesAfter(db, person, cursor, limit)
  const page = changes.slice(0, limit)
  const records = await findRecords(db, person, page)
  const byId = new Map(records.map(record => [`${record.kind} ${record.id}`, record]))
  return {
    records: page.map(
      ({ position: _, ...change }) =>
        byId.get(`${change.kind} ${change.id}`) ?? { ...change, deleted: true, value: null },
    ),
    cursor: page.at(-1)?.position ?? cursor,
    more: changes.length > page.length,
    next: null,
  }
}

export default serve(sync)({
  pull: async call => {
    const { db, actor, query } = call
    const { id: person, user_id } = await resolveTargetPerson(call)
    const as_of = new Date().toISOString()
    const { cursor, client_id } = query
    const records =
      cursor === undefined
        ? await initialSnapshot(db, person, query)
        : await changedSince(db, person, cursor, query)
    // Last, so that a refused call does not register a client.
    if (client_id)
      await recordClient(db, { person, client: client_id, caller: actor.id, position: cursor ?? 0 })
    return { user_id, as_of, ...records }
  },
  push: async call => {
    const person = await resolveTargetPerson(call)
    const { client_id } = call.body
    const results = await applyBatch(call, person, call.body)
    await recordClient(call.db, { person: person.id, client: client_id, caller: call.actor.id })
    call.audit({
      action: 'sync',
      resourceType: 'sync_clients',
      resourceId: client_id,
      organizationId: person.organization_id,
      details: { user_id: person.user_id, writes: results.length },
    })
    return { user_id: person.user_id, results }
  },
  status: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    const cursor = await getSyncHead(call.db, id)
    const clients = await listClients(call.db, id)
    return {
      user_id,
      cursor,
      clients: clients.map(client => ({ ...client, behind: Math.max(0, cursor - client.cursor) })),
      conflicts: await listConflicts(call.db, id),
    }
  },
  resolve: async call => {
    const person = await resolveTargetPerson(call)
    await lockSyncHead(call.db, person.id)
    const results = []
    for (const resolution of call.body.resolutions)
      results.push(await resolveConflict(call, person, resolution))
    return { user_id: person.user_id, results }
  },
})
