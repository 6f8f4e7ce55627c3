import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { french } from '../languages/fr.ts'
import { hiragana } from '../text/japanese.ts'
import { isKnownWord } from '../text/known-words.ts'
import { Speller } from '../text/spelling.ts'
import { WordCache } from '../text/word-cache.ts'
import { conceptsOf, conceptsWithin, readings } from './concept-finder.ts'
import { hashOf, hashState, type LinearModel } from './linear.ts'
import { readPacked } from './packed.ts'
import { isUnspaced } from './polar-words.ts'
import { denials, wordsOf } from './text-features.ts'

/** Features that a word brings along wherever it stands, and what a model makes of them together. */
export interface Part {
  hashes: readonly number[]
  /** The sum of the weights of its features for each class, by the model that was asked last. */
  summed: { model: LinearModel; sums: Float64Array } | null
}

/** A word as the model of dangers reads it. */
export interface Word {
  /** Without typing errors. */
  text: string
  hash: number
  /** Its readings and pieces, as said and as denied. */
  said: Part
  denied: Part
  /** The hashes of the concepts that it stands for. */
  concepts: readonly number[]
  isUnspaced: boolean
  isDenial: boolean
}

const prime = 0x01000193
const finished = (state: number) => (state ^ (state >>> 16)) >>> 0

/** Letters of a word in runs of three to five. */
function pieceHashes(word: string): number[] {
  const hashes: number[] = []
  const framed = `<${word}>`
  const seed = hashState('~')
  for (let start = 0; start + 3 <= framed.length; start++) {
    let state = seed
    for (let at = start; at < Math.min(framed.length, start + 5); at++) {
      state = Math.imul(state ^ framed.charCodeAt(at), prime)
      if (at >= start + 2) hashes.push(finished(state))
    }
  }
  return hashes
}

/** Unspaced signs in runs of one to four, and of three with one left out or in any order, as errors leave them. */
function unspacedHashes(line: string): number[] {
  const hashes: number[] = []
  const [run, gap, jumble] = [hashState('~'), hashState('~?'), hashState('~/')]
  const of = (state: number, code: number) => Math.imul(state ^ code, prime)
  for (let start = 0; start < line.length; start++) {
    let state = run
    for (let at = start; at < Math.min(line.length, start + 4); at++) {
      state = of(state, line.charCodeAt(at))
      hashes.push(finished(state))
    }
    if (start + 3 > line.length) continue
    const [a, b, c] = [line.charCodeAt(start), line.charCodeAt(start + 1), line.charCodeAt(start + 2)]
    hashes.push(finished(of(of(gap, a), c)))
    const [least, most] = [Math.min(a, b, c), Math.max(a, b, c)]
    hashes.push(finished(of(of(of(jumble, least), a + b + c - least - most), most)))
  }
  return hashes
}

const part = (hashes: readonly number[]): Part => ({ hashes, summed: null })
const none = part([])
const conceptHash = (name: string) => hashOf(`#${name}`)

function readWord(raw: string, language: ConversationLanguage): Word {
  const text = mendedWord(raw.replaceAll("'", ''))
  const hash = hashState(text)
  const isDenial = denials.has(text)
  if (isUnspaced(text)) {
    const line = hiragana(text)
    const concepts = conceptsWithin(line).flat().map(conceptHash)
    return {
      text,
      hash,
      said: part(unspacedHashes(line)),
      denied: none,
      concepts,
      isUnspaced: true,
      isDenial,
    }
  }
  const forms = readings(text, language)
  const pieces = text.length > 3 ? pieceHashes(text) : []
  const unique = (hashes: number[]) => [...new Set(hashes)]
  return {
    text,
    hash,
    said: part(unique([...forms.map(form => hashOf(`=${form}`)), ...pieces])),
    denied: part(unique([...forms.map(form => hashOf(`not ${form}`)), ...pieces])),
    concepts: conceptsOf(text, language).map(conceptHash),
    isUnspaced: false,
    isDenial,
  }
}

