import { describe, expect, test } from 'vitest'
import { evaluate } from '#contract/kit/figure.ts'
import { collapseKeys, sumCells } from '#server/rollups/add-up.ts'
import { meanOf } from '#server/rollups/cells.ts'

describe('summed cells', () => {
  test('add and subtract by label, dimension and key', () => {
    const cells = sumCells([
      { at: '', sign: 1, cells: { mode: { text: [5, 50], voice: [2, 7] }, all: { '': [7, 0] } } },
      { at: '', sign: -1, cells: { mode: { text: [3, 20], voice: [2, 7] } } },
      { at: '2026-11-20', sign: 1, cells: { mode: { text: [1, 1] } } },
    ])
    expect(cells).toEqual([
      { at: '', dimension: 'mode', key: 'text', count: 2, sum: 30 },
      { at: '', dimension: 'all', key: '', count: 7, sum: 0 },
      { at: '2026-11-20', dimension: 'mode', key: 'text', count: 1, sum: 1 },
    ])
  })

  test('collapse over the keys of each dimension', () => {
    const cells = { mode: { text: [5, 50], voice: [2, 7] }, all: { '': [7, 0] } } as const
    expect(collapseKeys({ at: '', sign: -1, cells: structuredClone(cells) as never })).toEqual({
      at: '',
      sign: -1,
      cells: { mode: { '': [7, 57] }, all: { '': [7, 0] } },
    })
  })

  test('have no floating-point residue and keep whole numbers exact', () => {
    const sumOf = (...sums: [1 | -1, number][]) =>
      sumCells(
        sums.map(([sign, sum]) => ({ at: '', sign, cells: { mood: { '': [sign > 0 ? 2 : 1, sum] } } })),
      )[0]?.sum
    expect(sumOf([1, 0.3], [-1, 0.1])).toBe(0.2)
    expect(sumOf([1, 0.1], [1, 0.2])).toBe(0.3)
    expect(sumOf([1, 9_007_199_254_740_991], [-1, 1])).toBe(9_007_199_254_740_990)
  })
})

test('a mean is rounded like the figure that it is drilled down from', () => {
  const risks = { sum: 0.985, rows: 2 }
  const opened = evaluate({ unit: 'score', formula: { mean: 'risks' } }, { risks })
  expect([meanOf([{ count: 2, sum: 0.985 }], 3), opened]).toEqual([0.493, 0.493])
})
