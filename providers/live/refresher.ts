import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { RecordChange } from '#contract/platform/live.ts'

/** Minimum milliseconds between two refreshes of one resource. */
const minIntervalMs = 1_000

interface RefresherDependencies {
  queries: QueryClient
  /** When the server answered a change made by this tab, in epoch milliseconds. */
  answeredAt(requestId: string | null): number | undefined
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
export function createRefresher({ queries, answeredAt, random, onOthersChanges }: RefresherDependencies) {
  const fetchedAt = new WeakMap<Query, number>()
  const pendingChanges = new Map<string, { change: RecordChange; at: number }[]>()

  queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'fetch') fetchedAt.set(event.query, Date.now())
  })

  function refetch(since: number, isMeant: (key: QueryKey) => boolean) {
    void queries.invalidateQueries({
      predicate: query => isMeant(query.queryKey) && (fetchedAt.get(query) ?? 0) < since,
    })
  }

  function refresh(resource: string) {
    const gathered = pendingChanges.get(resource) ?? []
    pendingChanges.delete(resource)
    const known = gathered.map(({ change, at }) => ({ change, at, own: answeredAt(change.request_id) }))
    // The screen of a record deleted here may still be unmounting and must not refetch it.
    const gone = new Set(
      known
        .filter(({ change, own }) => own !== undefined && change.action === 'delete')
        .map(({ change }) => change.id),
    )
    refetch(
      Math.max(...known.map(({ at, own = at }) => Math.min(at, own))),
      key => resourceOf(key) === resource && !reads(key, gone),
    )
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
      const gathered = pendingChanges.get(change.resource)
      if (gathered) {
        gathered.push(arrival)
        return
      }
      pendingChanges.set(change.resource, [arrival])
      setTimeout(refresh, minIntervalMs * (1 + random() / 2), change.resource)
    },
    /** Refetches every visible query older than now. */
    missed: () => refetch(Date.now(), key => resourceOf(key) !== undefined),
  }
}
