import type { Word } from '#contract/kit/words.ts'
import type { Field } from '../resource.ts'
import {
  type Choice,
  type Grammar,
  type NumberPhrase,
  numberPhrases,
  type Pattern,
  type TimePhrase,
  timePhrases,
} from './grammar.ts'
import { longestMatch, type Slots } from './match.ts'

/** A record that a stretch of a sentence names. */
export interface Named extends Choice {
  /** The stretch as typed. */
  text: string
}

/** What words mean, up to the word before `end`. */
export type Element = { end: number } & (
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'field'; field: Field }
  | { kind: 'time'; phrase: TimePhrase; slots: Slots }
  | { kind: 'number'; phrase: NumberPhrase; slots: Slots }
  | { kind: 'not' | 'notAfter' | 'or' | 'ignored' | 'unknown' }
)

/** The sentence from one word up to before another, without quotation marks. */
export function textBetween(sentence: string, words: readonly Word[], from: number, end: number): string {
  const [first, last] = [words[from], words[end - 1]]
  if (!first || !last) return ''
  return from + 1 === end ? first.text : sentence.slice(first.start, last.end)
}

/** Words of the longest name that is recognised. */
export const longestName = 8

function* namedAt(sentence: string, words: readonly Word[], at: number, named: readonly Named[]) {
  for (let end = at + 1; end <= Math.min(words.length, at + longestName); end += 1) {
    const text = textBetween(sentence, words, at, end)
    for (const { field, value } of named.filter(one => one.text === text))
      yield { end, choice: { field, value } }
  }
}

/** Whether a sentence names the list itself: “devices”. */
export function namesList(sentence: string, grammar: Grammar): boolean {
  const words = grammar.split(sentence)
  return words.some((_, at) => longestMatch(grammar.own, words, at, grammar) !== undefined)
}

/** The meaning of the words at an index: the longest, and of these the first in the order below. */
export function elementAt(
  sentence: string,
  words: readonly Word[],
  at: number,
  grammar: Grammar,
  named: readonly Named[],
): Element {
  const match = (patterns: readonly Pattern[]) => longestMatch(patterns, words, at, grammar)
  const found: Element[] = []

  const choices = new Map<number, Choice[]>()
  const offer = (end: number, choice: Choice) => choices.set(end, [...(choices.get(end) ?? []), choice])
  for (const { end, choice } of namedAt(sentence, words, at, named)) offer(end, choice)
  for (const { choice, patterns } of grammar.choices) {
    const end = match(patterns)?.end
    if (end) offer(end, choice)
  }
  for (const [end, all] of choices) found.push({ kind: 'choice', end, choices: all })
  for (const { field, patterns } of grammar.fields) {
    const end = match(patterns)?.end
    if (end) found.push({ kind: 'field', end, field })
  }
  for (const phrase of timePhrases) {
    const fits = match(grammar.times[phrase])
    if (fits) found.push({ kind: 'time', end: fits.end, phrase, slots: fits.slots })
  }
  for (const kind of ['notAfter', 'not', 'or'] as const) {
    const end = match(grammar.keywords[kind])?.end
    if (end) found.push({ kind, end })
  }
  for (const phrase of numberPhrases) {
    const fits = match(grammar.numbers[phrase])
    if (fits) found.push({ kind: 'number', end: fits.end, phrase, slots: fits.slots })
  }
  const ignored = match(grammar.keywords.ignored)?.end
  if (ignored) found.push({ kind: 'ignored', end: ignored })
  const unknown: Element = { kind: 'unknown', end: at + 1 }
  return found.reduce((best, one) => (best === unknown || one.end > best.end ? one : best), unknown)
}
