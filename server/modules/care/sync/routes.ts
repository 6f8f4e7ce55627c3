import { sync } from '#contract/care/sync.ts'
import type { Db } from '#server/db/open.ts'
import { serve } from '#server/kit/serve.ts'
import { resolveTargetPerson } from '#server/kit/whose.ts'
import { firstPackage } from './first-package.ts'
import { changesAfter, clientsOf, conflictsOf, headOf, holdHead, noteClient } from './queries.ts'
import { recordsOf } from './records.ts'
import { resolve, takePackage } from './take.ts'

/** A page of what was changed behind a position; what is gone comes as a tombstone. */
async function changedSince(db: Db, person: string, cursor: number, { limit }: { limit: number }) {
  const changes = await changesAfter(db, person, cursor, limit)
  const page = changes.slice(0, limit)
  const found = await recordsOf(db, person, page)
  const byId = new Map(found.map(record => [`${record.kind} ${record.id}`, record]))
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
    const found =
      cursor === undefined
        ? await firstPackage(db, person, query)
        : await changedSince(db, person, cursor, query)
    // A call that is refused leaves no client behind.
    if (client_id)
      await noteClient(db, { person, client: client_id, caller: actor.id, position: cursor ?? 0 })
    return { user_id, as_of, ...found }
  },
  push: async call => {
    const person = await resolveTargetPerson(call)
    const { client_id } = call.body
    const results = await takePackage(call, person, call.body)
    await noteClient(call.db, { person: person.id, client: client_id, caller: call.actor.id })
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
    const cursor = await headOf(call.db, id)
    const clients = await clientsOf(call.db, id)
    return {
      user_id,
      cursor,
      clients: clients.map(client => ({ ...client, behind: Math.max(0, cursor - client.cursor) })),
      conflicts: await conflictsOf(call.db, id),
    }
  },
  resolve: async call => {
    const person = await resolveTargetPerson(call)
    await holdHead(call.db, person.id)
    const results = []
    for (const resolution of call.body.resolutions) results.push(await resolve(call, person, resolution))
    return { user_id: person.user_id, results }
  },
})
