import { readFileSync } from 'node:fs'
import { hashOf } from './linear.ts'

/** The longest word looked for in a language without spaces. */
const longest = 6
const unspaced = /[\u3040-\u30FF\u4E00-\u9FFF]/

/** A word's hash and what it is worth from −5 to 5, five bytes each. */
export function encodeWords(words: Iterable<readonly [word: string, value: number]>): Buffer {
  const entries = [...new Map([...words].map(([word, value]) => [hashOf(word), value]))]
  const bytes = Buffer.alloc(entries.length * 5)
  for (const [at, [hash, value]] of entries.entries()) {
    bytes.writeUInt32LE(hash, at * 5)
    bytes.writeInt8(value, at * 5 + 4)
  }
  return bytes
}

let values: Map<number, number> | null = null

function loaded(): Map<number, number> {
  if (values) return values
  const bytes = readFileSync(new URL('./polar-words.bin', import.meta.url))
  values = new Map()
  for (let at = 0; at < bytes.length; at += 5) values.set(bytes.readUInt32LE(at), bytes.readInt8(at + 4))
  return values
}

/** What a word is worth by the word list; 0 where it is not in it. */
export const worthOf = (word: string): number => loaded().get(hashOf(word)) ?? 0

/** What the words within a run of Japanese are worth, the longest first. */
export function worthsWithin(run: string): number[] {
  const found: number[] = []
  for (let at = 0; at < run.length; ) {
    let size = Math.min(longest, run.length - at)
    while (size > 1 && worthOf(run.slice(at, at + size)) === 0) size -= 1
    if (size > 1) found.push(worthOf(run.slice(at, at + size)))
    at += Math.max(1, size)
  }
  return found
}

export const isUnspaced = (word: string): boolean => unspaced.test(word)
