import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { IntakeReport, Medication, Schedule, Validity } from './doses.ts'

/** A diary entry; `at` in epoch milliseconds. */
export interface DiaryEntry {
  kind: string
  value: Readonly<Record<string, unknown>>
  at: number
}

/** A person's diary since an instant, earliest first. */
export async function diarySince(db: Db, person: string, from: number): Promise<DiaryEntry[]> {
  return (await diariesSince(db, [person], from)).get(person) ?? []
}

/** The diaries of several people, earliest first; check-ins may start further back. */
export async function diariesSince(
  db: Db,
  people: readonly string[],
  from: number,
  checkinsFrom = from,
): Promise<Map<string, DiaryEntry[]>> {
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
    entry: { kind, value: value as DiaryEntry['value'], at: Date.parse(recorded_at) },
  }))
  const diaries = Map.groupBy(noted, ({ person_id }) => person_id)
  return new Map([...diaries].map(([person, notes]) => [person, notes.map(({ entry }) => entry)]))
}

export const intakeReports = (diary: readonly DiaryEntry[]): IntakeReport[] =>
  diary
    .filter(({ kind }) => kind === 'medication')
    .map(({ value, at }) => ({
      name: String(value.name),
      taken: value.taken === true,
      at,
      dose_at: typeof value.dose_at === 'string' ? Date.parse(value.dose_at) : null,
    }))

/** Converts past values and the current one to validity intervals. */
function toValidities<Value>(
  past: readonly { until: string; value: Value }[],
  now: Value,
  since = Number.NEGATIVE_INFINITY,
): Validity<Value>[] {
  const ends = past.map(({ until }) => Date.parse(until))
  return [...past.map(({ value }) => value), now].map((value, index) => ({
    from: ends[index - 1] ?? since,
    to: ends[index] ?? Number.POSITIVE_INFINITY,
    value,
  }))
}

export type KnownSchedule = Schedule & { zone: string }

/** A person's medications and zones since their account was created. */
export async function getSchedule(db: Db, person: string): Promise<KnownSchedule> {
  return (await listSchedules(db, [person])).get(person) as KnownSchedule
}

export async function listSchedules(db: Db, people: readonly string[]): Promise<Map<string, KnownSchedule>> {
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
    rows.map(row => [
      row.id,
      {
        zone: row.zone,
        zones: toValidities(row.zones, row.zone),
        medications: toValidities(row.past, row.medications, Date.parse(row.since)),
      },
    ]),
  )
}

/**
 * The end of the time for which reports from a person exist: from a device (until it counts as silent), the diary, or a
 * sync of their own app. Epoch milliseconds; 0 if there never was a report.
 */
export async function getReportedUntil(db: Db, person: string): Promise<number> {
  return (await listReportedUntil(db, [person])).get(person) ?? 0
}

/** {@link getReportedUntil} of several people; people without reports are omitted. */
export async function listReportedUntil(db: Db, people: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; heard: string | null }>`select id, greatest(
    (select max(last_seen_at + report_interval_seconds * interval '3 seconds') from devices
      where person_id = id_of.id and deleted_at is null and status <> 'retired'),
    (select max(recorded_at) from wellness_entries where person_id = id_of.id),
    (select max(last_seen_at) from sync_clients where person_id = id_of.id and caller_id = id_of.id)) as heard
    from unnest(${people}::uuid[]) as id_of(id)`.execute(db)
  return new Map(rows.flatMap(({ id, heard }) => (heard ? [[id, Date.parse(heard)] as const] : [])))
}
