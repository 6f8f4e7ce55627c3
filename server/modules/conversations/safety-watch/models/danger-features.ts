import { readFileSync } from 'node:fs'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { french } from '../languages/fr.ts'
import { hiragana } from '../text/japanese.ts'
import { isKnownWord } from '../text/known-words.ts'
import { Speller } from '../text/spelling.ts'
import { conceptsOf, conceptsWithin, languageOf, readings } from './concept-finder.ts'
import { hashedFrom, hashOf, hashState } from './linear.ts'
import { isUnspaced } from './polar-words.ts'
import { denials, wordsOf } from './text-features.ts'

/** How many weights of each class the model of dangers has: features are taken modulo this. */
export const dangerSlots = 1 << 19

/** The text that last set a slot, counted from 1. Kept between calls, as a set for each stretch takes most of the time. */
const lastSetBy = new Uint32Array(dangerSlots)
let textCount = 0

/** The widest gap between two concepts that are taken together, and between two words. */
const conceptReach = 6
const wordReach = 3
const denialReach = 3
/** How often a rule and a concept are said to the model, so that they are heard among hundreds of pieces of words. */
const ruleRepeats = 4
const conceptRepeats = 2

const elision = /^(?:j|l|d|m|t|s|n|c|qu)'(?=\p{L})/u

/** What stands before a contraction in English, and what is left of it where the apostrophe became a blank. */
const contracted =
  /^(?:i|you|we|they|he|she|it|that|there|what|who|can|don|won|didn|doesn|isn|wasn|aren|couldn|wouldn|shouldn|haven|hasn|ain)$/
const contraction = /^(?:ve|re|ll|m|t|s|d)$/

/** Puts together what was torn at an apostrophe: “I ve”, “don t”. */
function rejoined(words: readonly string[]): string[] {
  const all: string[] = []
  for (const word of words) {
    const last = all.at(-1)
    if (last && contraction.test(word) && contracted.test(last)) all[all.length - 1] = last + word
    else all.push(word)
  }
  return all
}

/** Umlauts typed as two letters: "fuer", but not "neue" or "Frauen". */
const umlauts = /(?<![aeq])([aou])e(?!u)/g

/** A word as the corpus has it: with the article split off where its apostrophe is left out, without "ae" for "ä". */
function standardWords(word: string, language: ConversationLanguage): string[] {
  if (language === 'fr') return french.split(word)
  return [language === 'de' ? word.replace(umlauts, '$1') : word]
}

/** Unspaced signs in runs of one to four, and with one left out or in any order, as errors leave them. */
function* piecesOf(line: string): Generator<string> {
  for (let start = 0; start < line.length; start++) {
    for (let size = 1; size <= 4 && start + size <= line.length; size++) yield line.slice(start, start + size)
    if (start + 3 > line.length) continue
    yield `${line[start]}?${line[start + 2]}`
    yield `/${[...line.slice(start, start + 3)].sort().join('')}`
  }
}

/** What a word sets wherever it stands. */
interface WordFeatures {
  /** Without typing errors. */
  word: string
  /** Its readings, as said and as denied. */
  said: readonly number[]
  denied: readonly number[]
  pieces: readonly number[]
  concepts: readonly string[]
  isUnspaced: boolean
  isDenial: boolean
  /** The hashes of a pair that begins with the word, right before the other and with words between, before the other is added. */
  nextTo: number
  near: number
}

function featuresOfWord(raw: string, language: ConversationLanguage): WordFeatures {
  const word = mendedWord(raw.replaceAll("'", ''))
  const forms = readings(word, language)
  const pair = {
    word,
    isDenial: denials.has(word),
    nextTo: hashState(`${word}|`),
    near: hashState(`${word}|.`),
  }
  if (isUnspaced(word)) {
    const line = hiragana(word)
    const pieces = Array.from(piecesOf(line), piece => hashOf(`~${piece}`))
    return { ...pair, said: [], denied: [], pieces, concepts: conceptsWithin(line).flat(), isUnspaced: true }
  }
  const framed = `<${word}>`
  const pieces: number[] = []
  if (word.length > 3)
    for (let size = 3; size <= 5; size++)
      for (let start = 0; start + size <= framed.length; start++)
        pieces.push(hashOf(`~${framed.slice(start, start + size)}`))
  return {
    ...pair,
    said: forms.map(form => hashOf(`=${form}`)),
    denied: forms.map(form => hashOf(`not ${form}`)),
    pieces,
    concepts: conceptsOf(word, language),
    isUnspaced: false,
  }
}

/** The words of a turn that were met before: its stretches overlap, so that each is met many times. */
export type KnownWords = Map<string, WordFeatures>

/**
 * The slots that a text sets for the model of dangers, each once: words with what is denied, pairs of words, pieces of words,
 * concepts shared by the languages with their pairs, and the rules that found something in it.
 */
export function dangerFeatures(
  text: string,
  conversation: ConversationLanguage,
  rules: readonly string[],
  known: KnownWords = new Map(),
): number[] {
  const found: number[] = []
  textCount += 1
  const add = (hash: number) => {
    const slot = hash % dangerSlots
    if (lastSetBy[slot] === textCount) return
    lastSetBy[slot] = textCount
    found.push(slot)
  }
  const set = (feature: string) => add(hashOf(feature))
  const words = rejoined(wordsOf(text)).flatMap(word => {
    const elided = word.match(elision)?.[0]
    return elided ? [elided.slice(0, -1), word.slice(elided.length)] : [word]
  })
  const language = languageOf(words, conversation)
  const conceptsMeant: { name: string; isDenied: boolean }[] = []
  const recentWords: WordFeatures[] = []
  let denied = 0
  for (const raw of words.flatMap(each => standardWords(each, language))) {
    const key = `${language} ${raw}`
    const features = known.get(key) ?? featuresOfWord(raw, language)
    known.set(key, features)
    const { word, concepts } = features
    if (word === recentWords.at(-1)?.word) continue
    for (const piece of features.pieces) add(piece)
    if (features.isUnspaced) {
      for (const name of concepts) conceptsMeant.push({ name, isDenied: false })
      continue
    }
    const isDenied = denied > 0
    for (const reading of isDenied ? features.denied : features.said) add(reading)
    for (const [back, other] of recentWords.entries())
      add(hashedFrom(back === recentWords.length - 1 ? other.nextTo : other.near, word))
    recentWords.push(features)
    if (recentWords.length > wordReach) recentWords.shift()
    for (const name of concepts) conceptsMeant.push({ name, isDenied })
    denied = features.isDenial ? denialReach : denied - 1
  }
  for (const [at, { name, isDenied }] of conceptsMeant.entries()) {
    for (let repeat = 0; repeat < conceptRepeats; repeat++) {
      set(`#${repeat}${name}`)
      if (isDenied) set(`#${repeat}not ${name}`)
    }
    for (const later of conceptsMeant.slice(at + 1, at + 1 + conceptReach)) {
      set(`#${name}>${later.name}`)
      if (later.isDenied) set(`#${name}>not ${later.name}`)
    }
  }
  for (const rule of rules) for (let repeat = 0; repeat < ruleRepeats; repeat++) set(`@${repeat}${rule}`)
  return found
}

/** The words of the labelled corpus, the commonest first. */
const vocabularyFile = new URL('./vocabulary.bin', import.meta.url)

let vocabulary: { ranks: Map<string, number>; speller: Speller } | null = null

function loadVocabulary() {
  if (vocabulary) return vocabulary
  const words = readFileSync(vocabularyFile, 'utf8').split('\n')
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
