import { grant } from '#contract/kit/permissions.ts'
import type { Db } from '../../db/open.ts'
import type { AuthenticatedCall } from '../call.ts'
import { findResource } from '../resources.ts'

/** Names remembered of one resource; beyond, an export looks them up anew. */
const most = 10_000

/** Finds the names of other resources' records as far as the caller reaches them, many at once. */
export function recordNames(call: AuthenticatedCall) {
  const known = new Map<string, Map<string, string | null>>()

  async function lookUp(resource: string, ids: string[], db: Db): Promise<Map<string, string>> {
    const { endpoint, handler } = findResource(resource)?.list ?? {}
    const { role } = call.actor
    // Programs know records by their ids.
    if (!endpoint?.listing || !handler || typeof endpoint.access === 'string' || role === 'api_key')
      return new Map()
    const granted = grant(role, endpoint.access)
    if (!granted) return new Map()
    const query = { id: ids, _end: ids.length }
    const reply = (await handler.page({ ...call, db, query, grant: granted } as never)) as Record<
      string,
      unknown
    >
    const rows = reply[endpoint.listing.rows] as { id: string; name?: string }[]
    return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
  }

  /** A function from an id to its record's name, or to the id where the caller may not know it. */
  return async (resource: string, ids: readonly unknown[], db: Db): Promise<(id: unknown) => unknown> => {
    const names = known.get(resource) ?? new Map<string, string | null>()
    if (names.size > most) names.clear()
    known.set(resource, names)
    const asked = ids.filter((id): id is string => typeof id === 'string' && !names.has(id))
    if (asked.length > 0) {
      const unknown = [...new Set(asked)]
      const found = await lookUp(resource, unknown, db)
      for (const id of unknown) names.set(id, found.get(id) ?? null)
    }
    return id => names.get(id as string) ?? id
  }
}
