import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { languageOf } from './concept-finder.ts'
import { type Part, plainWordsOf, readIn, type Word } from './danger-words.ts'
import { type LinearModel, probabilitiesOf } from './linear.ts'

/** How many weights of each class the model of dangers has: features are taken modulo this, a power of two. */
export const dangerSlots = 1 << 20

/** The widest gap between two concepts that are taken together, and between two words. */
const conceptReach = 6
const wordReach = 3
const denialReach = 3
/** How often a concept is said to the model, so that it is heard among hundreds of pieces of words. */
const conceptRepeats = 2

/** What stands before a contraction in English, and what is left of it where the apostrophe became a blank. */
const contracted =
  /^(?:i|you|we|they|he|she|it|that|there|what|who|can|don|won|didn|doesn|isn|wasn|aren|couldn|wouldn|shouldn|haven|hasn|ain)$/
const contraction = /^(?:ve|re|ll|d|m|t|s)$/

/** Puts together what was torn at an apostrophe: “I ve”, “don t”. */
function rejoined(words: readonly string[]): string[] {
  const all: string[] = []
  for (const word of words) {
    const last = all.at(-1)
    if (last && word.length < 3 && contraction.test(word) && contracted.test(last))
      all[all.length - 1] = last + word
    else all.push(word)
  }
  return all
}

/** What a pair of hashes sets, by the kind of pair (the finalizer of MurmurHash3). */
function paired(one: number, other: number, kind: number): number {
  let hash = Math.imul(one ^ kind, 0x85ebca6b) ^ Math.imul((other >>> 13) | (other << 19), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}
const kinds = { nextTo: 1, near: 2, concepts: 3, conceptAndDenied: 4, deniedConcept: 5 } as const

/** Takes what a text sets: the parts that its words bring along, and single features. */
interface Sink {
  part(part: Part): void
  feature(hash: number): void
}

/**
 * Names the features of a text: words with what is denied, pairs of words, pieces of words, and concepts shared by the
 * languages with their pairs. They count as often as they stand in it. Nothing of what the rules find is in them: rules
 * change without a new training.
 */
function walk(text: string, conversation: ConversationLanguage, sink: Sink): void {
  const words = rejoined(plainWordsOf(text))
  const language = languageOf(words, conversation)
  const concepts: number[] = []
  const areDenied: boolean[] = []
  const recent: Word[] = []
  let denied = 0
  for (const raw of words)
    for (const word of readIn(raw, language)) {
      if (word.text === recent.at(-1)?.text) continue
      const isDenied = denied > 0 && !word.isUnspaced
      sink.part(isDenied ? word.denied : word.said)
      for (const concept of word.concepts) {
        concepts.push(concept)
        areDenied.push(isDenied)
      }
      if (word.isUnspaced) continue
      for (const [back, other] of recent.entries())
        sink.feature(paired(other.hash, word.hash, back === recent.length - 1 ? kinds.nextTo : kinds.near))
      recent.push(word)
      if (recent.length > wordReach) recent.shift()
      denied = word.isDenial ? denialReach : denied - 1
    }
  for (const [at, concept] of concepts.entries()) {
    for (let repeat = 0; repeat < conceptRepeats; repeat++) {
      sink.feature(concept)
      if (areDenied[at]) sink.feature(paired(concept, 0, kinds.deniedConcept))
    }
    for (let later = at + 1; later <= Math.min(at + conceptReach, concepts.length - 1); later++) {
      const other = concepts[later] as number
      sink.feature(paired(concept, other, kinds.concepts))
      if (areDenied[later]) sink.feature(paired(concept, other, kinds.conceptAndDenied))
    }
  }
}

/** The slots that a text sets for the model of dangers, as often as it sets them. */
export function dangerFeatures(text: string, conversation: ConversationLanguage): number[] {
  const found: number[] = []
  walk(text, conversation, {
    part: ({ hashes }) => {
      for (const hash of hashes) found.push(hash % dangerSlots)
    },
    feature: hash => found.push(hash % dangerSlots),
  })
  return found
}

/**
 * The probability of each class of dangers for a text. What a word brings along is summed once and kept with it.
 */
export function dangerProbabilities(
  model: LinearModel,
  text: string,
  conversation: ConversationLanguage,
): number[] {
  const { classes, slots, weights } = model
  const sums = new Float64Array(classes)
  let count = 0
  const addRow = (to: Float64Array, hash: number) => {
    const row = (hash % slots) * classes
    for (let k = 0; k < classes; k++) to[k] = (to[k] as number) + (weights[row + k] as number)
  }
  walk(text, conversation, {
    part: own => {
      if (own.summed?.model !== model) {
        own.summed = { model, sums: new Float64Array(classes) }
        for (const hash of own.hashes) addRow(own.summed.sums, hash)
      }
      count += own.hashes.length
      for (let k = 0; k < classes; k++) sums[k] = (sums[k] as number) + (own.summed.sums[k] as number)
    },
    feature: hash => {
      count += 1
      addRow(sums, hash)
    },
  })
  return probabilitiesOf(model, sums, count)
}