const elision = /^(?:j|l|d|m|t|s|n|c|qu)'(?=\p{L})/u
/** Umlauts typed as two letters: "fuer", but not "neue" or "Frauen". */
const umlauts = /(?<![aeq])([aou])e(?!u)/g

/** A word as the corpus has it: with the article split off, without "ae" for "ä". */
function standardWords(word: string, language: ConversationLanguage): string[] {
  const elided = word.match(elision)?.[0]
  const parts = elided ? [elided.slice(0, -1), word.slice(elided.length)] : [word]
  if (language === 'fr') return parts.flatMap(each => french.split(each))
  return language === 'de' ? parts.map(each => each.replace(umlauts, '$1')) : parts
}

/** Common short words, which others are run together with where a space is left out. */
const shortWords: Readonly<Record<ConversationLanguage, readonly string[]>> = {
  en: 'i is to the my me in on and it he she of you not am was'.split(' '),
  es: 'no me se la el de en que mi lo al te un una los ya'.split(' '),
  fr: 'je ne pas me le la de en il un une les mon ma qui'.split(' '),
  de: 'ich die der das mir mich in ein eine nicht mein im und ist'.split(' '),
  ja: [],
  ar: 'ما لا في من كل هذا مو'.split(' '),
}
const shortestRest = 4

/** A word that exists nowhere as a short word and another of the corpus, where it is both run together: “mequitaron”. */
function spacedOut(word: string, language: ConversationLanguage): string[] {
  if (word.length < shortestRest + 2 || isKnownWord(word)) return [word]
  const { ranks, speller } = loadVocabulary()
  if (ranks.has(word) || speller.mended(word).length > 0) return [word]
  let best = [word]
  let bestRank = Number.POSITIVE_INFINITY
  const consider = (rest: string, parts: string[]) => {
    const rank = rest.length < shortestRest ? undefined : ranks.get(rest)
    if (rank === undefined || rank >= bestRank) return
    best = parts
    bestRank = rank
  }
  for (const short of shortWords[language]) {
    const [behind, before] = [word.slice(short.length), word.slice(0, -short.length)]
    if (word.startsWith(short)) consider(behind, [short, behind])
    if (word.endsWith(short)) consider(before, [before, short])
  }
  return best
}

const readOnce = new WordCache<Word[]>()
const spacedOnce = new WordCache<string[]>()

/** What stands between two spaces of a text, as the model reads it in a language. */
export const readIn = (raw: string, language: ConversationLanguage): readonly Word[] =>
  readOnce.get(`${language} ${raw}`, () =>
    standardWords(raw, language)
      .flatMap(word => spacedOut(word, language))
      .map(word => readWord(word, language)),
  )

/** The words of a text, as {@link wordsOf} finds them; no word reaches over a space. */
export function plainWordsOf(text: string): string[] {
  const all: string[] = []
  for (const raw of text.split(/\s+/)) if (raw) all.push(...spacedOnce.get(raw, () => wordsOf(raw)))
  return all
}

/** The words of the labelled corpus, the commonest first. */
const vocabularyFile = new URL('./vocabulary.bin', import.meta.url)

let vocabulary: { ranks: Map<string, number>; speller: Speller } | null = null

function loadVocabulary() {
  if (vocabulary) return vocabulary
  const words = readPacked(vocabularyFile).toString().split('\n')
  vocabulary = {
    ranks: new Map(words.map((word, at) => [word, at])),
    speller: new Speller(new Set(words), isKnownWord),
  }
  return vocabulary
}

/** A word that exists nowhere as the commonest word of the corpus that is one letter away; any other as it is. */
function mendedWord(word: string): string {
  if (word.length < 4) return word
  const { ranks, speller } = loadVocabulary()
  let best = word
  for (const candidate of speller.mended(word))
    if (best === word || (ranks.get(candidate) ?? 0) < (ranks.get(best) ?? 0)) best = candidate
  return best
}
