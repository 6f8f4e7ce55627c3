import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Screen, screens } from '#kit/screens.ts'
import { described, ofCustomers, ofRecords, open, overview } from '#tests/fixtures/routes.ts'

/** The public pages, which the router alone lists. */
const publicPaths = [
  ...readFileSync(new URL('../../../src/app.tsx', import.meta.url), 'utf8').matchAll(
    /path: '(\/[\w-]+)', \.\.\.withTexts/g,
  ),
].map(([, path]) => path)

test('the browser tests look at every screen there is', () => {
  const looked = [...[...described, overview, ...ofCustomers, ...open].map(([path]) => path), ...ofRecords]
  const all = Object.values(screens).flatMap(({ path, also = [] }: Screen) => [path, ...also])
  expect(publicPaths).toHaveLength(7)
  expect(looked).toEqual(expect.arrayContaining([...all, ...publicPaths]))
})
