import { readFileSync } from 'node:fs'
import { isKnownWord } from '../text/known-words.ts'
import { Speller } from '../text/spelling.ts'

/** The words of the labelled corpus, the commonest first. */
const file = new URL('./vocabulary.bin', import.meta.url)

let known: { ranks: Map<string, number>; speller: Speller } | null = null

function loaded() {
  if (known) return known
  const words = readFileSync(file, 'utf8').split('\n')
  known = {
    ranks: new Map(words.map((word, at) => [word, at])),
    speller: new Speller(new Set(words), isKnownWord),
  }
  return known
}

/** A word that exists nowhere as the commonest word of the corpus that is one letter away; any other as it is. */
export function mendedWord(word: string): string {
  if (word.length < 4) return word
  const { ranks, speller } = loaded()
  let best = word
  for (const candidate of speller.mended(word))
    if (best === word || (ranks.get(candidate) ?? 0) < (ranks.get(best) ?? 0)) best = candidate
  return best
}
