import { describe, expect, test } from 'vitest'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { riskLevelOf } from '#contract/conversations/judgement.ts'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { labelled } from '../../../../scripts/safety/labelled.ts'

type Case = readonly [language: ConversationLanguage, text: string, context: string]

describe('danger is detected', () => {
  test.for<Case>([
    ['en', 'I slipped in the bathroom and my hip hurts when I stand.', 'fall'],
    ['en', 'Sometimes I wish I would not wake up any more.', 'self_harm'],
    ['en', 'I have put all my tablets on the table. I do not want to go on.', 'self_harm'],
    ['en', 'There is a pressure in my chest, and it runs down my left arm.', 'medical'],
    ['en', 'He takes my pension, and he shouts when I ask for it.', 'abuse'],
    ['en', 'I think I took my heart tablets twice this morning.', 'medication'],
    ['es', 'Me caí en el baño y no puedo levantarme', 'fall'],
    ['es', 'NO PUEDO RESPIRAR', 'medical'],
    ['es', 'ya no quiero vivir', 'self_harm'],
    ['fr', 'Je n’arrive plus à respirer', 'medical'],
    ['fr', 'Je suis tombée dans la cuisine', 'fall'],
    ['fr', 'Je ne veux plus vivre', 'self_harm'],
    ['ja', '胸が痛くて、左腕まで痛いです', 'medical'],
    ['ja', '転んで立てません', 'fall'],
    ['ja', '死にたい', 'self_harm'],
  ])('%s: %s', ([language, text, context]) => {
    const { risk, context: found, evidence, sentiment } = assess(text, language)
    expect(found).toBe(context)
    expect(risk).toBeGreaterThanOrEqual(0.55)
    expect(sentiment).toBeLessThan(0)
    expect(text.toLowerCase()).toContain(evidence[0]?.words.toLowerCase())
  })
})

describe('what only sounds like danger is not flagged', () => {
  test.for<Case>([
    ['en', 'I am dying to see you', ''],
    ['en', 'I nearly died laughing', ''],
    ['en', 'I would never kill myself', 'negation'],
    ['en', 'I do not have chest pain', 'negation'],
    ['en', 'In the film he says I want to die', 'quotation'],
    ['en', 'My neighbour fell in the garden last year', 'past'],
    ['es', 'No me caí, solo me senté', 'negation'],
    ['es', 'Me muero de ganas de verte', ''],
    ['es', 'En la película dice: quiero morir', 'quotation'],
    ['fr', 'Je suis mort de rire', ''],
    ['fr', 'Je n’ai pas mal à la poitrine', 'negation'],
    ['ja', '死にたくない', ''],
    ['ja', '死ぬほど笑いました', ''],
    ['ja', '映画で「死にたい」と言っていました', 'quotation'],
  ])('%s: %s', ([language, text, softened]) => {
    const { risk, context, evidence } = assess(text, language)
    expect(risk).toBeLessThan(0.4)
    expect(context).toBeNull()
    if (softened) expect(evidence.map(({ rule }) => rule)).toContain(softened)
  })
})

test('another person’s emergency counts as well, and their wish to die is less certain', () => {
  expect(assess('My husband collapsed in the kitchen', 'en').risk).toBeGreaterThan(0.6)
  const other = assess('My neighbour wants to kill himself', 'en')
  expect(other.context).toBe('third_party')
  expect(riskLevelOf(other.risk)).toBe('high')
  expect(assess('My neighbour says she does not want to live', 'en').context).toBe('third_party')
})

test('at least nine in ten of the labelled cases of six languages are judged correctly', () => {
  for (const language of conversationLanguages) {
    const cases = labelled.filter(one => one.language === language)
    const found = cases.map(one => ({ one, found: assess(one.text, language) }))
    const share = (isRight: (each: (typeof found)[number]) => boolean) =>
      found.filter(isRight).length / found.length
    expect(
      share(({ one, found }) => found.emotion === one.emotion),
      language,
    ).toBeGreaterThanOrEqual(0.9)
    expect(
      share(({ one, found }) => riskLevelOf(found.risk) === one.level),
      language,
    ).toBeGreaterThanOrEqual(0.9)
  }
})

test('scores stay within their bounds, and an empty text is neutral', () => {
  for (const { text, language } of labelled) {
    const { sentiment, risk } = assess(text, language)
    expect(Math.abs(sentiment)).toBeLessThanOrEqual(1)
    expect(risk).toBeGreaterThanOrEqual(0)
    expect(risk).toBeLessThanOrEqual(1)
  }
  expect(assess('…', 'es')).toMatchObject({
    sentiment: 0,
    emotion: 'neutral',
    risk: 0,
    context: null,
    evidence: [],
  })
})
