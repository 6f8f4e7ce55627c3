import { expect, test } from 'vitest'
import { likelyCause } from '../../../../src/pages/alerts/emergency/actions/resolve-dialog.tsx'

test.each([
  ['fall', 'fall'],
  ['self_harm', 'distress'],
  ['safe_area_left', 'wandering'],
  ['full_cascade', 'test'],
  // A pressed button says nothing of why.
  ['button', 'other'],
  ['what a device calls it', 'other'],
])('%s most likely turns out to be: %s', (type, cause) => {
  expect(likelyCause({ type })).toBe(cause)
})
