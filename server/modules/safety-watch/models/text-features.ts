import { hiragana } from '../text/japanese.ts'
import { plain } from '../text/tokens.ts'
import { hashOf } from './linear.ts'

const pieces = /[\p{L}\p{N}']+|\p{Extended_Pictographic}|[!?؟！？]+|\.{3}|…|[:;]-?[)(dp]/gu
const unspaced = /[\u3040-\u30FF\u4E00-\u9FFF]/
const denials = new Set(
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
 * The hashes that a text sets, each once: its words, pairs of them, words after a denial, and pieces of words of three to
 * five letters, so that an ending or an error still leaves most of a word.
 */
export function textFeatures(text: string): number[] {
  const found = new Set<number>()
  const words = wordsOf(text)
  let denied = 0
  for (const [at, raw] of words.entries()) {
    const word = raw.replaceAll("'", '')
    if (unspaced.test(word)) {
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
      for (let size = 3; size <= 5; size++)
        for (let start = 0; start + size <= framed.length; start++)
          found.add(hashOf(`${denied > 0 ? '!' : '~'}${framed.slice(start, start + size)}`))
    }
    denied = denials.has(word) ? denialReach : denied - 1
  }
  return [...found]
}
