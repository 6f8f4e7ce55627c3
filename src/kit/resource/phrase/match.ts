import type { Word } from '#contract/kit/words.ts'
import { addDays, addMonths, type Days, dayAt, latestWeekday, monthOf, weekOf, yearOf } from './days.ts'
import {
  type Grammar,
  type NamedTime,
  namedTimes,
  type Pattern,
  type TimeUnit,
  timeUnits,
} from './grammar.ts'

/** Values of a pattern's slots. */
export interface Slots {
  n: number[]
  unit: TimeUnit[]
  time: Days[]
}

interface Match {
  /** Index after the last word. */
  end: number
  slots: Slots
}

type Found<Value> = { end: number; value: Value } | undefined

/** Matches a pattern at a word. */
function matchPattern(
  pattern: Pattern,
  words: readonly Word[],
  from: number,
  grammar: Grammar,
): Match | undefined {
  const slots: Slots = { n: [], unit: [], time: [] }
  let at = from
  for (const part of pattern) {
    const word = words[at]
    if (!word || word.isQuoted) return undefined
    if (typeof part === 'string') {
      if (word.stem !== part) return undefined
      at += 1
      continue
    }
    const found =
      part.slot === 'n'
        ? numberAt(words, at)
        : part.slot === 'unit'
          ? unitAt(words, at, grammar)
          : timeAt(words, at, grammar)
    if (!found) return undefined
    ;(slots[part.slot] as unknown[]).push(found.value)
    at = found.end
  }
  return { end: at, slots }
}

/** The longest match of any of the patterns. */
export function longestMatch(
  patterns: readonly Pattern[],
  words: readonly Word[],
  from: number,
  grammar: Grammar,
): Match | undefined {
  return patterns
    .flatMap(pattern => matchPattern(pattern, words, from, grammar) ?? [])
    .reduce<Match | undefined>((best, match) => (best && best.end >= match.end ? best : match), undefined)
}

function numberAt(words: readonly Word[], at: number): Found<number> {
  const word = words[at]
  const value = word && /^\p{Nd}+$/u.test(word.text) ? Number(word.stem) : Number.NaN
  return Number.isSafeInteger(value) ? { end: at + 1, value } : undefined
}

function unitAt(words: readonly Word[], at: number, grammar: Grammar): Found<TimeUnit> {
  return longest(
    timeUnits.flatMap(unit => {
      const match = longestMatch(grammar.units[unit], words, at, grammar)
      return match ? [{ end: match.end, value: unit }] : []
    }),
  )
}

const longest = <Value>(found: readonly { end: number; value: Value }[]): Found<Value> =>
  found.reduce<Found<Value>>((best, one) => (best && best.end >= one.end ? best : one), undefined)

function namedTime(name: NamedTime, { today, firstDayOfWeek }: Grammar): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday': {
      const day = addDays(today, -1)
      return { from: day, to: day }
    }
    case 'thisWeek':
      return weekOf(today, firstDayOfWeek)
    case 'lastWeek':
      return weekOf(addDays(today, -7), firstDayOfWeek)
    case 'thisMonth':
      return monthOf(today)
    case 'lastMonth':
      return monthOf(addMonths(monthOf(today).from, -1))
    case 'thisYear':
      return yearOf(today)
    case 'lastYear':
      return yearOf(addMonths(today, -12))
  }
}

/** A day or a longer time, such as “3 October”, “October 2025”, “Friday” or “2026-10-03”. */
function timeAt(words: readonly Word[], at: number, grammar: Grammar): Found<Days> {
  return longest([
    ...namedTimes.flatMap(name => {
      const match = longestMatch(grammar.namedTimes[name], words, at, grammar)
      return match ? [{ end: match.end, value: namedTime(name, grammar) }] : []
    }),
    ...grammar.weekdays.flatMap((patterns, weekday) => {
      const match = longestMatch(patterns, words, at, grammar)
      if (!match) return []
      const day = latestWeekday(weekday, grammar.today)
      return [{ end: match.end, value: { from: day, to: day } }]
    }),
    ...datesAt(words, at, grammar),
  ])
}

type Part = { day: number } | { month: number } | { year: number } | { number: number }

/** Words between the parts of a date, such as “of” in “3rd of October”. */
const fillers = new Set(['st', 'nd', 'rd', 'th', 'of', 'de', 'del', 'er', 'the', '年', '月', '日'])
const earliestYear = 1970

/** The part of a date at a word: a month's name, a year or another number. */
function partAt(words: readonly Word[], at: number, grammar: Grammar): Found<Part> {
  const month = grammar.months.findIndex(patterns => longestMatch(patterns, words, at, grammar))
  // Japanese names of months begin with a number.
  if (month >= 0) {
    const end = longestMatch(grammar.months[month] ?? [], words, at, grammar)?.end ?? at + 1
    return { end, value: { month: month + 1 } }
  }
  const number = numberAt(words, at)
  if (!number) return undefined
  const year = number.value >= earliestYear && number.value <= 9999
  return { end: number.end, value: year ? { year: number.value } : { number: number.value } }
}

function datesAt(words: readonly Word[], at: number, grammar: Grammar): { end: number; value: Days }[] {
  const iso = words[at] && !words[at].isQuoted ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(words[at].text) : null
  if (iso) {
    const day = dayAt(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    return day ? [{ end: at + 1, value: { from: day, to: day } }] : []
  }
  const found: { end: number; value: Days }[] = []
  const parts: Part[] = []
  let end = at
  while (parts.length < 3) {
    const part = partAt(words, end, grammar)
    if (!part) break
    parts.push(part.value)
    end = part.end
    const value = dateOf(parts, grammar)
    if (value) found.push({ end, value })
    while (fillers.has(words[end]?.stem ?? '')) {
      end += 1
      if (value) found.push({ end, value })
    }
  }
  return found
}

/** The days that the parts of a date name; without a year, the latest up to today. */
function dateOf(parts: readonly Part[], { today, order }: Grammar): Days | undefined {
  const month = parts.flatMap(part => ('month' in part ? part.month : []))[0]
  const year = parts.flatMap(part => ('year' in part ? part.year : []))[0]
  const numbers = parts.flatMap(part => ('number' in part ? part.number : []))
  if (month !== undefined && numbers.length <= 1) return ofMonth(month, numbers[0], year, today)
  const names = order.filter(name => name !== 'year')
  if (month === undefined && year !== undefined && numbers.length === 2) {
    const named = { [names[0] ?? 'day']: numbers[0], [names[1] ?? 'month']: numbers[1] }
    return ofMonth(named.month ?? 0, named.day, year, today)
  }
  return undefined
}

function ofMonth(
  month: number,
  date: number | undefined,
  year: number | undefined,
  today: string,
): Days | undefined {
  const thisYear = Number(today.slice(0, 4))
  const within = (year: number) => {
    const day = dayAt(year, month, date ?? 1)
    if (day === undefined) return undefined
    return date === undefined ? monthOf(day) : { from: day, to: day }
  }
  if (year !== undefined) return within(year)
  const current = within(thisYear)
  return current && current.from <= today ? current : within(thisYear - 1)
}
