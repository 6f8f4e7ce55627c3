import { describe, expect, test } from 'vitest'
import {
  fileRows,
  type Retention,
  tableOf,
} from '../../../../src/pages/analytics/revenue-cohorts/cohort-table.ts'
import { moveInGrid } from '../../../../src/pages/analytics/revenue-cohorts/grid-keys.ts'
import { parseMargin } from '../../../../src/pages/analytics/revenue-cohorts/use-cohorts.ts'

describe('keys in the grid', () => {
  /** As in the table, later cohorts have fewer months. */
  const lengths = [4, 2, 3]
  const press = (key: string, from: [number, number], { ctrlKey = false, isRtl = false } = {}) =>
    moveInGrid(lengths, from, { key, ctrlKey }, isRtl)

  test.each([
    ['ArrowRight', [0, 0], [0, 1]],
    ['ArrowRight', [1, 1], [1, 1]],
    ['ArrowLeft', [0, 0], [0, 0]],
    ['ArrowDown', [0, 3], [1, 1]],
    ['ArrowUp', [1, 0], [0, 0]],
    ['ArrowDown', [2, 0], [2, 0]],
    ['Home', [2, 2], [2, 0]],
    ['End', [2, 0], [2, 2]],
  ] as const)('%s moves from %o to %o', (key, from, to) => {
    expect(press(key, [...from])).toEqual(to)
  })

  test('with Ctrl lead to the corners', () => {
    expect(press('Home', [2, 2], { ctrlKey: true })).toEqual([0, 0])
    expect(press('End', [0, 0], { ctrlKey: true })).toEqual([2, 2])
  })

  test('are mirrored from right to left', () => {
    expect(press('ArrowLeft', [0, 0], { isRtl: true })).toEqual([0, 1])
    expect(press('ArrowRight', [0, 1], { isRtl: true })).toEqual([0, 0])
  })

  test('of other kinds are left to the browser', () => {
    expect(press('Enter', [0, 0])).toBeNull()
    expect(press('Tab', [0, 0])).toBeNull()
  })
})

describe('the table', () => {
  const cell = (age: number, kept_customers: number, customer_retention: number, complete: boolean) => ({
    age,
    kept_customers,
    customer_retention,
    kept_mrr: 10 * kept_customers,
    revenue_retention: customer_retention,
    paid_per_customer: 5 * (age + 1),
    complete,
  })
  const retention = {
    from: '2026-01-01',
    to: '2026-02-28',
    cohorts: [
      { cohort: '2026-02', cohort_customers: 0, cohort_mrr: 0, cells: [cell(0, 0, 0, false)] },
      {
        cohort: '2026-01',
        cohort_customers: 4,
        cohort_mrr: 40,
        cells: [cell(0, 4, 100, true), cell(1, 1, 25, false)],
      },
    ],
    totals: [
      { ...cell(0, 4, 100, true), cohort_customers: 4, cohort_mrr: 40 },
      { ...cell(1, 0, 0, true), cohort_customers: 0, cohort_mrr: 0 },
    ],
  } as unknown as Retention
  const choice = { measure: 'customers', unit: 'percent' } as const

  test('has a row for all cohorts and one for each that has customers', () => {
    const rows = tableOf(retention, choice, { plan: 'starter' })
    expect(
      rows.map(({ cohort, isSmall, cells }) => [cohort, isSmall, cells.map(({ value }) => value)]),
    ).toEqual([
      [null, false, [4, 100]],
      ['2026-01', true, [4, 100, 25]],
    ])
    expect(rows[1]?.cells[2]).toMatchObject({
      figure: 'customer_retention',
      held: { plan: 'starter', cohort: '2026-01', age: '1' },
      isComplete: false,
      heat: 0.25,
    })
    expect(rows[0]?.cells[1]?.held).toEqual({ plan: 'starter', age: '0', complete: 'true' })
  })

  test('is empty without customers', () => {
    expect(tableOf({ ...retention, cohorts: retention.cohorts.slice(0, 1) }, choice, {})).toEqual([])
  })

  test('colours amounts relative to the highest', () => {
    const rows = tableOf(retention, { measure: 'revenue', unit: 'absolute' }, {})
    expect(rows[1]?.cells.map(({ value, heat }) => [value, heat])).toEqual([
      [40, null],
      [40, 1],
      [10, 0.25],
    ])
  })

  test('is saved with the age of the running month', () => {
    const heads = { cohort: 'Cohort', size: 'Size', all: 'All', running: 'Running' }
    expect(fileRows(tableOf(retention, choice, {}), heads)).toEqual([
      ['Cohort', 'Size', 0, 1, 'Running'],
      ['All', 4, 100, null, null],
      ['2026-01', 4, 100, 25, 1],
    ])
  })
})

test.each([
  ['80', 80],
  ['72,5', 72.5],
  ['', null],
  [null, null],
  ['0', null],
  ['101', null],
  ['much', null],
])('a gross margin of %j is %j', (text, margin) => {
  expect(parseMargin(text)).toBe(margin)
})
