import { createMemoryRouter, matchRoutes, type RouteObject } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { heads } from '#kit/registry.ts'
import { resourceRoutes } from '#kit/resource/routes.tsx'
import { type Screen, screens } from '#kit/screens.ts'
import { createWithLater, mayMatch } from '../../../src/first-routes.ts'

const routes: RouteObject[] = [
  ...Object.values(screens).flatMap(({ path, aliases = [] }: Screen) =>
    [path, ...aliases].map(path => ({ path })),
  ),
  ...heads.flatMap(head => resourceRoutes(head, async () => {})),
  { path: '*' },
]

const addresses = routes.flatMap(({ path = '' }) => {
  const address = path.replaceAll(':id', 'a1').replace('*', '/nowhere')
  return [
    address,
    `${address}/`,
    address.toUpperCase(),
    address.replace(/a1/, 'caf%C3%A9'),
    `${address}/more`,
  ]
})

const matched = (routes: RouteObject[], address: string) => matchRoutes(routes, address)?.at(-1)?.route.path

it('finds the screen of every address among the routes that may match it', () => {
  for (const address of addresses) {
    const first = routes.filter(route => mayMatch(route, address))
    expect(matched(first, address), address).toBe(matched(routes, address))
  }
})

it('leaves most routes for later', () => {
  expect(routes.filter(route => mayMatch(route, '/users/admins')).length).toBeLessThan(routes.length / 10)
})

/** A router at its first screen, to which the second is added later. */
function open(pause: Promise<void>) {
  const listeners: (() => void)[] = []
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  })
  const create = () => {
    const router = createMemoryRouter([{ id: 'screens', children: [{ path: '/' }, { path: '*' }] }])
    const { navigate } = router
    // As the router does when the browser goes back.
    listeners.push(() => void navigate('/second'))
    return router
  }
  const router = createWithLater(create, 'screens', [{ path: '/second' }], pause)
  return { router, pop: () => listeners.forEach(listener => void listener()) }
}
const never = new Promise<void>(() => {})
const shown = ({ state }: ReturnType<typeof createMemoryRouter>) => state.matches.at(-1)?.route.path

afterEach(() => vi.unstubAllGlobals())

it('adds the other routes before the first navigation', async () => {
  const { router } = open(never)
  await router.navigate('/second')
  expect(shown(router)).toBe('/second')
})

it('adds them once, when there is time', async () => {
  const { router, pop } = open(Promise.resolve())
  await Promise.resolve()
  const count = () => router.routes[0]?.children?.length
  expect(count()).toBe(3)
  pop()
  await router.navigate('/second')
  expect(count()).toBe(3)
})

it('adds them before the router hears that the browser goes back', async () => {
  const { router, pop } = open(never)
  expect(router.routes[0]?.children).toHaveLength(2)
  pop()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/second'))
  expect(shown(router)).toBe('/second')
})
