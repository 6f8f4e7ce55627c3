import { describe, expect, test } from 'vitest'
import {
  cohortCalendar,
  cohortDays,
  recentMonths,
} from '#server/modules/analytics/revenue-cohorts/calendar.ts'
import { type CohortChange, cohortTable } from '#server/modules/analytics/revenue-cohorts/formulas.ts'

const span = (from: string, to: string, zone = 'UTC') => ({
  from: new Date(from),
  to: new Date(to),
  partial: true,
  zone,
})

describe('the calendar of cohorts', () => {
  test('measures at the end of each month, and the running one now', () => {
    expect(cohortCalendar(span('2024-01-01T00:00:00Z', '2024-03-31T12:00:00Z'))).toEqual({
      months: ['2024-01', '2024-02', '2024-03'],
      starts: ['2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
      ends: ['2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z', '2024-03-31T12:00:00.000Z'],
      isComplete: [true, true, false],
    })
  })

  test('goes on after a past period', () => {
    const past = { ...span('2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'), partial: false }
    const { months } = cohortCalendar(past, new Date('2024-03-15T00:00:00Z'))
    expect(months).toEqual(['2024-01', '2024-02', '2024-03'])
  })

  test('has one month if it is still to come', () => {
    const future = span('2030-05-01T00:00:00Z', '2030-06-01T00:00:00Z')
    const { months, isComplete } = cohortCalendar(future, new Date('2026-01-01T00:00:00Z'))
    expect([months, isComplete]).toEqual([['2030-05'], [false]])
  })

  // The offsets are those of the IANA time zone database.
  test.each([
    ['Asia/Tokyo', '2025-12-31T15:00:00.000Z', '2026-01-31T15:00:00.000Z'],
    ['America/Sao_Paulo', '2026-01-01T03:00:00.000Z', '2026-02-01T03:00:00.000Z'],
    // Daylight saving ended and began within these months.
    ['Europe/Berlin', '2025-12-31T23:00:00.000Z', '2026-01-31T23:00:00.000Z'],
  ])('cuts months at midnight in %s', (zone, first, second) => {
    const { starts } = cohortCalendar(span(first, '2026-02-10T00:00:00Z', zone))
    expect(starts).toEqual([first, second])
  })

  test('cuts months at their own offsets when clocks change', () => {
    const { starts } = cohortCalendar(span('2026-03-01T00:00:00Z', '2026-11-02T00:00:00Z', 'Europe/Berlin'))
    expect([starts[0], starts[1], starts.at(-1)]).toEqual([
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
      '2026-10-31T23:00:00.000Z',
    ])
  })

  test.each([
    ['2024-02-29T23:59:59Z', 'UTC', '2023-02-01', '2024-02-29'],
    ['2025-03-31T00:00:00Z', 'UTC', '2024-03-01', '2025-03-31'],
    // It is still December there.
    ['2026-01-01T01:00:00Z', 'America/Sao_Paulo', '2024-12-01', '2025-12-31'],
    ['2025-12-31T15:00:00Z', 'Asia/Tokyo', '2025-01-01', '2026-01-31'],
  ])('of a year at %s in %s begins on %s and ends on %s', (now, zone, from, to) => {
    expect(cohortDays(12, new Date(now), zone)).toEqual({ from, to })
  })

  test('takes six complete months before the running one', () => {
    const bounds = recentMonths(span('2026-01-01T00:00:00Z', '2026-08-31T12:00:00Z'))
    expect(bounds).toHaveLength(7)
    expect([bounds[0], bounds[6]]).toEqual(['2026-02-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'])
  })
})

describe('the cohort table', () => {
  const calendar = { months: ['2026-01', '2026-02'], isComplete: [true, false] }
  const changes: CohortChange[] = [
    { kind: 'started', cohort: 0, age: 0, customers: 4, cents: 4000 },
    { kind: 'moved', cohort: 0, age: 0, customers: 4, cents: 5000 },
    { kind: 'moved', cohort: 0, age: 1, customers: -3, cents: -3000 },
    { kind: 'paid', cohort: 0, age: 1, customers: 0, cents: 10_000 },
    { kind: 'started', cohort: 1, age: 0, customers: 1, cents: 833 },
    { kind: 'moved', cohort: 1, age: 0, customers: 1, cents: 833 },
  ]

  test('adds up changes by age, latest cohort first', () => {
    const { cohorts } = cohortTable(calendar, changes)
    expect(cohorts).toMatchObject([
      { cohort: '2026-02', cohort_mrr: 8.33, cells: [{ age: 0, kept_mrr: 8.33, complete: false }] },
      {
        cohort: '2026-01',
        cells: [
          { age: 0, kept_customers: 4, revenue_retention: 125, paid_per_customer: 0, complete: true },
          { age: 1, kept_customers: 1, customer_retention: 25, paid_per_customer: 25, complete: false },
        ],
      },
    ])
  })

  test('totals months that are over', () => {
    expect(cohortTable(calendar, changes).totals).toMatchObject([
      { age: 0, cohort_customers: 4, kept_customers: 4, kept_mrr: 50 },
      { age: 1, cohort_customers: 0, customer_retention: null, paid_per_customer: null },
    ])
  })

  test('ends at an age of 24 months', () => {
    const months = Array.from({ length: 40 }, (_, index) => `m${index}`)
    const { cohorts, totals } = cohortTable({ months, isComplete: months.map(() => true) }, [])
    expect(cohorts.at(-1)?.cells).toHaveLength(25)
    expect(totals).toHaveLength(25)
  })
})
