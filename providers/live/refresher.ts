import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { RecordChange } from '#contract/platform/live.ts'
import type { StreamStart } from './stream.ts'

/** Minimum milliseconds between two refreshes of one resource. */
const minIntervalMs = 1_000

interface RefresherDependencies {
  queries: QueryClient
  /** When the server answered a change made by this tab, in epoch milliseconds. */
  answeredAt(requestId: string | null): number | undefined
  /** When the response to a query that is fetched now may have been read, at the earliest, in epoch milliseconds. */
  readAt(): number
  /** In [0, 1). */
  random(): number
  /** Called after the refresh with the changes made by others. */
  onOthersChanges(resource: string, changes: readonly RecordChange[]): void
}

/**
 * The resource that a query reads: Refine's own queries, `useCall` queries tied to a resource, and names of
 * referenced records.
 */
function resourceOf([kind, first, second, , followed]: QueryKey): unknown {
  if (kind === 'data') return second
  if (kind === 'call') return followed
  return kind === 'name' ? first : undefined
}

/** Whether a query reads one of these records by id, according to Refine's query key. */
const reads = ([kind, , , action, id]: QueryKey, ids: ReadonlySet<unknown>) =>
  kind === 'data' && action === 'one' && ids.has(id)

/**
 * Refetches visible queries that are older than a change. Changes are batched, so a busy resource is read at most
 * once per second. Queries fetched after the change are left alone, so a tab does not reload what it changed itself.
 * Looks at the queries active when the timer fires rather than at subscriptions, because Refine keeps a subscription
 * when its parameters change.
 */
export function createRefresher({
  queries,
  answeredAt,
  readAt,
  random,
  onOthersChanges,
}: RefresherDependencies) {
  const fetchedAt = new WeakMap<Query, number>()
  const pendingChanges = new Map<string, { change: RecordChange; at: number }[]>()

  queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'fetch') fetchedAt.set(event.query, readAt())
  })

  /** @param staleBefore the instant before which a query's data is out of date; undefined for other queries */
  function refetch(staleBefore: (key: QueryKey) => number | undefined) {
    // By the time it answered, the server might not have the record any more.
    const deletions = queries.getMutationCache().findAll({ mutationKey: ['delete'], status: 'pending' })
    const ids = deletions.map(({ state }) => JSON.stringify((state.variables as { id: string }).id))
    void queries.invalidateQueries({
      predicate: query =>
        (fetchedAt.get(query) ?? 0) < (staleBefore(query.queryKey) ?? 0) &&
        !ids.some(id => query.queryHash.includes(id)),
    })
  }

  function refresh(resource: string) {
    const pending = pendingChanges.get(resource) ?? []
    pendingChanges.delete(resource)
    const known = pending.map(({ change, at }) => ({ change, at, own: answeredAt(change.request_id) }))
    // The screen of a record deleted here may still be unmounting and must not refetch it.
    const gone = new Set(
      known
        .filter(({ change, own }) => own !== undefined && change.action === 'delete')
        .map(({ change }) => change.id),
    )
    const since = Math.max(...known.map(({ at, own = at }) => Math.min(at, own)))
    refetch(key => (resourceOf(key) === resource && !reads(key, gone) ? since : undefined))
    const others = known.filter(({ own }) => own === undefined)
    if (others.length > 0)
      onOthersChanges(
        resource,
        others.map(({ change }) => change),
      )
  }

  return {
    changed(change: RecordChange) {
      const arrival = { change, at: Date.now() }
      const pending = pendingChanges.get(change.resource)
      if (pending) {
        pending.push(arrival)
        return
      }
      pendingChanges.set(change.resource, [arrival])
      setTimeout(refresh, minIntervalMs * (1 + random() / 2), change.resource)
    },
    /** Refetches visible queries that are older than the latest change before the stream opened. */
    opened({ recent, covered_ms: coveredMs }: StreamStart) {
      const now = Date.now()
      const ages = new Map(recent.map(({ resource, age_ms }) => [resource, age_ms]))
      refetch(key => {
        const resource = resourceOf(key)
        return resource === undefined ? undefined : now - (ages.get(String(resource)) ?? coveredMs)
      })
    },
  }
}
