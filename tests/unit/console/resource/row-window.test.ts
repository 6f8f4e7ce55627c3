import { expect, it } from 'vitest'
import { rowsInSight } from '#kit/resource/list/row-window.ts'

it('renders at least as many rows at first as fit the window below the filters', () => {
  expect(rowsInSight(900, 'compact')).toBe(20)
  expect(rowsInSight(900, 'roomy')).toBe(15)
  expect(rowsInSight(2_160, 'compact')).toBeGreaterThan(50)
})

it('renders a row in the lowest window', () => {
  expect(rowsInSight(120, 'roomy')).toBe(1)
})
