import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pack } from '#server/modules/conversations/safety-watch/models/packed.ts'
import { wordsOf } from '#server/modules/conversations/safety-watch/models/text-features.ts'
import { finderIn } from '#server/modules/conversations/safety-watch/rules/everywhere.ts'
import { hiragana } from '#server/modules/conversations/safety-watch/text/japanese.ts'
import type { SpacedLanguage } from '#server/modules/conversations/safety-watch/text/repaired-words.ts'
import { readRows } from './emotion/rows.ts'
import { readCorpus } from './training/corpus.ts'
import { everyday } from './training/everyday.ts'
import { readFrames } from './training/frames.ts'
import { readTweets } from './training/tweets.ts'

/**
 * Counts by which misspelt turns are read a second time: `node scripts/train-repairs.ts FOLDER` writes the words of five
 * languages (`models/lexicon.bin`) and the runs of three signs of Japanese (`models/kana.bin`). Nothing that is measured on
 * is among them: neither checks, unseen turns and look-alikes nor the tenth of comments and tweets kept aside. `--check`
 * writes nothing and fails where a committed file is another.
 */
const {
  positionals: [folder],
  values: { check },
} = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean', default: false } } })
if (!folder) throw new Error('Specify the folder of the training data')

const spacedLanguages = ['en', 'es', 'fr', 'de', 'ar'] as const satisfies SpacedLanguage[]
/** What a word of each source counts for; frames say the same words many times. */
const worths = { corpus: 3, tweet: 1, comment: 0.2, frame: 0.2, rule: 2 } as const
/** Tweets and comments have errors of their own, which are rare. */
const leastMet = 2
const longestRun = 3

const comments = readRows(join(folder, 'goemotions')).train.map(({ text }) => text)
const tweets = readTweets(join(folder, 'xlm-t')).filter((_, at) => at % 10 !== 0)
const corpus = readCorpus()
const frames = readFrames()

function lexiconOf(language: SpacedLanguage): string[] {
  const counts = new Map<string, number>()
  const met = new Map<string, number>()
  const add = (texts: readonly string[], worth: number, least: number) => {
    for (const text of texts)
      for (const raw of new Set(wordsOf(text))) {
        const word = raw.replaceAll("'", '')
        if (word.length < 3 || !/^\p{L}+$/u.test(word)) continue
        counts.set(word, (counts.get(word) ?? 0) + worth)
        met.set(word, (met.get(word) ?? 0) + leastMet / least)
      }
  }
  const own = (turns: readonly { language: string; text: string }[]) =>
    turns.filter(turn => turn.language === language).map(({ text }) => text)
  add([...own(corpus), ...everyday[language]], worths.corpus, 1)
  add(own(frames), worths.frame, 1)
  add(own(tweets), worths.tweet, leastMet)
  if (language === 'en') add(comments, worths.comment, leastMet)
  for (const word of finderIn(language).index.vocabulary)
    if (word.length > 2 && /^\p{L}+$/u.test(word)) {
      counts.set(word, (counts.get(word) ?? 0) + worths.rule)
      met.set(word, leastMet)
    }
  // What was met once exists and is never put in: it may be an error of a tweet.
  return [...counts]
    .map(([word, count]) => [word, (met.get(word) ?? 0) >= leastMet ? Math.ceil(count) : 0] as const)
    .sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1))
    .map(([word, count]) => `${word} ${count}`)
}

const runs = new Map<string, number>()
for (const { language, text } of [
  ...corpus,
  ...frames,
  ...everyday.ja.map(each => ({ language: 'ja', text: each })),
]) {
  if (language !== 'ja') continue
  const framed = `^${hiragana(text)}$$`
  for (let at = 0; at + longestRun <= framed.length; at++) {
    const run = framed.slice(at, at + longestRun)
    if (!/[\s\t]/u.test(run)) runs.set(run, (runs.get(run) ?? 0) + 1)
  }
}

const lexicon = spacedLanguages.flatMap(language => [`# ${language}`, ...lexiconOf(language)])
const kana = [...runs]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([run, count]) => `${run} ${count}`)
const models = new URL('../server/modules/conversations/safety-watch/models/', import.meta.url)
for (const [name, lines] of Object.entries({ 'lexicon.bin': lexicon, 'kana.bin': kana })) {
  const file = new URL(name, models)
  const bytes = pack(`${lines.join('\n')}\n`)
  if (!check) writeFileSync(file, bytes)
  else if (!readFileSync(file).equals(bytes)) throw new Error(`${name} is not what is counted in these data`)
}
console.log(`${lexicon.length} words, ${runs.size} runs of kana ${check ? 'as committed' : 'written'}`)
