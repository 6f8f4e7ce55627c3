import type { Dose, HealthSummary, HealthWeek } from '#contract/care/health-quick.ts'
import type { Db } from '#server/db/open.ts'
import { addDays, dayOf, startOfDay } from '#server/kit/period.ts'
import { evaluateDoses } from './doses.ts'
import {
  type DiaryEntry,
  diariesSince,
  diarySince,
  getReportedUntil,
  getSchedule,
  intakeReports,
  type KnownSchedule,
  listReportedUntil,
  listSchedules,
} from './queries.ts'
import { buildHealthSummary, buildHealthWeek, checkinDays, countStreak } from './summary.ts'

const DAY = 86_400_000
/** Days searched for a check-in streak. */
const maxStreakDays = 366

/** A person's diary, and the doses since an instant. */
async function loadHealth(
  db: Db,
  person: string,
  since: (today: string, zone: string) => number,
  now: number,
) {
  const schedule = await getSchedule(db, person)
  const today = dayOf(new Date(now), schedule.zone)
  const from = since(today, schedule.zone)
  // A dose may have been reported before it was due, so the diary starts one day earlier.
  const diary = await diarySince(db, person, from - DAY)
  const heard = await getReportedUntil(db, person)
  const doses = dosesIn(schedule, diary, { from, now, heardUntil: heard })
  return { zone: schedule.zone, today, from, doses, diary: diary.filter(({ at }) => at >= from) }
}

/** The doses from an instant to the end of today, matched with diary entries. */
function dosesIn(
  schedule: KnownSchedule,
  diary: readonly DiaryEntry[],
  known: { from: number; now: number; heardUntil: number },
): Dose[] {
  const tomorrow = addDays(dayOf(new Date(known.now), schedule.zone), 1)
  return evaluateDoses(schedule, intakeReports(diary), {
    ...known,
    to: startOfDay(tomorrow, schedule.zone).getTime(),
  })
}

/** The doses of the last `days` days, including today, with their states. */
export const listDoses = async (db: Db, person: string, days = 1, now = Date.now()): Promise<Dose[]> =>
  (await loadHealth(db, person, (today, zone) => startOfDay(addDays(today, 1 - days), zone).getTime(), now))
    .doses

/** A person's recent diary and doses; instants in epoch milliseconds. */
export interface Diary {
  zone: string
  /** In the person's zone. */
  today: string
  /** Earliest first: check-ins of two weeks, other entries of the requested days and the day before. */
  entries: readonly DiaryEntry[]
  /** Doses of the requested days, up to today. */
  doses: Dose[]
  /** 0 if there never was a report. */
  heardUntil: number
}

/** Days used to compute the usual check-in time. */
const habitDays = 15

/** Loads the {@link Diary} of several people with a fixed number of statements. */
export async function loadDiaries(
  db: Db,
  people: readonly string[],
  days: number,
  now: number,
): Promise<Map<string, Diary>> {
  const schedules = await listSchedules(db, people)
  const diaries = await diariesSince(
    db,
    people,
    now - (days + 1) * DAY,
    now - Math.max(days, habitDays) * DAY,
  )
  const heard = await listReportedUntil(db, people)
  return new Map(
    [...schedules].map(([person, schedule]) => {
      const { zone } = schedule
      const today = dayOf(new Date(now), zone)
      const entries = diaries.get(person) ?? []
      const known = { now, heardUntil: heard.get(person) ?? 0 }
      const from = startOfDay(addDays(today, 1 - days), zone).getTime()
      return [
        person,
        {
          zone,
          today,
          entries,
          doses: dosesIn(schedule, entries, { ...known, from }),
          heardUntil: known.heardUntil,
        },
      ]
    }),
  )
}

/** Consecutive days with a check-in. */
export async function checkinStreak(db: Db, person: string, now = Date.now()): Promise<number> {
  const { zone } = await getSchedule(db, person)
  const days = checkinDays(await diarySince(db, person, now - maxStreakDays * DAY), zone)
  return countStreak(days, dayOf(new Date(now), zone))
}

export async function getHealth(
  db: Db,
  person: string,
  days: number,
): Promise<{ from: string; time_zone: string; health: HealthSummary; as_of: string }> {
  const now = Date.now()
  const { zone, from, doses, diary } = await loadHealth(
    db,
    person,
    (today, zone) => startOfDay(addDays(today, 1 - days), zone).getTime(),
    now,
  )
  const all = checkinDays(await diarySince(db, person, now - maxStreakDays * DAY), zone)
  return {
    from: new Date(from).toISOString(),
    time_zone: zone,
    health: buildHealthSummary(diary, doses, { zone, now, days: all }),
    as_of: new Date(now).toISOString(),
  }
}

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** A person's health by week; the current week is last. */
export async function listHealthWeeks(
  db: Db,
  person: string,
  weeks: number,
): Promise<{ time_zone: string; weeks: HealthWeek[] }> {
  const first = (today: string) => addDays(mondayOf(today), 7 * (1 - weeks))
  const { zone, today, doses, diary } = await loadHealth(
    db,
    person,
    (today, zone) => startOfDay(first(today), zone).getTime(),
    Date.now(),
  )
  const weekAt = (at: string | number) => mondayOf(dayOf(new Date(at), zone))
  const entries = Map.groupBy(diary, ({ at }: DiaryEntry) => weekAt(at))
  const planned = Map.groupBy(doses, ({ due_at }) => weekAt(due_at))
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(first(today), 7 * index))
  return {
    time_zone: zone,
    weeks: mondays.map(week => buildHealthWeek(week, entries.get(week) ?? [], planned.get(week) ?? [])),
  }
}
