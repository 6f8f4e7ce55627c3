import { expect, test } from 'vitest'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

const lagging = (await everyEndpoint()).filter(([, { mayLag }]) => mayLag !== undefined)

/** Areas in which nothing is decided by what a list or a figure says. */
const harmless = ['analytics', 'revenue', 'devices', 'elderly', 'care_team', 'organizations', 'conversations']

test('only reads of figures and lists may lag, and none that decides', () => {
  expect(lagging.length).toBeGreaterThan(20)
  for (const [name, { method, access, reserved, kind, stepUp }] of lagging) {
    expect({ method, reserved, stepUp }, name).toEqual({ method: 'GET' })
    expect([undefined, 'groups'], name).toContain(kind)
    expect(harmless, name).toContain(typeof access === 'string' ? access : access.area)
  }
})

test('a list whose changes are pushed lags in its files only: a refetch would miss the change', () => {
  const lists = lagging.flatMap(([name, { listing, mayLag }]) => (listing ? [{ name, listing, mayLag }] : []))
  expect(lists.map(({ mayLag }) => mayLag)).toEqual(expect.arrayContaining(['export', true]))
  for (const { name, listing, mayLag } of lists)
    if (mayLag === true) expect(listing.keyset ?? listing.isVolatile, name).toBeTruthy()
})
