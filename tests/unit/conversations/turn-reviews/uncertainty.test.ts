import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type Assessment, assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { measureAgreement, uncertaintyOf } from '#server/modules/conversations/turn-reviews/uncertainty.ts'

const thresholds = { incident_threshold: 0.4, escalation_threshold: 0.6 }

interface Given extends Partial<Assessment> {
  language?: ConversationLanguage
  second?: number | null
}

/** Why a turn would be reviewed, with parts of its assessment replaced. */
function reasonOf(said: string, { language = 'en', second = null, ...replaced }: Given) {
  const assessment = { ...assess(said, language), ...replaced }
  return uncertaintyOf({ said, language, assessment, second, thresholds })
}

describe('the safety watch is unsure', () => {
  test.for([
    [0.34, null],
    [0.36, 'near_threshold'],
    [0.44, 'near_threshold'],
    [0.5, null],
    [0.56, 'near_threshold'],
    [0.64, 'near_threshold'],
    [0.9, null],
  ] as const)('of a risk of %s: %s', ([risk, reason]) => {
    expect(reasonOf('The dog is in the garden', { risk, evidence: [] })).toBe(reason)
  })

  test('where one classifier sees danger and another does not', () => {
    const evidence = (rule: string) => ({ risk: 0.9, evidence: [{ rule, words: '' }] })
    expect(reasonOf('The dog is in the garden', evidence('model.fall'))).toBe('disagreement')
    expect(reasonOf('The dog is in the garden', evidence('second_judgement'))).toBe('disagreement')
    expect(reasonOf('The dog is in the garden', { ...evidence('fall'), second: 0.1 })).toBe('disagreement')
    expect(reasonOf('The dog is in the garden', { ...evidence('fall'), second: 0.8 })).toBe(null)
  })

  test.for<[string, ConversationLanguage, string | null]>([
    ['Wczoraj wieczorem znowu padał straszny deszcz przez wiele godzin', 'en', 'language'],
    ['Вчера вечером снова шёл сильный дождь', 'en', 'language'],
    ['We went to the market this morning', 'ja', 'language'],
    ['Yesterday it rained for hours and we stayed at home', 'en', null],
    ['Gestern hat es stundenlang geregnet und wir blieben zu Hause', 'de', null],
    ['Ayer llovió durante horas y nos quedamos en casa', 'es', null],
    ['Hier il a plu pendant des heures et nous sommes restés à la maison', 'fr', null],
    ['昨日は一日中雨が降っていました', 'ja', null],
    ['أمس هطل المطر لساعات وبقينا في البيت', 'ar', null],
    ['Brr', 'en', null],
  ])('of “%s” in %s: %s', ([said, language, reason]) => {
    expect(reasonOf(said, { language, risk: 0.1, evidence: [] })).toBe(reason)
  })
})

describe('the agreement of reviewers', () => {
  const pairs = (...counts: [number, number, number, number]) =>
    (
      [
        ['right', 'right'],
        ['right', 'wrong'],
        ['wrong', 'right'],
        ['wrong', 'wrong'],
      ] as const
    ).flatMap((pair, index) => Array.from({ length: counts[index] as number }, () => pair))

  test('is Cohen’s kappa', () => {
    // The usual example: 20, 5, 10 and 15 of 50, agreement 0.7, kappa 0.4.
    const { agreement, kappa } = measureAgreement(pairs(20, 5, 10, 15))
    expect(agreement).toBeCloseTo(0.7)
    expect(kappa).toBeCloseTo(0.4)
  })

  test('is unknown without pairs, and undefined beyond chance where all answers are the same', () => {
    expect(measureAgreement([])).toEqual({ agreement: null, kappa: null })
    expect(measureAgreement(pairs(3, 0, 0, 0))).toEqual({ agreement: 1, kappa: null })
  })
})
