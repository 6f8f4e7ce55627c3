import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { parseRetentionDays } from '#server/retention-days.ts'

test('each kind of data has a default retention, which the environment can change', () => {
  expect(parseRetentionDays()).toMatchObject({ transcripts: 730, visits: 730 })
  expect(parseRetentionDays('transcripts:30, visits:0')).toMatchObject({
    transcripts: 30,
    visits: 0,
    health: 1825,
  })
})

test.each([
  ['transcript:30', /"transcript" is none of transcripts, health/],
  ['visits', /visits needs a number of days/],
  ['visits:-1', /visits needs a number of days/],
])('%s prevents the start', (given, said) => {
  expect(() => readConfig({ RETENTION: given })).toThrow(said)
})
