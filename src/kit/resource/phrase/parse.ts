import type { Word } from '#contract/kit/words.ts'
import { type Filter, operatorsOf } from '../filter.ts'
import type { Field } from '../resource.ts'
import { combine, numberFilter, timeFilter } from './conditions.ts'
import { type Element, elementAt, longestName, type Named, textBetween } from './elements.ts'
import type { Choice, Grammar } from './grammar.ts'

/** Why a part of a sentence was not applied. */
export type Doubt =
  /** It has no meaning in this list. */
  | { why: 'unknown' }
  /** It needs another part: a field without a value, a number without a field, or “not” before nothing. */
  | { why: 'incomplete' }
  /** It names options of several fields. */
  | { why: 'ambiguous'; fields: readonly string[] }
  /** Several records have this name. */
  | { why: 'namesakes' }
  /** It contradicts another part, or cannot be combined with it. */
  | { why: 'conflict' }

/** A stretch of a sentence that was not applied. */
export type Doubtful = Doubt & { start: number; end: number }

/** What a sentence says. */
export interface Phrase {
  filters: Readonly<Record<string, Filter>>
  /** What was not understood, in order. */
  doubts: readonly Doubtful[]
  /** Stretches that may be names of records, the likeliest first. */
  candidates: readonly string[]
}

type Of<Kind extends Element['kind']> = Extract<Element, { kind: Kind }>
type Placed<Thing> = Thing & { at: number }

const isTime = ({ kind }: Field) => kind === 'instant' || kind === 'day'

/** Reads a sentence from left to right. */
class Reader {
  readonly filters: Record<string, Filter> = {}
  readonly doubts: Doubtful[] = []
  /** Words without a meaning, and those that are ignored. */
  private readonly unknown: number[] = []
  private readonly ignored = new Set<number>()
  /** A field whose value is still to come. */
  private awaiting: Placed<Of<'field'>> | undefined
  /** A number whose field is still to come. */
  private number: Placed<Of<'number'>> | undefined
  /** “not” and “or” before a value; `after` is the field before an “or”. */
  private pending: (Placed<Element> & { after: string | undefined })[] = []
  private readonly times: Placed<Of<'time'>>[] = []
  private latest: Choice | undefined

  private readonly sentence: string
  private readonly words: readonly Word[]
  private readonly grammar: Grammar

  constructor(sentence: string, words: readonly Word[], grammar: Grammar) {
    this.sentence = sentence
    this.words = words
    this.grammar = grammar
  }

  take(element: Element, at: number) {
    switch (element.kind) {
      case 'ignored':
        for (let word = at; word < element.end; word += 1) this.ignored.add(word)
        return
      case 'not':
      case 'or':
        this.pending.push({ ...element, at, after: this.latest?.field })
        return
      case 'notAfter':
        return this.negateLatest(element.end, at)
      case 'choice':
        return this.choose(element, at)
      case 'field':
        return this.name({ ...element, at })
      case 'number':
        return this.count({ ...element, at })
      case 'time':
        return this.date({ ...element, at })
      case 'unknown':
        this.unknown.push(at)
    }
  }

  /** Ends the sentence. @returns stretches that may be names, the likeliest first */
  finish(): string[] {
    for (const time of this.times) this.dateList(time)
    this.readTexts()
    for (const part of [this.awaiting, this.number, ...this.pending])
      if (part) this.doubt(part, { why: 'incomplete' })
    const runs = this.unknownRuns()
    for (const { at, end } of runs) this.doubt({ at, end }, { why: 'unknown' })
    this.doubts.sort((one, other) => one.start - other.start)
    return this.nameCandidates()
  }

  private doubt({ at, end }: { at: number; end: number }, why: Doubt) {
    const [first, last] = [this.words[at], this.words[end - 1]]
    if (first && last) this.doubts.push({ start: first.start, end: last.end, ...why })
  }

  private add(field: Field, filter: Filter | undefined, part: { at: number; end: number }) {
    const isPossible = filter && operatorsOf(field).includes(filter.by)
    const combined = isPossible ? combine(this.filters[field.name], filter) : undefined
    if (combined) this.filters[field.name] = combined
    else this.doubt(part, { why: 'conflict' })
  }

  private choose({ choices, end }: Of<'choice'>, at: number) {
    const expected = choices.filter(({ field }) => field === this.awaiting?.field.name)
    const meant = expected.length > 0 ? expected : choices
    if (expected.length === 0) this.abandon('awaiting')
    this.awaiting = undefined
    this.abandon('number')
    const pending = this.pending
    this.pending = []
    const [choice] = meant
    const field = this.grammar.resource.filterFields.get(choice?.field ?? '')
    if (!choice || !field || meant.length > 1) {
      const fields = [...new Set(meant.map(({ field }) => field))]
      return this.doubt(
        { at: pending[0]?.at ?? at, end },
        fields.length > 1 ? { why: 'ambiguous', fields } : { why: 'namesakes' },
      )
    }
    // All filters must match, so “or” is possible only between values of one field.
    for (const part of pending)
      if (part.kind === 'or' && part.after !== field.name) this.doubt(part, { why: 'conflict' })
    const by = pending.some(({ kind }) => kind === 'not') ? 'not' : 'is'
    this.add(field, { by, values: [choice.value] }, { at, end })
    this.latest = choice
  }

