import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { dangerClasses } from '#server/modules/conversations/safety-watch/models/danger.ts'
import {
  dangerFeatures,
  dangerSlots,
} from '#server/modules/conversations/safety-watch/models/danger-features.ts'
import { type Window, windowsOf } from '#server/modules/conversations/safety-watch/text/windows.ts'
import { readNeutral, readRows } from '../emotion/rows.ts'
import { numbers } from './chance.ts'
import { flaggedFrom, readCorpus, type Turn } from './corpus.ts'
import { dangerSettings } from './danger-settings.ts'
import { everyday } from './everyday.ts'
import { readFrames } from './frames.ts'
import { readSayings, readSmallTalk, readSpokenDangers } from './grammars.ts'
import { type Example, type Learned, learned, scores } from './logistic.ts'
import { mistyped } from './samples.ts'
import { readTweets } from './tweets.ts'

/** What a worker that trains one member of the model of dangers is started with. */
export interface Order {
  /** Holds `goemotions/` and `xlm-t/`. */
  folder: string
  /** The fold whose families are left out. */
  aside: string | undefined
  /** From 1 on. Members differ in their typing errors, in what is put around a turn, and in the order of the examples. */
  member: number
}

/** What the worker answers. */
export interface Member {
  model: Learned
  /** How much it has learned, for people. */
  summary: string
}

const { folder, aside, member } = workerData as Order

const { worths } = dangerSettings
const settings = {
  ...dangerSettings,
  seed: dangerSettings.seed + member,
  classes: dangerClasses.length,
  slots: dangerSlots,
}
/** The longest turn that is learned with harmless words around it. */
const longest = 160
const next = numbers(5 + 101 * member)
const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T

const whole = ({ text }: Said): Window => ({ start: 0, end: text.length })
interface Said {
  text: string
  language: ConversationLanguage
}
function example({ text, language }: Said, window: Window, label: Turn['category'], worth: number): Example {
  return {
    features: Int32Array.from(dangerFeatures(text.slice(window.start, window.end), language)),
    label: dangerClasses.indexOf(label),
    worth,
  }
}

/** Whether a stretch is less than the whole text. */
const isPart = ({ text }: Said, { start, end }: Window) => end - start < text.length - 2

const hurried = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[.,!?。、！？،؟]/g, ' ')
/** How many more tries of a language have typing errors. */
const moreErrors: Partial<Record<ConversationLanguage, number>> = { ja: 6, ar: 3 }
/** How much of small talk is learned as it is typed in a hurry, too. */
const hurriedShare = 0.3
/** … and with other small talk before and behind it. */
const togetherShare = 0.5
const arabicJoins = [' ', ' و', '، ']
const joins = ['. ', ', ', ' ', ' ']

/** A turn as it stands, as it is typed in a hurry, among harmless words, and what is harmless piece by piece. */
function examplesOf(turn: Turn, quiet: readonly string[]): Example[] {
  const { text, language, level } = turn
  const isDanger = level >= flaggedFrom
  const label = isDanger ? turn.category : 'none'
  const plain: Said = turn
  const noisy = [
    hurried(text),
    mistyped(text, next),
    mistyped(hurried(text), next),
    mistyped(mistyped(text, next), next),
    // Words that are not spaced, or that others are attached to, can hardly be mended: their errors are learned.
    ...Array.from({ length: moreErrors[language] ?? 0 }, () => mistyped(text, next)),
  ].map(other => ({ text: other, language }))
  const examples = [
    example(plain, whole(plain), label, worths.turn),
    ...noisy.map(other => example(other, whole(other), label, worths.noisy)),
  ]
  if (isDanger && text.length < longest)
    for (const [before, after] of [
      // In Arabic a clause often follows another without a sign.
      ...(language === 'ar'
        ? [[`${pick(quiet)}${pick(arabicJoins)}`, `${pick(arabicJoins)}${pick(quiet)}`]]
        : []),
      [`${pick(quiet)}${pick(joins)}`, ''],
      ['', `${pick(joins)}${pick(quiet)}`],
      [`${pick(quiet).split(' ').slice(-3).join(' ')} `, ''],
      ['', ` ${pick(quiet).split(' ').slice(0, 3).join(' ')}`],
    ]) {
      const surrounded = { text: `${before}${text}${after}`, language }
      examples.push(example(surrounded, whole(surrounded), label, worths.surrounded))
    }
  if (!isDanger)
    for (const window of windowsOf(text))
      if (isPart(turn, window)) examples.push(example(plain, window, label, worths.part))
  return examples
}

