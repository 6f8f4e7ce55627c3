import { expect, test } from 'vitest'
import { type Screen, screens } from '#kit/screens.ts'
import { described, ofCustomers, ofRecords, open, overview } from '#tests/fixtures/routes.ts'
import * as identity from '../../../src/pages/identity/index.ts'
import * as platform from '../../../src/pages/platform/index.ts'

const publicPaths = Object.keys({ ...identity.publicPages, ...platform.publicPages })

test('the browser tests look at every screen there is', () => {
  const looked = [...[...described, overview, ...ofCustomers, ...open].map(([path]) => path), ...ofRecords]
  const all = Object.values(screens).flatMap(({ path, aliases: also = [] }: Screen) => [path, ...also])
  expect(publicPaths).toHaveLength(10)
  expect(looked).toEqual(expect.arrayContaining([...all, ...publicPaths]))
})
