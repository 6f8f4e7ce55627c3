import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { canCover, type RangeName } from '#contract/kit/period.ts'

/** Whole days, the first and the last included, each YYYY-MM-DD. */
export type Days = { from: string; to: string }

/** The time that a screen's figures cover, as its address says: `?range=7d`, or `?from=…&to=…`, and `&compare=previous`. */
export interface Range<Name extends RangeName = RangeName> {
  names: readonly Name[]
  name: Name
  /** The days chosen, which go before the name. */
  days: Days | null
  compared: boolean
  choose(range: Name | Days): void
  compare(on: boolean): void
}

/** The range of a screen that offers these names and begins with one of them. */
export function useRange<Name extends RangeName>(names: readonly Name[], usual: Name): Range<Name> {
  const [search, setSearch] = useSearchParams()
  return useMemo(() => {
    const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
    const days = canCover(from, to) ? { from, to } : null
    const name = names.find(name => name === search.get('range')) ?? usual
    const change = (values: Record<string, string | null>) =>
      setSearch(
        before => {
          const after = new URLSearchParams(before)
          for (const [key, value] of Object.entries(values)) {
            if (value === null) after.delete(key)
            else after.set(key, value)
          }
          return after
        },
        { replace: true },
      )
    return {
      names,
      name,
      days,
      compared: search.get('compare') === 'previous',
      choose: range =>
        typeof range === 'string'
          ? change({ range: range === usual ? null : range, from: null, to: null })
          : change({ range: null, ...range }),
      compare: on => change({ compare: on ? 'previous' : null }),
    }
  }, [search, setSearch, names, usual])
}

/** The query of a call that takes a time by name. */
export const byName = <Name extends RangeName>({ name, days }: Range<Name>) => days ?? { time_range: name }

/** The query of a call that takes a number of days. */
export const byDays = ({ name, days }: Range) => days ?? { days: Number.parseInt(name, 10) }
