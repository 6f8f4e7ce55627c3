import { type Filter, type Span, spans } from '../filter.ts'
import type { Field } from '../resource.ts'
import { addDays, addMonths, type Days } from './days.ts'
import type { Grammar, NumberPhrase, TimePhrase, TimeUnit } from './grammar.ts'
import type { Slots } from './match.ts'

const hour = 3_600_000
const hoursOf = { hour: 1, day: 24, week: 168 } as const

/** The relative range of a length, if lists offer it. */
function spanOf(n: number, unit: TimeUnit): Span | undefined {
  if (unit === 'month' || unit === 'year') return unit === 'year' && n === 1 ? '365d' : undefined
  const hours = n * hoursOf[unit]
  return spans.find(span => Number.parseInt(span, 10) * (span.endsWith('d') ? 24 : 1) === hours)
}

/** The instant or day a length of time ago. */
function past(n: number, unit: TimeUnit, { today, now }: Grammar, { kind }: Field): string {
  if (unit === 'month' || unit === 'year') return addMonths(today, unit === 'year' ? -12 * n : -n)
  if (unit === 'hour' && kind === 'instant') return new Date(now - n * hour).toISOString()
  return addDays(today, -Math.ceil((n * hoursOf[unit]) / 24))
}

/**
 * The filter of a time phrase on a field.
 * @param isLasting whether it says how long a state has lasted: then “since Friday” means that the field's time is not
 * after that day
 */
export function timeFilter(
  phrase: TimePhrase,
  { n: [n = 1], unit: [unit = 'day'], time }: Slots,
  field: Field,
  grammar: Grammar,
  isLasting: boolean,
): Filter | undefined {
  const [first, second] = time
  switch (phrase) {
    case 'at':
      return first && { by: 'between', ...first }
    case 'since':
      return first && (isLasting ? { by: 'between', to: first.from } : { by: 'between', from: first.from })
    case 'after':
      return first && { by: 'between', from: addDays(first.to, 1) }
    case 'before':
      return first && { by: 'between', to: addDays(first.from, -1) }
    case 'until':
      return first && { by: 'between', to: first.to }
    case 'between':
      return first && second && first.from <= second.to
        ? { by: 'between', from: first.from, to: second.to }
        : undefined
    case 'last': {
      const span = spanOf(n, unit)
      return span ? { by: 'last', span } : { by: 'between', from: past(n, unit, grammar, field) }
    }
    case 'ago':
      return longerThan(n, unit, field, grammar)
    case 'lasting':
      return isLasting ? longerThan(n, unit, field, grammar) : undefined
  }
}

function longerThan(n: number, unit: TimeUnit, field: Field, grammar: Grammar): Filter {
  const span = spanOf(n, unit)
  return span ? { by: 'before', span } : { by: 'between', to: past(n, unit, grammar, field) }
}

/** The filter of a number phrase on a field of integers. */
export function numberFilter(
  phrase: NumberPhrase,
  [n = 0, other = n]: readonly number[],
): Filter | undefined {
  switch (phrase) {
    case 'below':
      return { by: 'between', to: String(n - 1) }
    case 'atMost':
      return { by: 'between', to: String(n) }
    case 'above':
      return { by: 'between', from: String(n + 1) }
    case 'atLeast':
      return { by: 'between', from: String(n) }
    case 'exactly':
      return { by: 'is', values: [String(n)] }
    case 'betweenNumbers':
      return n <= other ? { by: 'between', from: String(n), to: String(other) } : undefined
  }
}

/** Both filters as one, or undefined if they contradict or no single filter can express them. */
export function combine(one: Filter | undefined, other: Filter): Filter | undefined {
  if (!one) return other
  if ((one.by === 'is' && other.by === 'is') || (one.by === 'not' && other.by === 'not'))
    return { by: one.by, values: [...new Set([...one.values, ...other.values])] }
  if (one.by !== 'between' || other.by !== 'between') return undefined
  const merged: Partial<Days> = { ...one, ...other }
  const isTwice = (['from', 'to'] as const).some(
    end => one[end] !== undefined && other[end] !== undefined && one[end] !== other[end],
  )
  const isEmpty = merged.from !== undefined && merged.to !== undefined && compare(merged.from, merged.to) > 0
  return isTwice || isEmpty ? undefined : { ...merged, by: 'between' }
}

/** Orders numbers by value, days and instants by time. */
const compare = (one: string, other: string) =>
  Number.isFinite(Number(one))
    ? Number(one) - Number(other)
    : one.slice(0, 10).localeCompare(other.slice(0, 10))
