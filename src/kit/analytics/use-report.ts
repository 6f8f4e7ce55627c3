import { useQuery } from '@tanstack/react-query'
import { byDays, type Days, type Range } from './use-range.ts'

/** Milliseconds between two readings. */
const every = 60_000

/** What each call of a report is given. */
export interface Asked {
  query: Partial<Days> & { days?: number; previous?: string }
  signal: AbortSignal
}

interface Reads<Now, Before> {
  /** All that the screen shows, read at once: it is there as a whole or not at all. */
  now(given: Asked): Promise<Now>
  /** What is compared with the time before. */
  before(given: Asked): Promise<Before>
}

/** Reads what a screen shows of its range; `before` is null while it is awaited, undefined where nothing is compared. */
export function useReport<Now, Before>(path: string, range: Range, { now, before }: Reads<Now, Before>) {
  const query = byDays(range)
  const reading = useQuery({
    queryKey: ['call', 'GET', path, query],
    queryFn: ({ signal }) => now({ query, signal }),
    refetchInterval: every,
  })
  const earlier = useQuery({
    queryKey: ['call', 'GET', path, 'before', query],
    queryFn: ({ signal }) => before({ query: { ...query, previous: 'true' }, signal }),
    enabled: range.compared,
    refetchInterval: every,
  })
  return { reading, before: range.compared ? (earlier.data ?? null) : undefined }
}
