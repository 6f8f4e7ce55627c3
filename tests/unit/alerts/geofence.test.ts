import { describe, expect, test } from 'vitest'
import { distanceMeters, isInside } from '#server/modules/alerts/geofence.ts'

const home = { latitude: 53.55, longitude: 9.99, radius_m: 200 }
/** So many metres north of home. */
const north = (metres: number) => ({ latitude: home.latitude + metres / 111_195, longitude: home.longitude })

test('the distance between two places is along a great circle', () => {
  // Hamburg and London, by the spherical law of cosines.
  const km =
    distanceMeters({ latitude: 53.55, longitude: 9.99 }, { latitude: 51.51, longitude: -0.13 }) / 1000
  expect(km).toBeCloseTo(720.43, 1)
  expect(distanceMeters(home, home)).toBe(0)
  expect(distanceMeters({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeLessThan(
    22_300,
  )
})

describe('a geofence', () => {
  test('is left and entered', () => {
    expect(isInside(home, north(0), 5, null)).toBe(true)
    expect(isInside(home, north(400), 5, true)).toBe(false)
    expect(isInside(home, north(100), 5, false)).toBe(true)
  })

  test('does not flap on its border', () => {
    const walk = [0, 190, 205, 195, 215, 185, 219]
    let inside: boolean | null = null
    for (const metres of walk) inside = isInside(home, north(metres), 5, inside)
    expect(inside).toBe(true)
    expect(isInside(home, north(230), 5, inside)).toBe(false)
    expect(isInside(home, north(195), 5, false)).toBe(false)
  })

  test('is not crossed by an inaccurate position', () => {
    expect(isInside(home, north(350), 300, true)).toBe(true)
    expect(isInside(home, north(600), 300, true)).toBe(false)
    expect(isInside(home, north(0), 5_000, null)).toBe(true)
  })
})
