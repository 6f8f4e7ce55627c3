import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { arabic } from '#server/modules/conversations/safety-watch/languages/ar.ts'
import { german } from '#server/modules/conversations/safety-watch/languages/de.ts'
import { english } from '#server/modules/conversations/safety-watch/languages/en.ts'
import { spanish } from '#server/modules/conversations/safety-watch/languages/es.ts'
import { french } from '#server/modules/conversations/safety-watch/languages/fr.ts'
import { japanese } from '#server/modules/conversations/safety-watch/languages/ja.ts'
import type { SpacedLanguage } from '#server/modules/conversations/safety-watch/languages/language.ts'
import { dangerClasses } from '#server/modules/conversations/safety-watch/models/danger.ts'
import { encode } from '#server/modules/conversations/safety-watch/models/linear.ts'
import { textFeatures } from '#server/modules/conversations/safety-watch/models/text-features.ts'
import { catalog, ruleNames } from '#server/modules/conversations/safety-watch/rules/catalog.ts'
import { findingsIn } from '#server/modules/conversations/safety-watch/rules/everywhere.ts'
import { readRows } from './emotion/rows.ts'
import { numbers } from './training/chance.ts'
import { everyday } from './training/everyday.ts'
import { type Example, learned, quantized, scores } from './training/logistic.ts'
import { drawn as drawnFrom } from './training/regular.ts'
import { mistyped, phrasesOf, sample } from './training/samples.ts'
import { readTweets } from './training/tweets.ts'

/**
 * Trains the model of dangers: `node scripts/train-danger.ts FOLDER`, which holds `goemotions/`, `xlm-t/` and
 * `suicide-risk-lexicon/`, writes `models/danger.bin`. Its labels are weak: what is dangerous is drawn from the phrases of
 * the rules, with typing errors, and from the lexicon's statements of intent; what is not from comments and tweets in
 * which no rule speaks, and from idioms, denials and talk of others. The same data give the same weights.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (!folder) throw new Error('Give the folder of the training data')

const settings = {
  classes: dangerClasses.length,
  slots: 1 << 18,
  epochs: 3,
  rate: 0.2,
  decay: 5e-4,
  seed: 20_261_122,
}
const next = numbers(7)
const languages: Record<'en' | 'es' | 'fr' | 'de' | 'ar', SpacedLanguage> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  ar: arabic,
}
const codes = Object.keys(languages) as (keyof typeof languages)[]

const example = (text: string, label: (typeof dangerClasses)[number], worth = 1): Example => ({
  features: textFeatures(text),
  label: dangerClasses.indexOf(label),
  worth,
})

const drawnPerPhrase = 3
const dangers: Example[] = []
const harmless: string[] = []
for (const code of codes) {
  const { rules, macros, idioms } = languages[code]
  for (const name of ruleNames) {
    const { context } = catalog[name]
    for (const phrase of phrasesOf(rules[name] ?? ''))
      for (let drawn = 0; drawn < drawnPerPhrase; drawn++) {
        const text = sample(phrase, macros, next)
        dangers.push(example(text, context), example(mistyped(text, next), context))
      }
  }
  for (const phrase of phrasesOf(idioms))
    for (let drawn = 0; drawn < 3; drawn++) harmless.push(sample(phrase, macros, next))
}

/** How many ways of saying a rule of Japanese are drawn: its table is one expression a rule. */
const drawnPerJapaneseRule = 150
for (const name of ruleNames)
  for (let count = 0; count < drawnPerJapaneseRule; count++) {
    const text = drawnFrom(japanese.rules[name] ?? '', japanese.macros, next)
    if (text.length < 4) continue
    const { context } = catalog[name]
    dangers.push(example(text, context), example(mistyped(text, next), context))
  }
/** Japanese without danger: the texts of the console. */
const texts = new URL('../locales/ja/', import.meta.url)
for (const file of readdirSync(texts).sort())
  for (const [, text = ''] of readFileSync(new URL(file, texts), 'utf8').matchAll(/: "([^"]{4,})"/g))
    if (/[ぁ-ん]/.test(text) && !findingsIn(text, 'ja').statements.some(({ risk }) => risk >= 0.4))
      harmless.push(text)

/** The constructs of the lexicon that state a wish or a plan; the others are risk factors, of which many talk who are well. */
const stating = ['Passive suicidal ideation', 'Active suicidal ideation & suicidal planning']
for (const line of readFileSync(join(folder, 'suicide-risk-lexicon', 'lexicon.tsv'), 'utf8')
  .split('\n')
  .slice(1)) {
  const [construct = '', , tokens = ''] = line.split('\t')
  for (const token of new Set(tokens.split('; ')))
    if (stating.includes(construct) && token.split(' ').length > 2) dangers.push(example(token, 'self_harm'))
}

const isQuiet = (text: string, code: keyof typeof languages) =>
  !findingsIn(text, code).statements.some(({ risk }) => risk >= 0.4)
const { train, test } = readRows(join(folder, 'goemotions'))
const comments = train.map(({ text }) => text)
harmless.push(...comments.filter((text, at) => at % 2 === 0 && isQuiet(text, 'en')))
harmless.push(
  ...readTweets(join(folder, 'xlm-t'))
    .filter(({ text, language }) => isQuiet(text, language))
    .map(({ text }) => text),
)

for (let count = 0; count < drawnPerJapaneseRule; count++)
  harmless.push(drawnFrom(japanese.idioms, japanese.macros, next))

const examples = [
  ...dangers,
  ...harmless.map(text => example(text, 'none', 1.5)),
  ...Object.values(everyday)
    .flat()
    .map(text => example(text, 'none', 8)),
]
const model = learned(examples, settings)
const highest = test.map(({ text }) => 1 - (scores(model, textFeatures(text))[0] ?? 1)).sort((a, b) => b - a)
for (const share of [0.0005, 0.001, 0.002, 0.005])
  console.log(
    `${share * 100} % of the held-out comments are above ${highest[Math.floor(highest.length * share)]?.toFixed(3)}`,
  )
const bytes = encode(quantized(model))
writeFileSync(
  new URL('../server/modules/conversations/safety-watch/models/danger.bin', import.meta.url),
  bytes,
)
console.log(`${dangers.length} dangers, ${harmless.length} harmless; ${bytes.byteLength} bytes written`)
