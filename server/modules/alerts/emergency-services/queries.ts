import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { EmergencyService, emergencyServices, Geofence } from '#contract/alerts/emergency-services.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, notFound } from '#server/kit/problem.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'

export const serviceTable = table({
  table: 'emergency_services',
  resource: 'emergency_services',
  schema: EmergencyService,
  list: emergencyServices.list,
  owner: { organization: 'organization_id' },
  history: { unlogged: [] },
})

/** Lists accessible emergency services, or only the given one. @throws Problem 404 if the given one is inaccessible */
export async function listAccessibleServices(call: AuthenticatedCall, id?: string) {
  const { rows } = await sql<{ id: string; name: string; phone: string }>`
    select id, name, phone from emergency_services
    where ${id ? sql`id = ${id}` : sql`true`} and ${rowScope(call, { organization: 'organization_id' })}
    order by name, id limit 200`.execute(call.db)
  if (id && rows.length === 0) throw notFound('This service')
  return rows
}

/** Maximum age in minutes of a current position. */
const currentMinutes = 15

interface KnownLocation {
  latitude: number
  longitude: number
  accuracy_m: number | null
  address: string | null
  located_at: string
  age_seconds: number
}

const owner = { organization: 'people.organization_id', person: 'people.id' }

/** Counts accessible elderly users and how many have a current position. For a given person, also returns their last position. */
export async function getLocationStatus(call: AuthenticatedCall, person: string | null) {
  const isIncluded = sql<boolean>`people.status = 'active' and people.deleted_at is null and ${rowScope(call, owner)}
    and ${person ? sql`people.id = ${person}` : sql`people.role = 'elderly_user'`}`
  const counted = await sql<{ people: number; people_located: number }>`
    select count(*) as people,
      count(*) filter (where last_located_at > now() - make_interval(mins => ${currentMinutes})) as people_located
    from people left join profiles on profiles.person_id = people.id where ${isIncluded}`.execute(call.db)
  const { rows } = person
    ? await sql<KnownLocation>`
        select last_latitude as latitude, last_longitude as longitude, last_accuracy_m as accuracy_m,
          last_address as address, last_located_at as located_at,
          greatest(0, extract(epoch from now() - last_located_at))::int as age_seconds
        from people join profiles on profiles.person_id = people.id
        where ${isIncluded} and last_latitude is not null and last_longitude is not null and last_located_at is not null`.execute(
        call.db,
      )
    : { rows: [] }
  return { ...(counted.rows[0] as { people: number; people_located: number }), location: rows[0] ?? null }
}

type GeofenceRow = z.output<typeof Geofence>
const geofenceColumns = Object.keys(Geofence.shape) as (keyof GeofenceRow)[]

export const listGeofences = (call: AuthenticatedCall, person: string) =>
  call.db
    .selectFrom('geofences')
    .select(geofenceColumns)
    .where('person_id', '=', person)
    .orderBy('created_at')
    .execute()

interface NewGeofence {
  name: string
  latitude?: number | undefined
  longitude?: number | undefined
  radius_m: number
  alerts_on: GeofenceRow['alerts_on']
}

/** Adds a geofence, by default around the person's last position. @throws Problem 422 if no position is known */
export async function addGeofence(
  { db }: AuthenticatedCall,
  person: { id: string; organization_id: string },
  { name, radius_m, alerts_on, ...centre }: NewGeofence,
): Promise<GeofenceRow> {
  const known = await db
    .selectFrom('profiles')
    .select(['last_latitude', 'last_longitude'])
    .where('person_id', '=', person.id)
    .executeTakeFirst()
  const latitude = centre.latitude ?? known?.last_latitude
  const longitude = centre.longitude ?? known?.last_longitude
  if (latitude == null || longitude == null)
    throw invalidField('latitude', 'This person’s location is unknown. Choose a location for the geofence.')
  return db
    .insertInto('geofences')
    .values({
      id: uuid(),
      organization_id: person.organization_id,
      person_id: person.id,
      name,
      latitude,
      longitude,
      radius_m,
      alerts_on,
    })
    .returning(geofenceColumns)
    .executeTakeFirstOrThrow()
}

/** Removes a geofence. @returns its person @throws Problem 404 if it is inaccessible */
export async function removeGeofence(call: AuthenticatedCall, id: string) {
  const { rows } = await sql<{ organization_id: string; person_id: string }>`
    delete from geofences where id::text = ${id}
      and ${rowScope(call, { organization: 'organization_id', person: 'person_id' })}
    returning organization_id, person_id`.execute(call.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
