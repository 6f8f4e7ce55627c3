import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bitsOf, filterBits } from '#server/modules/conversations/safety-watch/text/known-words.ts'
import { plain } from '#server/modules/conversations/safety-watch/text/tokens.ts'
import { readRows } from './emotion/rows.ts'
import { readSayings, readSmallTalk } from './training/grammars.ts'
import { polarWords } from './training/polar-words.ts'
import { readTweets } from './training/tweets.ts'

/**
 * Notes which words exist, so that none of them is taken for a typing error: `node scripts/train-known-words.ts FOLDER`
 * counts the words of GoEmotions, of XLM-T's tweets and of the small talk and harmless sayings made of grammars, and writes
 * `models/known-words.bin`, a Bloom filter.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (!folder) throw new Error('Specify the folder of the training data')

/** How often a word must be met to exist: in many texts a common error is met, too. */
const enough = { goemotions: 4, tweets: 2 }

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(
      plain(text)
        .replace(/[أإآ]/g, 'ا')
        .replaceAll('ى', 'ي')
        .replaceAll('ة', 'ه')
        .match(/\p{L}+/gu) ?? [],
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const { train, test } = readRows(join(folder, 'goemotions'))
const english = countsOf([...train, ...test].map(({ text }) => text))
const tweeted = countsOf(readTweets(join(folder, 'xlm-t')).map(({ text }) => text))
const harmless = [...readSmallTalk(), ...readSayings().filter(({ level }) => level === 0)]
const talked = countsOf(harmless.map(({ text }) => text))
/** Whether a word is another one with the Arabic “and” attached, by which a clause is seen to begin. */
const isAttached = (word: string) => word.startsWith('و') && talked.has(word.slice(1))
const known = new Set([
  ...[...english].filter(([, count]) => count >= enough.goemotions).map(([word]) => word),
  ...[...tweeted].filter(([, count]) => count >= enough.tweets).map(([word]) => word),
  ...[...talked.keys()].filter(word => !isAttached(word)),
  ...polarWords.map(({ word }) => plain(word)),
])
const filter = Buffer.alloc(filterBits / 8)
for (const word of known)
  for (const bit of bitsOf(word)) filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7))
writeFileSync(
  new URL('../server/modules/conversations/safety-watch/models/known-words.bin', import.meta.url),
  filter,
)
console.log(`${known.size} words noted in ${filter.byteLength} bytes`)
