import type { Split } from '#contract/kit/words.ts'
import type { Labels } from '../labels.ts'
import { choicesOf, type Field, type Resource } from '../resource.ts'
import { calendarOf } from './days.ts'

/** Units of time. */
export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year'

/** What words mean, apart from the resource's own. Alternatives are separated by `|`; `[n]`, `[unit]` and `[time]` stand for a number, a unit and a point in time. */
export type GrammarTexts = Record<Keyword | NumberPhrase | TimePhrase | NamedTime | TimeUnit, string>

export const keywords = ['ignored', 'not', 'notAfter', 'or'] as const
export type Keyword = (typeof keywords)[number]
export const numberPhrases = ['below', 'atMost', 'above', 'atLeast', 'exactly', 'betweenNumbers'] as const
export type NumberPhrase = (typeof numberPhrases)[number]
export const timePhrases = [
  'at',
  'since',
  'after',
  'before',
  'until',
  'between',
  'last',
  'ago',
  'lasting',
] as const
export type TimePhrase = (typeof timePhrases)[number]
export const namedTimes = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const
export type NamedTime = (typeof namedTimes)[number]
export const timeUnits = ['hour', 'day', 'week', 'month', 'year'] as const

/** A value that words can name: an option of a field, or a record that a field refers to. */
export interface Choice {
  field: string
  value: string
}

type Slot = { slot: 'n' | 'unit' | 'time' }
/** Stems and slots that match in order. */
export type Pattern = readonly (string | Slot)[]

/** What a sentence about a list can contain. */
export interface Grammar {
  resource: Pick<Resource, 'filterFields' | 'list'>
  split: Split
  /** Calendar date in the user's time zone. */
  today: string
  /** Milliseconds since 1970. */
  now: number
  /** Order of the numbers of a date. */
  order: readonly ('day' | 'month' | 'year')[]
  /** 1 is Monday, 7 is Sunday. */
  firstDayOfWeek: number
  keywords: Record<Keyword, readonly Pattern[]>
  numbers: Record<NumberPhrase, readonly Pattern[]>
  times: Record<TimePhrase, readonly Pattern[]>
  namedTimes: Record<NamedTime, readonly Pattern[]>
  units: Record<TimeUnit, readonly Pattern[]>
  months: readonly (readonly Pattern[])[]
  /** From Sunday. */
  weekdays: readonly (readonly Pattern[])[]
  fields: readonly { field: Field; patterns: readonly Pattern[] }[]
  choices: readonly { choice: Choice; patterns: readonly Pattern[] }[]
  /** Names of the list itself. */
  own: readonly Pattern[]
}

const slot = /\[(n|unit|time)\]/

/** Compiles alternatives such as `last [n] [unit]|past [n] [unit]`. */
const patternsOf = (texts: string, split: Split): Pattern[] =>
  texts
    .split('|')
    .map(text =>
      text
        .split(slot)
        .flatMap((part, at): (string | Slot)[] =>
          at % 2 ? [{ slot: part as Slot['slot'] }] : split(part).map(({ stem }) => stem),
        ),
    )
    .filter(pattern => pattern.length > 0)

interface GrammarSource {
  resource: Pick<Resource, 'filterFields' | 'list' | 'name'>
  labels: Labels
  texts: GrammarTexts
  /** Further words for options: `synonyms[field][value]`. */
  synonyms?: { [field: string]: { [value: string]: string } | undefined } | undefined
  /** Values of fields whose options the API lists. */
  listed?: ReadonlyMap<string, readonly string[]>
  locale: string
  split: Split
  today: string
  now: number
}

/** Builds the grammar of a list in a language from its fields, their labels and options. */
export function grammarOf(source: GrammarSource): Grammar {
  const { resource, labels, texts, synonyms, listed, locale, split, today, now } = source
  const compile = <Name extends keyof GrammarTexts>(names: readonly Name[]) =>
    Object.fromEntries(names.map(name => [name, patternsOf(texts[name], split)])) as Record<Name, Pattern[]>
  const { months, weekdays, order, firstDay } = calendarOf(locale)
  const offered = resource.list.filters.flatMap(name => resource.filterFields.get(name) ?? [])
  const choices = offered.flatMap(field => {
    const values = field.kind === 'boolean' ? [] : (listed?.get(field.name) ?? choicesOf(field))
    return values.map(value => {
      const further = synonyms?.[field.name]?.[value]
      const label = labels.option(field.name, value)
      return {
        choice: { field: field.name, value },
        patterns: patternsOf(further ? `${label}|${further}` : label, split),
      }
    })
  })
  const own = patternsOf(`${labels.text('many')}|${labels.text('one')}`, split)
  const { ignored, ...others } = compile(keywords)
  return {
    resource,
    split,
    today,
    now,
    order,
    firstDayOfWeek: firstDay,
    keywords: { ...others, ignored: [...ignored, ...own] },
    numbers: compile(numberPhrases),
    times: compile(timePhrases),
    namedTimes: compile(namedTimes),
    units: compile(timeUnits),
    months: namesOf(months, weekdays, split),
    weekdays: namesOf(weekdays, months, split),
    fields: offered.map(field => ({ field, patterns: patternsOf(labels.field(field.name), split) })),
    choices,
    own,
  }
}

/** Shortest abbreviation that is taken for a name. */
const shortestName = 3

type Names = readonly (readonly string[])[]

/** Patterns of long names, and of short ones except those that also stand for something else: “mar” in Spanish. */
function namesOf([long = [], short = []]: Names, [, others = []]: Names, split: Split): Pattern[][] {
  return long.map((name, at) => {
    const abbreviation = short[at] ?? ''
    const isClear = abbreviation.length >= shortestName && !others.includes(abbreviation)
    return patternsOf(isClear ? `${name}|${abbreviation}` : name, split)
  })
}
