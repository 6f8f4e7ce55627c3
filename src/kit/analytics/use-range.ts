import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isValidRange, type RangeName } from '#contract/kit/period.ts'
import { useSearch } from '../address.ts'

/** Whole days, inclusive, each YYYY-MM-DD. */
export type Days = { from: string; to: string }

/** The time range of a screen, kept in the URL: `?range=7d`, or `?from=…&to=…`, and `&compare=previous`. */
export interface Range<Name extends RangeName = RangeName> {
  names: readonly Name[]
  name: Name
  /** Custom days, which override the name. */
  days: Days | null
  compared: boolean
  choose(range: Name | Days): void
  compare(on: boolean): void
}

const isCompared = (search: URLSearchParams) => search.get('compare') === 'previous'

/** The time range of a screen: the offered names and the default. */
export function useRange<Name extends RangeName>(names: readonly Name[], usual: Name): Range<Name> {
  const [search, change] = useSearch()
  return useMemo(() => {
    const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
    const days = isValidRange(from, to) ? { from, to } : null
    const name = names.find(name => name === search.get('range')) ?? usual
    return {
      names,
      name,
      days,
      compared: isCompared(search),
      choose: range =>
        typeof range === 'string'
          ? change({ range: range === usual ? null : range, from: null, to: null }, { replace: true })
          : change({ range: null, ...range }, { replace: true }),
      compare: on => change({ compare: on ? 'previous' : null }, { replace: true }),
    }
  }, [search, change, names, usual])
}

/** What a chart needs of the time range of its screen. */
export function useChartRange() {
  const [search, change] = useSearch()
  return {
    compared: isCompared(search),
    /** Makes days the time range; going back in the browser's history undoes it. */
    zoom: (from: string, to: string) => change({ range: null, from, to }),
  }
}

/** Query parameters for an endpoint that takes a named range. */
export const rangeQuery = <Name extends RangeName>({ name, days }: Range<Name>) =>
  days ?? { time_range: name }

/** Query parameters for an endpoint that takes a number of days. */
export const daysQuery = ({ name, days }: Range) => days ?? { days: Number.parseInt(name, 10) }

/** Poll interval in milliseconds. */
const refetchIntervalMs = 60_000

/** Passed to each request of a report. */
export interface ReportOptions {
  query: Partial<Days> & { days?: number; previous?: string } & Readonly<Record<string, unknown>>
  signal: AbortSignal
}

interface ReportQueries<Now, Before> {
  /** Everything the screen shows, loaded together. */
  now(options: ReportOptions): Promise<Now>
  /** What is compared with the previous period. */
  before(options: ReportOptions): Promise<Before>
}

/** Loads a report for the range; `before` is null while loading, undefined when not compared. */
export function useReport<Now, Before>(
  path: string,
  range: Range,
  { now, before }: ReportQueries<Now, Before>,
  params: Readonly<Record<string, string>> = {},
) {
  const query = { ...daysQuery(range), ...params }
  const reading = useQuery({
    queryKey: ['call', 'GET', path, query],
    queryFn: ({ signal }) => now({ query, signal }),
    refetchInterval: refetchIntervalMs,
  })
  const earlier = useQuery({
    queryKey: ['call', 'GET', path, 'before', query],
    queryFn: ({ signal }) => before({ query: { ...query, previous: 'true' }, signal }),
    enabled: range.compared,
    refetchInterval: refetchIntervalMs,
  })
  return { reading, before: range.compared ? (earlier.data ?? null) : undefined }
}

/** Reads values of the previous period: null while loading, undefined when not compared. */
export const previousOf =
  <Figures extends object>(figures: Figures | null | undefined) =>
  <Name extends keyof Figures>(name: Name): Figures[Name] | null | undefined =>
    figures ? figures[name] : (figures as null | undefined)
