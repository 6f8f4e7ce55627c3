import { expect, test } from 'vitest'
import { atLeast } from '../../../scripts/setup/version.mjs'

test.each([
  ['20.19.0', '20.19', true],
  ['20.18.9', '20.19', false],
  ['20.2.0', '20.19', false],
  ['24.21.0', '24.7', true],
  ['24.7.0', '24.7', true],
  ['24.6.9', '24.7', false],
  ['26.0.0', '24.7', true],
  ['v22.12.0', '24.7', false],
  ['9.11.2', '20.19', false],
])('Node %s is at least %s: %s', (version, minimum, expected) => {
  expect(atLeast(version, minimum)).toBe(expected)
})
