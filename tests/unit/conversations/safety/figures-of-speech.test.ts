import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { findingsIn } from '#server/modules/conversations/safety-watch/rules/everywhere.ts'

const highestRisk = (text: string, language: ConversationLanguage) =>
  Math.max(0, ...findingsIn(text, language).statements.map(({ risk }) => risk))
const incident = 0.4

describe('words next to a statement make it a figure of speech', () => {
  test.for<[ConversationLanguage, string, string]>([
    ['en', 'I can’t breathe', ' from laughing'],
    ['en', 'I can’t go on', ' with this crossword'],
    ['es', 'no puedo respirar', ' de la risa'],
    ['es', 'ya no aguanto más', ' anuncios'],
    ['fr', 'je voudrais en finir', ' avec ces cartons'],
    ['de', 'ich krieg keine Luft mehr', ' vor Lachen'],
    ['de', 'mein Enkel schlägt mich', ' beim Memory'],
    ['ar', 'وقعت من الكرسي', ' من الضحك'],
    ['ja', '気を失', 'うほどおいしい饅頭だった'],
  ])('%s: %s%s', ([language, statement, beside]) => {
    expect(highestRisk(statement + beside, language)).toBeLessThan(incident)
    // Without these words, the statement counts. In Japanese the verb needs its ending.
    expect(
      highestRisk(language === 'ja' ? `${statement}いました` : statement, language),
    ).toBeGreaterThanOrEqual(incident)
  })
})

describe('a figure of speech ends with its clause', () => {
  test.for<[ConversationLanguage, string]>([
    ['en', 'I want to die. The crossword is hard.'],
    ['en', 'we died of laughter, I can’t breathe'],
    ['es', 'me muero de risa. no puedo respirar'],
    ['fr', 'je ne peux plus respirer. on a bien ri avec ces cartons'],
    ['de', 'Ich krieg keine Luft. Wir haben vor Lachen geweint.'],
    ['ar', 'لا أستطيع التنفس. متنا من الضحك'],
  ])('%s: %s', ([language, text]) => {
    expect(highestRisk(text, language)).toBeGreaterThanOrEqual(0.6)
  })
})

test('deeds, intent and failing bodies are none, whatever trifle or game is named with them', () => {
  expect(highestRisk('I tried to kill myself over the queue', 'en')).toBeGreaterThanOrEqual(0.6)
  expect(highestRisk('I am going to hang myself over the queue', 'en')).toBeGreaterThanOrEqual(0.6)
  expect(highestRisk('I can’t breathe at bridge', 'en')).toBeGreaterThanOrEqual(0.6)
  expect(highestRisk('I fell over the knitting', 'en')).toBeGreaterThanOrEqual(0.6)
})

test('in Arabic, an innocent clause of the past leaves the next its present', () => {
  expect(highestRisk('وأنا صغير ما كان عندنا تلفزيون ورجولي خانتني في الحمام', 'ar')).toBeGreaterThanOrEqual(
    0.6,
  )
})
