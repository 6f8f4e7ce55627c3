import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { windowsOf } from '#server/modules/conversations/safety-watch/text/windows.ts'

describe('a cry for help on its own is an emergency, whatever the conversation’s language', () => {
  test.for(['Help!', 'help me please', '¡Socorro!', 'Au secours !', 'Hilfe!', '助けて！', 'النجدة!'])(
    '%s',
    text => {
      expect(assess(text, 'en').risk).toBeGreaterThanOrEqual(0.6)
      expect(assess(`The bus was late again. ${text}`, 'en').risk).toBeGreaterThanOrEqual(0.6)
    },
  )
  test.for([
    'Can you help me with the crossword?',
    'Help yourself to biscuits.',
    'You have been a great help.',
  ])('no danger: %s', text => {
    expect(assess(text, 'en').risk).toBeLessThan(0.4)
  })
})

describe('words with another meaning in their context are not flagged', () => {
  test.for<readonly [ConversationLanguage, string, string]>([
    ['en', 'I don’t want to live in the city, I prefer the village', 'I don’t want to live'],
    ['es', 'no puedo vivir sin mi café', 'no puedo más, no quiero vivir'],
    ['fr', 'je ne veux pas vivre en ville, je préfère la campagne', 'je ne veux plus vivre'],
  ])('%s: %s', ([language, harmless, meant]) => {
    expect(assess(harmless, language).risk).toBeLessThan(0.4)
    expect(assess(meant, language).risk).toBeGreaterThanOrEqual(0.6)
    expect(assess(`${harmless}. ${meant}`, language).risk).toBeGreaterThanOrEqual(0.6)
  })
})

test('turns below an incident are ranked too', () => {
  const risks = [
    'The tomatoes are ripe.',
    'I miss my wife so much that nothing is fun.',
    'I feel so empty today.',
  ].map(text => assess(text, 'en').risk)
  expect(new Set(risks).size).toBe(risks.length)
})

test('a clause is judged by itself, whatever precedes it', () => {
  const text = 'we had soup for lunch and I am going to jump off the roof'
  const said = windowsOf(text).map(({ start, end }) => text.slice(start, end).trim())
  expect(said).toContain('I am going to jump off the roof')
  expect(said).toContain(text)
})
