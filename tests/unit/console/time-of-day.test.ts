import { describe, expect, it } from 'vitest'
import { TimeOfDay } from '#contract/kit/fields.ts'
import { timeOfDayFrom } from '#kit/time-of-day.ts'

describe('a typed time of day', () => {
  it.each([
    ['8', '08:00'],
    ['8:30', '08:30'],
    ['08.30', '08:30'],
    ['0830', '08:30'],
    ['8h30', '08:30'],
    ['20', '20:00'],
    [' 7:05 ', '07:05'],
  ])('%s is read as %s', (typed, time) => {
    expect(timeOfDayFrom(typed)).toBe(time)
    expect(TimeOfDay.safeParse(time).success).toBe(true)
  })

  it.each(['25', '8:75', 'noon', '', '8:3', '-1'])('%s is left for the form to refuse', typed => {
    expect(TimeOfDay.safeParse(timeOfDayFrom(typed)).success).toBe(false)
  })
})
