import { readFileSync } from 'node:fs'

/** Bits of the filter: about one word in a hundred that is not in it seems to be. */
export const filterBits = 1 << 20
const hashes = 5

/** FNV-1a, 32 bits, from a seed. */
function hashOf(word: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The places of a word in a Bloom filter (Bloom, 1970), by double hashing. */
export function* bitsOf(word: string): Generator<number> {
  const first = hashOf(word, 0)
  const second = hashOf(word, 0x9e3779b9) | 1
  for (let at = 0; at < hashes; at++) yield ((first + Math.imul(at, second)) >>> 0) % filterBits
}

let filter: Buffer | null = null

/** Whether a word, in lower case and without accents, was met often enough in the training texts to be no typing error. */
export function isKnownWord(word: string): boolean {
  filter ??= readFileSync(new URL('../models/known-words.bin', import.meta.url))
  for (const bit of bitsOf(word)) if ((((filter[bit >> 3] as number) >> (bit & 7)) & 1) === 0) return false
  return true
}