  private negateLatest(end: number, at: number) {
    const filter = this.filters[this.latest?.field ?? '']
    if (this.latest && filter?.by === 'is' && filter.values.length === 1)
      this.filters[this.latest.field] = { by: 'not', values: filter.values }
    else this.doubt({ at, end }, { why: 'conflict' })
  }

  private name(part: Placed<Of<'field'>>) {
    const { number } = this
    this.number = undefined
    if (number && part.field.kind === 'number')
      return this.add(part.field, numberFilter(number.phrase, number.slots.n), {
        at: number.at,
        end: part.end,
      })
    if (number) this.doubt(number, { why: 'incomplete' })
    this.abandon('awaiting')
    this.awaiting = part
  }

  private count(part: Placed<Of<'number'>>) {
    this.abandon('number')
    const { awaiting } = this
    if (awaiting?.field.kind === 'number') {
      this.awaiting = undefined
      this.add(awaiting.field, numberFilter(part.phrase, part.slots.n), part)
    } else this.number = part
  }

  private date(part: Placed<Of<'time'>>) {
    const { awaiting } = this
    if (!awaiting || !isTime(awaiting.field)) {
      this.times.push(part)
      return
    }
    this.awaiting = undefined
    this.add(awaiting.field, timeFilter(part.phrase, part.slots, awaiting.field, this.grammar, false), part)
  }

  /** Applies a time without a field: to the list's first one, or to how long a state has lasted. */
  private dateList(part: Placed<Of<'time'>>) {
    const { list, filterFields } = this.grammar.resource
    const state = this.filters[list.lasting?.field ?? '']
    const isLasting = state?.by === 'is' && state.values.every(value => list.lasting?.values.includes(value))
    const offered = list.filters.flatMap(name => filterFields.get(name) ?? [])
    const field = isLasting ? filterFields.get(list.lasting?.since ?? '') : offered.find(isTime)
    if (field) this.add(field, timeFilter(part.phrase, part.slots, field, this.grammar, isLasting), part)
    else this.doubt(part, { why: 'unknown' })
  }

  /** Gives a text field the unknown words after it: “serial AB 12”. */
  private readTexts() {
    const { awaiting } = this
    const run = awaiting && this.unknownRuns().find(({ at }) => this.isNext(awaiting.end, at))
    if (!awaiting || !run || !operatorsOf(awaiting.field).includes('has')) return
    this.awaiting = undefined
    this.add(
      awaiting.field,
      { by: 'has', text: textBetween(this.sentence, this.words, run.at, run.end) },
      run,
    )
    for (const at of this.unknown.filter(at => at >= run.at && at < run.end))
      this.unknown.splice(this.unknown.indexOf(at), 1)
  }

  private abandon(what: 'awaiting' | 'number') {
    this.readTexts()
    const part = this[what]
    if (part) this.doubt(part, { why: 'incomplete' })
    this[what] = undefined
  }

  /** Whether only ignored words are between two positions. */
  private isNext(from: number, at: number) {
    for (let word = from; word < at; word += 1) if (!this.ignored.has(word)) return false
    return from <= at
  }

  private unknownRuns(): { at: number; end: number }[] {
    const runs: { at: number; end: number }[] = []
    for (const at of this.unknown) {
      const last = runs.at(-1)
      if (last && this.isNext(last.end, at)) last.end = at + 1
      else runs.push({ at, end: at + 1 })
    }
    return runs
  }

  /**
   * Stretches around unknown words that may be names. Names contain known words too, such as “Hub” in “Villa Hub”;
   * stretches that begin and end with an unknown word are likelier and come first, then the longer.
   */
  private nameCandidates(): string[] {
    const isUnknown = (word: number) => this.unknown.includes(word)
    const found: { text: string; isLikely: boolean }[] = []
    for (let from = 0; from < this.words.length; from += 1)
      for (let end = from + 1; end <= Math.min(this.words.length, from + longestName); end += 1) {
        if (this.ignored.has(from) || this.ignored.has(end - 1)) continue
        if (!this.unknown.some(at => at >= from && at < end)) continue
        const text = textBetween(this.sentence, this.words, from, end)
        found.push({ text, isLikely: isUnknown(from) && isUnknown(end - 1) })
      }
    found.sort(
      (one, other) => Number(other.isLikely) - Number(one.isLikely) || other.text.length - one.text.length,
    )
    return [...new Set(found.map(({ text }) => text))]
  }
}

/**
 * Parses a sentence about a list, such as “silent pendants since Friday”, into filters. Deterministic: what has no
 * meaning, or more than one, is reported rather than guessed.
 * @param named records that stretches of the sentence name
 */
export function parsePhrase(sentence: string, grammar: Grammar, named: readonly Named[] = []): Phrase {
  const words = grammar.split(sentence)
  const reader = new Reader(sentence, words, grammar)
  for (let at = 0; at < words.length; ) {
    const element = elementAt(sentence, words, at, grammar, named)
    reader.take(element, at)
    at = element.end
  }
  const candidates = reader.finish()
  return { filters: reader.filters, doubts: reader.doubts, candidates }
}
