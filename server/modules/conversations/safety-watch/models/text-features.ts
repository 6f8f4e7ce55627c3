import { hiragana } from '../text/japanese.ts'
import { plain } from '../text/tokens.ts'
import { hashOf } from './linear.ts'
import { isUnspaced, worthOf, worthsWithin } from './polar-words.ts'

const pieces = /[\p{L}\p{N}']+|\p{Extended_Pictographic}|[!?؟！？]+|\.{3}|…|[:;]-?[)(dp]/gu
export const denials = new Set(
  'not no never cant dont doesnt didnt isnt wasnt wont without nor nothing nobody ne pas jamais plus rien sans aucun nunca jamas ni sin nadie nada tampoco nicht kein keine keinen nie ohne nichts kaum لا لم لن ليس ما مش مو غير بدون مافي'.split(
    ' ',
  ),
)
const denialReach = 3

/** Words in lower case without accents, names of people and links as one, letters held long cut short. */
export const wordsOf = (text: string): string[] =>
  plain(text.normalize('NFKC'))
    .replace(/https?:\/\/\S+|\bhttps?\b/g, ' ')
    .replace(/@\w+|\[name\]|\[religion\]/g, ' ')
    .replace(/[ـ]/g, '')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/(\p{L})\1{2,}/gu, '$1$1')
    .match(pieces) ?? []

/**
 * The hashes that a text sets, each once: its words, pairs of them, words after a denial, and pieces of words of three
 * and four letters, so that an ending or an error still leaves most of a word.
 */
function textFeatures(words: readonly string[]): number[] {
  const found = new Set<number>()
  let denied = 0
  for (const [at, raw] of words.entries()) {
    const word = raw.replaceAll("'", '')
    if (isUnspaced(word)) {
      const line = hiragana(word)
      for (let size = 1; size <= 4; size++)
        for (let start = 0; start + size <= line.length; start++)
          found.add(hashOf(`~${line.slice(start, start + size)}`))
      continue
    }
    found.add(hashOf(denied > 0 ? `not ${word}` : word))
    found.add(hashOf(`${words[at - 1] ?? '<'}|${word}`))
    if (word.length > 3) {
      const framed = `<${word}>`
      for (let size = 3; size <= 4; size++)
        for (let start = 0; start + size <= framed.length; start++)
          found.add(hashOf(`${denied > 0 ? '!' : '~'}${framed.slice(start, start + size)}`))
    }
    denied = denials.has(word) ? denialReach : denied - 1
  }
  return [...found]
}

/** How often the polarity of a text is said to the model, so that it is heard among hundreds of pieces of words. */
const polarityRepeats = 16

/** The hashes of a text with the polarity of its words, by the word list: how good, how bad, and both together. */
export function polarFeatures(text: string): number[] {
  let good = 0
  let bad = 0
  let denied = 0
  let last = 0
  const words = wordsOf(text)
  for (const raw of words) {
    const word = raw.replaceAll("'", '')
    const worths = isUnspaced(word) ? worthsWithin(word) : [worthOf(word)]
    for (const worth of worths) {
      const signedWorth = denied > 0 ? -worth / 2 : worth
      if (signedWorth > 0) good += signedWorth
      else bad -= signedWorth
      if (signedWorth !== 0) last = Math.sign(signedWorth)
    }
    denied = denials.has(word) ? denialReach : denied - 1
  }
  const limited = (value: number, most: number) => Math.max(-most, Math.min(most, Math.round(value)))
  const found = [
    `good ${limited(good, 6)}`,
    `bad ${limited(bad, 6)}`,
    `both ${limited(good - bad, 6)}`,
    `last ${last}`,
  ]
  return [
    ...textFeatures(words),
    ...found.flatMap(name => Array.from({ length: polarityRepeats }, (_, at) => hashOf(`#${at} ${name}`))),
  ]
}
