import { expect, test } from 'vitest'
import { routePatterns } from '#contract/analytics/web-vitals.ts'
import { heads } from '#kit/registry.ts'
import { resourceRoutes } from '#kit/resource/routes.tsx'
import { type Screen, screens } from '#kit/screens.ts'
import * as identity from '../../../src/pages/identity/index.ts'
import * as platform from '../../../src/pages/platform/index.ts'

test('the speed of every screen there is can be reported, and of no other', () => {
  const all = [
    ...Object.values(screens).flatMap(({ path, aliases = [] }: Screen) => [path, ...aliases]),
    ...Object.keys({ ...identity.publicPages, ...platform.publicPages }),
    ...heads.flatMap(head => resourceRoutes(head, async () => {}).map(({ path }) => path)),
  ]
  const known: readonly (string | undefined)[] = routePatterns
  expect(all.filter(route => !known.includes(route))).toEqual([])
  const aliased = heads.flatMap(({ alias }) => (alias ? [alias.path] : []))
  const unknown = routePatterns.filter(
    route => !all.includes(route) && !aliased.some(path => route.startsWith(`${path}/`)),
  )
  expect(unknown).toEqual([])
})