const turns = readCorpus().filter(({ fold }) => String(fold) !== aside)
const sayings = readSayings()
const smallTalk = [...readSmallTalk(), ...sayings.filter(({ level }) => level === 0)]
const quietOf = Map.groupBy(
  [...turns, ...smallTalk].filter(({ level, text }) => level === 0 && text.length < 80),
  ({ language }) => language,
)
const quietIn = (language: ConversationLanguage) => (quietOf.get(language) ?? []).map(({ text }) => text)
const quietTexts = Object.fromEntries(conversationLanguages.map(language => [language, quietIn(language)]))
const labelled = turns.flatMap(turn => examplesOf(turn, quietTexts[turn.language] as string[]))

/** Small talk with one or two others, in one turn. */
function inARow({ text, language }: Said): string {
  const others = quietTexts[language] as string[]
  const all = [pick(others), text, ...(next() < 0.5 ? [pick(others)] : [])]
  return all.reduce((turn, other) => `${turn}${pick(joins)}${other}`)
}
/** Small talk as it stands, some of it typed in a hurry or one turn after the other, and clause by clause. */
const talked = smallTalk.flatMap(talk => [
  example(talk, whole(talk), 'none', worths.talk),
  ...[
    ...(next() < hurriedShare ? [hurried(talk.text)] : []),
    ...(next() < togetherShare ? [inARow(talk)] : []),
  ].map(text => example({ ...talk, text }, { start: 0, end: text.length }, 'none', worths.talk)),
  ...windowsOf(talk.text)
    .filter(window => !window.isNarrow && isPart(talk, window))
    .map(window => example(talk, window, 'none', worths.talkPart)),
])
/** … and dangers with typing errors and among small talk. */
const spoken = [...readSpokenDangers(), ...sayings.filter(({ level }) => level > 0)].flatMap(turn => {
  const { text, language, category } = turn
  const quiet = quietTexts[language] as string[]
  const said = (other: string, worth: number) =>
    example({ text: other, language }, { start: 0, end: other.length }, category, worth)
  return [
    said(text, worths.danger),
    said(next() < 0.5 ? hurried(text) : mistyped(text, next), worths.dangerNoisy),
    said(
      next() < 0.5 ? `${pick(quiet)}${pick(joins)}${text}` : `${text}${pick(joins)}${pick(quiet)}`,
      worths.dangerSurrounded,
    ),
  ]
})

const comments = join(folder, 'goemotions')
/** Comments that all raters labelled neutral count as harmless; a third of the others is enough. */
const neutral = new Set(readNeutral(comments).flatMap(({ text, isHeldOut }) => (isHeldOut ? [] : [text])))
const background: Said[] = [
  ...[...new Set(readRows(comments).train.map(({ text }) => text))]
    .filter((text, at) => neutral.has(text) || at % 3 === 0)
    .map(text => ({ text, language: 'en' as const })),
  ...readTweets(join(folder, 'xlm-t')).filter((_, at) => at % 10 !== 0),
]
const certain = [
  ...labelled,
  ...talked,
  ...spoken,
  ...readFrames().flatMap(turn => {
    const label = turn.level >= flaggedFrom ? turn.category : 'none'
    const windows = label === 'none' ? windowsOf(turn.text).filter(window => isPart(turn, window)) : []
    return [
      ...[turn, { ...turn, text: hurried(turn.text) }].map(each =>
        example(each, whole(each), label, worths.frame),
      ),
      ...windows
        .filter(({ isNarrow }) => !isNarrow)
        .map(window => example(turn, window, label, worths.framePart)),
    ]
  }),
  ...Object.entries(everyday).flatMap(([language, texts]) =>
    texts.map(text => {
      const turn = { text, language: language as ConversationLanguage }
      return example(turn, whole(turn), 'none', worths.everyday)
    }),
  ),
]
const harmless = (said: Said, window = whole(said)) => example(said, window, 'none', worths.background)

/** A first model, of what is certain, tells which comments and tweets speak of a danger: they are left out. */
const first = learned(
  [...certain, ...background.filter(({ text }) => neutral.has(text)).map(comment => harmless(comment))],
  { ...settings, epochs: settings.firstEpochs },
)
const harmlessness = ({ features }: Example) => scores(first, features)[0] as number
const seemsDangerous = (one: Example) => harmlessness(one) <= 1 - settings.leftOutFrom
const kept = background.filter(said => neutral.has(said.text) || !seemsDangerous(harmless(said)))

/** What the first model takes for the contrary counts for more. */
const weighed = certain.map(one => {
  const danger = 1 - harmlessness(one)
  const isHard = one.label === 0 ? danger >= settings.hardHarmlessFrom : danger < settings.hardDangerBelow
  return isHard ? { ...one, worth: one.worth * settings.hardWorth } : one
})

const examples = [
  ...weighed,
  ...kept.flatMap(said => [harmless(said), ...[0, 1].map(() => harmless(said, pick(windowsOf(said.text))))]),
]
parentPort?.postMessage({
  model: learned(examples, settings),
  summary: `${turns.length} turns, ${examples.length} examples with ${kept.length} of the background`,
} satisfies Member)
