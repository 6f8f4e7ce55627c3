/** Mean radius of the earth in metres (IUGG). */
const earth = 6_371_009

export interface Point {
  latitude: number
  longitude: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places, along a great circle (haversine formula). */
export function distance(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Metres by which the border must at least be passed, so that a place on it does not raise one alert after another. */
const margin = 20

/**
 * Whether somebody located there is inside a circle. Close to its border, closer than the place is accurate, they are
 * where they were before; null where that is not known either.
 * @param accuracy in metres
 */
export function isInside(
  circle: Point & { radius_m: number },
  place: Point,
  accuracy: number,
  before: boolean | null,
): boolean | null {
  const beyond = distance(circle, place) - circle.radius_m
  // However bad the place, a circle's centre is inside it.
  const doubt = Math.min(Math.max(margin, accuracy), circle.radius_m)
  if (beyond > doubt) return false
  if (beyond <= -doubt) return true
  return before
}
