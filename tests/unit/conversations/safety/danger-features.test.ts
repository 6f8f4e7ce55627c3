import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import {
  dangerFeatures,
  dangerProbabilities,
} from '#server/modules/conversations/safety-watch/models/danger-features.ts'
import { type LinearModel, probabilities } from '#server/modules/conversations/safety-watch/models/linear.ts'
import { numbers } from '../../../../scripts/training/chance.ts'

const turns: [ConversationLanguage, string][] = [
  ['en', 'I don’t want to wake up, I do not want to wake up again'],
  ['es', 'no quiero despertarme, me duele el pecho'],
  ['fr', 'j’en ai assez, je n’arrive plus à respirer'],
  ['de', 'ich will nicht mehr leben, fuer mich ist Schluss'],
  ['ja', '胸が苦しくて息ができない、死にたい'],
  ['ar', 'لا أستطيع التنفس ورجلي مكسورة'],
]

/** A small model with weights by chance. */
function someModel(seed: number): LinearModel {
  const next = numbers(seed)
  const [classes, slots] = [3, 1 << 10]
  return {
    classes,
    slots,
    scale: 0.01,
    bias: Float32Array.from({ length: classes }, next),
    weights: Int8Array.from({ length: classes * slots }, () => Math.floor(next() * 255) - 127),
  }
}

describe.for(turns)('%s: %s', ([language, text]) => {
  test('is judged by its features, whatever was judged before and by which model', () => {
    for (const model of [someModel(1), someModel(2), someModel(1)]) {
      const each = dangerProbabilities(model, text, language)
      const expected = probabilities(model, dangerFeatures(text, language))
      for (const [k, probability] of each.entries())
        expect(probability).toBeCloseTo(expected[k] as number, 10)
    }
  })

  test('has the same features each time, and others when a word is left out', () => {
    const features = dangerFeatures(text, language)
    expect(dangerFeatures(text, language)).toEqual(features)
    expect(dangerFeatures(text.slice(0, -4), language)).not.toEqual(features)
  })
})

test('a word that is said twice at once counts once', () => {
  expect(dangerFeatures('wake wake up', 'en')).toEqual(dangerFeatures('wake up', 'en'))
})
test('denied words are others', () => {
  expect(dangerFeatures('not live', 'en')).not.toEqual([
    ...dangerFeatures('not', 'en'),
    ...dangerFeatures('live', 'en'),
  ])
  const said = new Set(dangerFeatures('please live', 'en'))
  expect(dangerFeatures('not live', 'en').every(slot => said.has(slot))).toBe(false)
})
test('a contraction that was torn apart is read as one word', () => {
  expect(dangerFeatures('I don t want to', 'en')).toEqual(dangerFeatures('I don’t want to', 'en'))
})

const runTogether: [ConversationLanguage, string, string][] = [
  ['en', 'the pain isgetting worse', 'the pain is getting worse'],
  ['es', 'me duelela pierna, mequitaron el bolso', 'me duele la pierna, me quitaron el bolso'],
  ['fr', 'je nevois rien', 'je ne vois rien'],
  ['de', 'ich spüre dieHände', 'ich spüre die Hände'],
  ['ar', 'ماعندي دوا', 'ما عندي دوا'],
]
test.for(runTogether)('in %s “%s” is read as “%s”', ([language, written, meant]) => {
  expect(dangerFeatures(written, language)).toEqual(dangerFeatures(meant, language))
})
