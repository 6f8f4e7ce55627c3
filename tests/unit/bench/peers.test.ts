import { expect, test } from 'vitest'
import { judge, judgeMemory } from '../../../bench/peers/goals.ts'

test('the rate as a multiple of bare Fastify is judged; the rate itself is only reported', () => {
  expect(judge('one record', 4_000, 10_000)).toEqual({
    'ours ÷ bare': 0.4,
    goal: '≥ 0.4',
    judged: 'met',
    'on the machine of the goals': '≥ 8000/s missed',
  })
  expect(judge('one record', 8_000, 21_000)).toMatchObject({
    judged: 'missed',
    'on the machine of the goals': '≥ 8000/s met',
  })
})

test('a call that one of the two did not make is not judged', () => {
  expect(judge('create', 900, undefined)).toEqual({})
  expect(judge('create', undefined, 900)).toEqual({})
})

test('memory is judged in MiB', () => {
  expect(judgeMemory(300)).toMatchObject({ judged: 'met' })
  expect(judgeMemory(301)).toMatchObject({ judged: 'missed' })
})
