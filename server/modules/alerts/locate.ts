import type { Place } from '#contract/alerts/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { Entry } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { isInside } from './geofence.ts'
import { raiseAlert } from './raise.ts'

interface Locating {
  db: Db
  services: Pick<Services, 'config'>
  record(entry: Entry): void
}

interface Person {
  id: string
  organization_id: string
}

/**
 * Notes where a person is, unless something newer is known, and raises an alert for each geofence whose border that
 * place shows them to have passed.
 */
export async function locate(
  locating: Locating,
  { id, organization_id }: Person,
  place: Place,
): Promise<void> {
  const { db } = locating
  const located_at = place.at ?? new Date().toISOString()
  const values = {
    last_latitude: place.latitude,
    last_longitude: place.longitude,
    last_accuracy_m: place.accuracy_m ?? null,
    last_address: place.address ?? null,
    last_located_at: located_at,
  }
  const noted = await db
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
  if (!noted.numInsertedOrUpdatedRows) return
  const fences = await db
    .selectFrom('geofences')
    .select(['id', 'name', 'latitude', 'longitude', 'radius_m', 'alerts_on', 'inside'])
    .where('person_id', '=', id)
    .forUpdate()
    .execute()
  for (const { inside: before, ...fence } of fences) {
    const inside = isInside(fence, place, place.accuracy_m ?? 0, before)
    if (inside === before) continue
    await db
      .updateTable('geofences')
      .set({ inside, changed_at: located_at })
      .where('id', '=', fence.id)
      .execute()
    const way = inside ? 'enter' : 'leave'
    // The first place known is no passing of a border, unless it is already where they should not be.
    const isPassed = before !== null || way === 'leave'
    if (!isPassed || (fence.alerts_on !== 'both' && fence.alerts_on !== way)) continue
    await raiseAlert(locating, {
      organization_id,
      person_id: id,
      type: inside ? 'safe_area_entered' : 'safe_area_left',
      source: 'geofence',
      severity: 'medium',
      event_key: `geofence:${fence.id}:${located_at}`,
      place,
    })
  }
}
