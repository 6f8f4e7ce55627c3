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
  const rows = await db
    .selectFrom('wellness_entries')
    .select(['kind', 'value', 'recorded_at'])
    .where('person_id', '=', person)
    .where('recorded_at', '>=', new Date(from).toISOString())
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, value, recorded_at }) => ({
    kind,
    value: value as Noted['value'],
    at: Date.parse(recorded_at),
  }))
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

/** What a person had to take and where they were, from their account's first day on. */
export async function scheduleOf(db: Db, person: string): Promise<Schedule & { zone: string }> {
  const { rows } = await sql<{
    zone: string
    medications: Medication[]
    since: string
    zones: { until: string; value: string }[]
    past: { until: string; value: Medication[] }[]
  }>`
    select p.time_zone as zone, coalesce(f.medications, '[]') as medications, p.created_at as since,
      coalesce((select jsonb_agg(jsonb_build_object('until', until, 'value', time_zone) order by until)
        from past_time_zones z where z.person_id = p.id), '[]') as zones,
      coalesce((select jsonb_agg(jsonb_build_object('until', until, 'value', medications) order by until)
        from past_medications m where m.person_id = p.id), '[]') as past
    from people p left join profiles f on f.person_id = p.id where p.id = ${person}`.execute(db)
  const found = rows[0] as (typeof rows)[number]
  return {
    zone: found.zone,
    zones: holdings(found.zones, found.zone),
    medications: holdings(found.past, found.medications, Date.parse(found.since)),
  }
}

/**
 * Up to when a person was heard of: by a device as long as it counts as heard, by their diary, or by their own app when it handed
 * in what it kept. Milliseconds of the epoch; 0 where never.
 */
export async function heardUntil(db: Db, person: string): Promise<number> {
  const { rows } = await sql<{ heard: string | null }>`select greatest(
    (select max(last_seen_at + report_interval_seconds * interval '3 seconds') from devices
      where person_id = ${person} and deleted_at is null and status <> 'retired'),
    (select max(recorded_at) from wellness_entries where person_id = ${person}),
    (select max(last_seen_at) from sync_clients where person_id = ${person} and caller_id = ${person})) as heard`.execute(
    db,
  )
  return rows[0]?.heard ? Date.parse(rows[0].heard) : 0
}
