import { expect, test } from 'vitest'
import { readNumbers, UsageError } from '../../../bench/flags.ts'

const sizes = { rows: 20, seconds: 3 }

test('numbers are read, and what is not given is the default', () => {
  expect(readNumbers({ seconds: '0.5' }, sizes)).toEqual({ rows: 20, seconds: 0.5 })
})

test.each(['x', '', ' ', '-1', 'NaN', '3s'])('“%s” is refused by the name of its flag', given => {
  expect(() => readNumbers({ rows: given }, sizes)).toThrow(
    new UsageError(`--rows needs a number, not “${given}”`),
  )
})
