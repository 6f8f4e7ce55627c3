import { hashOf } from '../models/linear.ts'
import type { Token } from './tokens.ts'
import { WordCache } from './word-cache.ts'

/** The fewest letters of a word that is mended by one letter more, less or other. */
const mendable = 4

/** The word without each of its letters in turn: two words one edit apart share one of these. */
function* shortenings(word: string): Generator<string> {
  for (let at = 0; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1)
}

/** Whether two neighbours that are swapped make one word of the other. */
export function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}

/** Whether one letter more, less or other, or two neighbours swapped, make one word of the other. */
function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length === long.length) return short.slice(at + 1) === long.slice(at + 1) || isSwapped(one, other)
  return short.slice(at) === long.slice(at + 1)
}

/** The word and its shortenings, under which others find it. */
function* keysOf(word: string): Generator<string> {
  yield word
  yield* shortenings(word)
}

/** How many words the index of a vocabulary can hold. */
const mostWords = 1 << 20

/**
 * The words of a vocabulary by their keys, in eight bytes each: the hash of the key times {@link mostWords} plus the place of
 * the word, sorted. Two keys may share a hash, so what is found must be looked at.
 */
class KeyIndex {
  readonly #words: readonly string[]
  readonly #entries: Float64Array

  constructor(words: readonly string[]) {
    if (words.length > mostWords) throw new Error(`The vocabulary has more than ${mostWords} words`)
    this.#words = words
    const entries: number[] = []
    for (const [place, word] of words.entries())
      for (const key of keysOf(word)) entries.push(hashOf(key) * mostWords + place)
    this.#entries = Float64Array.from(entries).sort()
  }

  has(word: string): boolean {
    return [...this.find(word)].includes(word)
  }

  *find(key: string): Generator<string> {
    const entries = this.#entries
    const first = hashOf(key) * mostWords
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle] as number) < first) low = middle + 1
      else high = middle
    }
    for (let at = low; (entries[at] ?? Number.POSITIVE_INFINITY) < first + mostWords; at++)
      yield this.#words[(entries[at] as number) - first] as string
  }
}

/** Finds the words of a vocabulary that a misspelt word may stand for (after SymSpell: by deletions alone). */
export class Speller {
  readonly #index: KeyIndex
  readonly #isKnown: (word: string) => boolean
  readonly #mended = new WordCache<readonly string[]>()

  /** @param isKnown whether a word exists in any language: it is never mended */
  constructor(vocabulary: ReadonlySet<string>, isKnown: (word: string) => boolean) {
    this.#isKnown = isKnown
    this.#index = new KeyIndex([...vocabulary].filter(word => word.length >= 3))
  }

  /** The words of the vocabulary that a word may stand for; none where it exists itself. */
  mended(word: string): readonly string[] {
    return this.#mended.get(word, () => this.#mend(word))
  }

  #mend(word: string): string[] {
    if (word.length < 3 || this.#index.has(word) || this.#isKnown(word) || /\d/.test(word)) return []
    const found = new Set<string>()
    for (const key of keysOf(word))
      for (const candidate of this.#index.find(key)) {
        // Errors seldom replace a word's first letter: "painted" is not "fainted".
        if (candidate[0] !== word[0] && !isSwapped(word, candidate) && candidate.length === word.length)
          continue
        const isNear =
          word.length < mendable || candidate.length < mendable
            ? isSwapped(word, candidate) || (candidate.length >= mendable && isOneEditApart(word, candidate))
            : isOneEditApart(word, candidate)
        if (isNear) found.add(candidate)
      }
    return [...found]
  }

  mend(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const [word = ''] = token.forms
      for (const form of this.mended(word)) if (!token.forms.includes(form)) token.forms.push(form)
    }
  }
}
