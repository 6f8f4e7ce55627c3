import type { Place } from '#contract/alerts/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { raiseAlert } from './raise.ts'

/** Mean radius of the earth in metres (IUGG). */
const earthRadiusMeters = 6_371_009

export interface Point {
  latitude: number
  longitude: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres (haversine formula). */
export function distanceMeters(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Minimum distance in metres past the border: hysteresis, so that a position on the border does not raise repeated alerts. */
const hysteresisMeters = 20

/**
 * Whether a position is inside a circle. If the border lies within the position's accuracy, the previous state
 * is kept; null if there is none.
 * @param accuracy in metres
 */
export function isInside(
  circle: Point & { radius_m: number },
  point: Point,
  accuracy: number,
  before: boolean | null,
): boolean | null {
  const beyond = distanceMeters(circle, point) - circle.radius_m
  // Capped at the radius, so that the centre always counts as inside.
  const tolerance = Math.min(Math.max(hysteresisMeters, accuracy), circle.radius_m)
  if (beyond > tolerance) return false
  if (beyond <= -tolerance) return true
  return before
}

interface LocationContext {
  db: Db
  services: Pick<Services, 'config'>
  audit(entry: AuditEntry): void
}

interface Person {
  id: string
  organization_id: string
}

/** Stores a person's position, unless a newer one is known, and raises an alert for each geofence border crossed. */
export async function recordLocation(
  context: LocationContext,
  { id, organization_id }: Person,
  location: Place,
): Promise<void> {
  const { db } = context
  const located_at = location.at ?? new Date().toISOString()
  const values = {
    last_latitude: location.latitude,
    last_longitude: location.longitude,
    last_accuracy_m: location.accuracy_m ?? null,
    last_address: location.address ?? null,
    last_located_at: located_at,
  }
  const stored = await db
    .insertInto('profiles')
    .values({ person_id: id, organization_id, ...values })
    .onConflict(conflict =>
      conflict
        .column('person_id')
        .doUpdateSet(values)
        .where(({ or, eb }) =>
          or([eb('profiles.last_located_at', 'is', null), eb('profiles.last_located_at', '<=', located_at)]),
        ),
    )
    .executeTakeFirst()
  if (!stored.numInsertedOrUpdatedRows) return
  const fences = await db
    .selectFrom('geofences')
    .select(['id', 'name', 'latitude', 'longitude', 'radius_m', 'alerts_on', 'inside'])
    .where('person_id', '=', id)
    .forUpdate()
    .execute()
  for (const { inside: before, ...fence } of fences) {
    const inside = isInside(fence, location, location.accuracy_m ?? 0, before)
    if (inside === before) continue
    await db
      .updateTable('geofences')
      .set({ inside, changed_at: located_at })
      .where('id', '=', fence.id)
      .execute()
    const direction = inside ? 'enter' : 'leave'
    // The first known position does not cross a border, unless it is already outside.
    const isCrossed = before !== null || direction === 'leave'
    if (!isCrossed || (fence.alerts_on !== 'both' && fence.alerts_on !== direction)) continue
    await raiseAlert(context, {
      organization_id,
      person_id: id,
      type: inside ? 'safe_area_entered' : 'safe_area_left',
      source: 'geofence',
      severity: 'medium',
      event_key: `geofence:${fence.id}:${located_at}`,
      location,
    })
  }
}
