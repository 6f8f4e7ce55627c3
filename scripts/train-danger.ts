import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { dangerClasses, rulesWithin } from '#server/modules/conversations/safety-watch/models/danger.ts'
import {
  dangerFeatures,
  dangerSlots,
  type KnownWords,
} from '#server/modules/conversations/safety-watch/models/danger-features.ts'
import { encode } from '#server/modules/conversations/safety-watch/models/linear.ts'
import { findingsIn } from '#server/modules/conversations/safety-watch/rules/everywhere.ts'
import type { Findings } from '#server/modules/conversations/safety-watch/rules/found.ts'
import { type Window, windowsOf } from '#server/modules/conversations/safety-watch/text/windows.ts'
import { readNeutral, readRows } from './emotion/rows.ts'
import { numbers } from './training/chance.ts'
import { flaggedFrom, readCorpus, type Turn } from './training/corpus.ts'
import { everyday } from './training/everyday.ts'
import { type Example, learned, quantized } from './training/logistic.ts'
import { mistyped } from './training/samples.ts'
import { readTweets } from './training/tweets.ts'

/**
 * Trains the model of dangers: `node scripts/train-danger.ts FOLDER`, which holds `goemotions/` and `xlm-t/`, writes
 * `models/danger.bin`. It learns from the labelled corpus (`training/corpus`), with typing errors and harmless words put
 * around, and from comments and tweets in which no rule sees a danger. `--aside=FOLD` leaves the families of a fold out,
 * so that `eval-corpus.ts --fold=FOLD` measures on what the model has not seen. The same data give the same weights.
 */
const {
  positionals: [folder],
  values: { aside },
} = parseArgs({ allowPositionals: true, options: { aside: { type: 'string' } } })
if (!folder) throw new Error('Specify the folder of the training data')

const settings = {
  classes: dangerClasses.length,
  slots: dangerSlots,
  epochs: 4,
  rate: 0.15,
  decay: 1e-3,
  biasRate: 0.1,
  seed: 20_261_122,
}
/** What each kind of example counts for. */
const worths = { turn: 1.5, noisy: 0.7, surrounded: 0.5, part: 0.5, background: 0.4, everyday: 1 } as const
/** The longest turn that is learned with harmless words around it. */
const longest = 160
const next = numbers(5)
const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T

interface Judged {
  text: string
  language: ConversationLanguage
  findings: Findings
}
const judged = (text: string, language: ConversationLanguage): Judged => ({
  text,
  language,
  findings: findingsIn(text, language),
})
const known: KnownWords = new Map()
const whole = ({ text }: Judged): Window => ({ start: 0, end: text.length })
function example(turn: Judged, window: Window, label: Turn['category'], worth: number): Example {
  const clause = turn.text.slice(window.start, window.end)
  return {
    features: dangerFeatures(clause, turn.language, rulesWithin(window, turn.findings), known),
    label: dangerClasses.indexOf(label),
    worth,
  }
}

const hurried = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[.,!?。、！？،؟]/g, ' ')
const joins = ['. ', ', ', ' ', ' ']

/** A turn as it stands, as it is typed in a hurry, among harmless words, and what is harmless piece by piece. */
function examplesOf(turn: Turn, quiet: readonly string[]): Example[] {
  const { text, language, level } = turn
  const isDanger = level >= flaggedFrom
  const label = isDanger ? turn.category : 'none'
  const plain = judged(text, language)
  const noisy = [
    hurried(text),
    mistyped(text, next),
    mistyped(hurried(text), next),
    mistyped(mistyped(text, next), next),
    // Words that are not spaced cannot be mended: their errors are learned.
    ...(language === 'ja' ? Array.from({ length: 6 }, () => mistyped(text, next)) : []),
  ].map(other => judged(other, language))
  const examples = [
    example(plain, whole(plain), label, worths.turn),
    ...noisy.map(other => example(other, whole(other), label, worths.noisy)),
  ]
  if (isDanger && text.length < longest)
    for (const [before, after] of [
      [`${pick(quiet)}${pick(joins)}`, ''],
      ['', `${pick(joins)}${pick(quiet)}`],
      [`${pick(quiet).split(' ').slice(-3).join(' ')} `, ''],
      ['', ` ${pick(quiet).split(' ').slice(0, 3).join(' ')}`],
    ]) {
      const surrounded = judged(`${before}${text}${after}`, language)
      examples.push(example(surrounded, whole(surrounded), label, worths.surrounded))
    }
  if (!isDanger)
    for (const window of windowsOf(text))
      if (window.end - window.start < text.length - 2)
        examples.push(example(plain, window, label, worths.part))
  return examples
}

const turns = readCorpus().filter(({ fold }) => String(fold) !== aside)
const quietOf = Map.groupBy(
  turns.filter(({ level, text }) => level === 0 && text.length < 80),
  ({ language }) => language,
)
const labelled = turns.flatMap(turn =>
  examplesOf(
    turn,
    (quietOf.get(turn.language) ?? []).map(({ text }) => text),
  ),
)

const seesDanger = ({ findings }: Judged) => findings.statements.some(({ risk }) => risk >= 0.4)
const comments = join(folder, 'goemotions')
/** Comments that all raters labelled neutral count as harmless whatever the rules say; a third of the others is enough. */
const neutral = new Set(readNeutral(comments).flatMap(({ text, isHeldOut }) => (isHeldOut ? [] : [text])))
const background = [
  ...[...new Set(readRows(comments).train.map(({ text }) => text))]
    .filter((text, at) => neutral.has(text) || at % 3 === 0)
    .map(text => judged(text, 'en'))
    .filter(comment => neutral.has(comment.text) || !seesDanger(comment)),
  ...readTweets(join(folder, 'xlm-t'))
    .filter((_, at) => at % 10 !== 0)
    .map(({ text, language }) => judged(text, language))
    .filter(tweet => !seesDanger(tweet)),
]

const examples = [
  ...labelled,
  ...background.flatMap(other => [
    example(other, whole(other), 'none', worths.background),
    ...[0, 1].map(() =>
      example(other, pick(windowsOf(other.text)) ?? whole(other), 'none', worths.background),
    ),
  ]),
  ...Object.entries(everyday).flatMap(([language, texts]) =>
    texts.map(text => {
      const turn = judged(text, language as ConversationLanguage)
      return example(turn, whole(turn), 'none', worths.everyday)
    }),
  ),
]
const bytes = encode(quantized(learned(examples, settings)))
writeFileSync(
  new URL('../server/modules/conversations/safety-watch/models/danger.bin', import.meta.url),
  bytes,
)
console.log(
  `${turns.length} turns, ${examples.length} examples with ${background.length} of the background; ${bytes.byteLength} bytes written`,
)
