import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emotions } from '#contract/conversations/judgement.ts'
import { kinds, readFeelings, readHeldOut, readIdioms } from '../../../../scripts/safety/held-out.ts'
import { labelled } from '../../../../scripts/safety/labelled.ts'
import { type Language, languages } from '../../../../scripts/safety/languages.ts'
import { readInnocent, readParaphrases } from '../../../../scripts/safety/metamorphic/material.ts'
import { es } from '../../../../scripts/safety/risk/es.ts'
import { fr } from '../../../../scripts/safety/risk/fr.ts'
import { ja } from '../../../../scripts/safety/risk/ja.ts'
import type { RiskSet } from '../../../../scripts/safety/risk/risk-set.ts'
import { isHeldAside } from '../../../../scripts/safety/split.ts'
import { readTweets } from '../../../../scripts/safety/tweets.ts'

const riskSets: Partial<Record<Language, RiskSet>> = { es, fr, ja }

/** The sentences that the rules were written and corrected with. */
const tunedBy = (language: Language) => {
  const cases = labelled.filter(row => row.language === language).map(({ text }) => text)
  const risks = riskSets[language]
  return risks ? [...cases, ...risks.urgent, ...risks.worrying, ...Object.values(risks.none).flat()] : cases
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

describe.for(languages)('held-out sentences in %s', language => {
  const rows = readHeldOut(language)

  test('are enough, of every kind, a third of them harmless', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150)
    expect(rows.filter(({ category }) => category === 'none').length).toBeGreaterThanOrEqual(60)
    for (const [category, names] of Object.entries(kinds))
      for (const kind of names)
        expect(
          rows.filter(row => row.category === category && row.kind === kind).length,
          `${category} ${kind}`,
        ).toBeGreaterThanOrEqual(4)
  })

  test('require a flag only by their category', () => {
    for (const { text, category, kind, flagged } of rows)
      expect(flagged, text).toBe(category !== 'none' && kind !== 'mild')
  })

  test('occur once, and nowhere in the tuning data', () => {
    const texts = [
      ...rows.map(({ text }) => text),
      ...readIdioms(language),
      ...readFeelings(language).map(({ text }) => text),
      ...readInnocent(language),
      ...readParaphrases(language).flatMap(({ text, paraphrase }) => [text, paraphrase]),
    ].map(plain)
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
    // Everybody says the shortest ones, such as “I want to die”, in the same words.
    const own = rows.map(({ text }) => plain(text)).filter(text => text.length > 20)
    const known = new Set(tunedBy(language).map(plain))
    expect(own.filter(text => known.has(text))).toEqual([])
  })

  test('include idioms, feelings, innocent clauses and paraphrases', () => {
    expect(readIdioms(language)).toHaveLength(30)
    expect(readInnocent(language).length).toBeGreaterThanOrEqual(25)
    expect(readParaphrases(language)).toHaveLength(15)
    const feelings = readFeelings(language)
    for (const emotion of emotions)
      expect(feelings.filter(feeling => feeling.emotion === emotion)).toHaveLength(8)
  })
})

describe('the held-back fifth', () => {
  test('depends on the text alone', () => {
    expect(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].filter(isHeldAside)).toEqual(['d'])
  })

  test('shares no text with the training data', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tweets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lines = Array.from({ length: 1000 }, (_, at) => `${at % 3}\ttweet ${at % 900}`)
    writeFileSync(join(folder, 'en.train.tsv'), `${lines.join('\n')}\n`)
    const { train = [], test = [] } = readTweets(folder, 'en') ?? {}
    expect(train.length + test.length).toBe(1000)
    expect(test.length / 1000).toBeCloseTo(0.2, 1)
    const trained = new Set(train.map(({ text }) => text))
    expect(test.filter(({ text }) => trained.has(text))).toEqual([])
  })
})
