import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { RecordChange } from '#contract/platform/live.ts'

/** The shortest time, in milliseconds, between two refreshes of one resource. */
const interval = 1_000

interface RefresherParts {
  queries: QueryClient
  /** When the server answered a change of this tab's own, in milliseconds of the epoch. */
  answeredAt(requestId: string | null): number | undefined
  /** From 0 up to 1. */
  random(): number
  /** Told, after the refresh, of the changes that others made. */
  tell(resource: string, changes: readonly RecordChange[]): void
}

/** The resource that a query reads: Refine's own queries, calls that follow one, and the names of referenced records. */
function resourceOf([kind, first, second, , followed]: QueryKey): unknown {
  if (kind === 'data') return second
  if (kind === 'call') return followed
  return kind === 'name' ? first : undefined
}

/** Whether a query reads one of these records by its id, as Refine's key of a single record says. */
const reads = ([kind, , , action, id]: QueryKey, ids: ReadonlySet<unknown>) =>
  kind === 'data' && action === 'one' && ids.has(id)

/**
 * Refetches what is on the screen and older than a change. Changes are gathered for a second, so a busy resource is
 * read at most once in that time. What was fetched since the change is left alone: so a tab does not read twice what
 * it changed itself and has read anew already.
 *
 * Works on the queries that are active when the time comes, not on those that somebody subscribed for: Refine keeps a
 * subscription when its parameters change.
 */
export function createRefresher({ queries, answeredAt, random, tell }: RefresherParts) {
  const fetchedAt = new WeakMap<Query, number>()
  const arrivals = new Map<string, { change: RecordChange; at: number }[]>()

  queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'fetch') fetchedAt.set(event.query, Date.now())
  })

  function refetch(since: number, isMeant: (key: QueryKey) => boolean) {
    void queries.invalidateQueries({
      predicate: query => isMeant(query.queryKey) && (fetchedAt.get(query) ?? 0) < since,
    })
  }

  function refresh(resource: string) {
    const gathered = arrivals.get(resource) ?? []
    arrivals.delete(resource)
    const known = gathered.map(({ change, at }) => ({ change, at, own: answeredAt(change.request_id) }))
    // The screen of a record that was removed here may still be leaving: it must not ask for what is gone.
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
      tell(
        resource,
        others.map(({ change }) => change),
      )
  }

  return {
    changed(change: RecordChange) {
      const arrival = { change, at: Date.now() }
      const gathered = arrivals.get(change.resource)
      if (gathered) {
        gathered.push(arrival)
        return
      }
      arrivals.set(change.resource, [arrival])
      setTimeout(refresh, interval * (1 + random() / 2), change.resource)
    },
    /** Refetches everything on the screen that is older than now. */
    missed: () => refetch(Date.now(), key => resourceOf(key) !== undefined),
  }
}
