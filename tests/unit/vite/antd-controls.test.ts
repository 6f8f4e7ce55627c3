import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What antd provides on the console's theme; the browser's own would be inert under it, or differ from it. */
const native = /<select\b|<dialog\b|\.showModal\(|type="(date|time|datetime-local|month|week)"|popover="auto"/

test('overlays, selects and date inputs are those of antd', () => {
  const files = globSync('{src,resources}/**/*.tsx')
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(file => native.test(readFileSync(file, 'utf8')))).toEqual([])
})
