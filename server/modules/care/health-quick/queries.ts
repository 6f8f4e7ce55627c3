import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Holding, Medication, Said, Schedule } from './doses.ts'

/** An entry of a diary, with its instant in milliseconds of the epoch. */
export interface Noted {
  kind: string
  value: Readonly<Record<string, unknown>>
  at: number
}

/** A person's diary since an instant, the earliest first. */
export async function diarySince(db: Db, person: string, from: number): Promise<Noted[]> {
  return (await diariesSince(db, [person], from)).get(person) ?? []
}

/** The diaries of people since an instant, each with the earliest first; check-ins since a time further back. */
export async function diariesSince(
  db: Db,
  people: readonly string[],
  from: number,
  checkinsFrom = from,
): Promise<Map<string, Noted[]>> {
  const instant = (ms: number) => new Date(ms).toISOString()
  const rows = await db
    .selectFrom('wellness_entries')
    .select(['person_id', 'kind', 'value', 'recorded_at'])
    .where(sql<boolean>`person_id = any(${people}::uuid[])`)
    .where('recorded_at', '>=', instant(Math.min(from, checkinsFrom)))
    .where(({ or, eb }) => or([eb('recorded_at', '>=', instant(from)), eb('kind', '=', 'checkin')]))
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  const noted = rows.map(({ person_id, kind, value, recorded_at }) => ({
    person_id,
    entry: { kind, value: value as Noted['value'], at: Date.parse(recorded_at) },
  }))
  const diaries = Map.groupBy(noted, ({ person_id }) => person_id)
  return new Map([...diaries].map(([person, notes]) => [person, notes.map(({ entry }) => entry)]))
}

export const saidIn = (diary: readonly Noted[]): Said[] =>
  diary
    .filter(({ kind }) => kind === 'medication')
    .map(({ value, at }) => ({
      name: String(value.name),
      taken: value.taken === true,
      at,
      dose_at: typeof value.dose_at === 'string' ? Date.parse(value.dose_at) : null,
    }))

/** What held one after the other, from what ended when and what holds now. */
function holdings<Value>(
  past: readonly { until: string; value: Value }[],
  now: Value,
  since = Number.NEGATIVE_INFINITY,
): Holding<Value>[] {
  const ends = past.map(({ until }) => Date.parse(until))
  return [...past.map(({ value }) => value), now].map((value, index) => ({
    from: ends[index - 1] ?? since,
    to: ends[index] ?? Number.POSITIVE_INFINITY,
    value,
  }))
}

export type KnownSchedule = Schedule & { zone: string }

/** What a person had to take and where they were, from their account's first day on. */
export async function scheduleOf(db: Db, person: string): Promise<KnownSchedule> {
  return (await schedulesOf(db, [person])).get(person) as KnownSchedule
}

/** {@link scheduleOf} for each of some people. */
export async function schedulesOf(db: Db, people: readonly string[]): Promise<Map<string, KnownSchedule>> {
  const { rows } = await sql<{
    id: string
    zone: string
    medications: Medication[]
    since: string
    zones: { until: string; value: string }[]
    past: { until: string; value: Medication[] }[]
  }>`
    select p.id, p.time_zone as zone, coalesce(f.medications, '[]') as medications, p.created_at as since,
      coalesce((select jsonb_agg(jsonb_build_object('until', until, 'value', time_zone) order by until)
        from past_time_zones z where z.person_id = p.id), '[]') as zones,
      coalesce((select jsonb_agg(jsonb_build_object('until', until, 'value', medications) order by until)
        from past_medications m where m.person_id = p.id), '[]') as past
    from people p left join profiles f on f.person_id = p.id where p.id = any(${people}::uuid[])`.execute(db)
  return new Map(
    rows.map(found => [
      found.id,
      {
        zone: found.zone,
        zones: holdings(found.zones, found.zone),
        medications: holdings(found.past, found.medications, Date.parse(found.since)),
      },
    ]),
  )
}

/**
 * Up to when a person was heard of: by a device as long as it counts as heard, by their diary, or by their own app when it handed
 * in what it kept. Milliseconds of the epoch; 0 where never.
 */
export async function heardUntil(db: Db, person: string): Promise<number> {
  return (await heardUntilOf(db, [person])).get(person) ?? 0
}

/** {@link heardUntil} for each of some people; those who were never heard are left out. */
export async function heardUntilOf(db: Db, people: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; heard: string | null }>`select id, greatest(
    (select max(last_seen_at + report_interval_seconds * interval '3 seconds') from devices
      where person_id = id_of.id and deleted_at is null and status <> 'retired'),
    (select max(recorded_at) from wellness_entries where person_id = id_of.id),
    (select max(last_seen_at) from sync_clients where person_id = id_of.id and caller_id = id_of.id)) as heard
    from unnest(${people}::uuid[]) as id_of(id)`.execute(db)
  return new Map(rows.flatMap(({ id, heard }) => (heard ? [[id, Date.parse(heard)] as const] : [])))
}
