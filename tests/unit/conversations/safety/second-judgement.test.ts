import { expect, test } from 'vitest'
import { judgementIn } from '#server/adapters/chat/openai.ts'
import { assess, graver } from '#server/modules/conversations/safety-watch/assess.ts'

test('the more severe judgement counts, and a second one lowers nothing', () => {
  const calm = assess('I had soup for lunch', 'en')
  const raised = graver(calm, { risk: 0.9, context: 'self_harm' })
  expect(raised).toMatchObject({ risk: 0.9, context: 'self_harm', categories: ['self_harm'] })
  expect(raised.evidence[0]?.rule).toBe('second_judgement')
  const grave = assess('I am going to kill myself tonight', 'en')
  expect(graver(grave, { risk: 0.1, context: 'loneliness' })).toEqual(grave)
  expect(graver(grave, null)).toEqual(grave)
  expect(graver(calm, { risk: 0.3, context: 'distress' })).toEqual(calm)
})

test('an answer of a model is accepted only if it is well-formed', () => {
  expect(judgementIn('{"risk": 0.7, "context": "fall"}')).toEqual({ risk: 0.7, context: 'fall' })
  expect(judgementIn('Here you are: {"risk":0.7,"context":"fall"}.')).toEqual({ risk: 0.7, context: 'fall' })
  for (const answer of [
    '',
    'no',
    '{"risk": 7, "context": "fall"}',
    '{"risk": 0.1, "context": null}',
    '{"risk": 0.9}',
  ])
    expect(judgementIn(answer), answer).toBeNull()
})
