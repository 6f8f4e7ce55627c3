import type { Dose, HealthSummary, HealthWeek } from '#contract/care/health-quick.ts'
import type { Db } from '#server/db/open.ts'
import { addDays, dayOf, startOfDay } from '#server/kit/period.ts'
import { judged } from './doses.ts'
import {
  diariesSince,
  diarySince,
  heardUntil,
  heardUntilOf,
  type KnownSchedule,
  type Noted,
  saidIn,
  scheduleOf,
  schedulesOf,
} from './queries.ts'
import { checkinDays, streakOf, summaryOf, weekOf } from './summary.ts'

const DAY = 86_400_000
/** Days looked back on for a streak of check-ins. */
const longest = 366

/** What is known of a person's health: their diary, and the doses between two instants as far as they concern it. */
async function read(db: Db, person: string, since: (today: string, zone: string) => number, now: number) {
  const schedule = await scheduleOf(db, person)
  const today = dayOf(new Date(now), schedule.zone)
  const from = since(today, schedule.zone)
  // What was said of a dose may have been said before the first instant looked at.
  const diary = await diarySince(db, person, from - DAY)
  const heard = await heardUntil(db, person)
  const doses = dosesIn(schedule, diary, { from, now, heardUntil: heard })
  return { zone: schedule.zone, today, from, doses, diary: diary.filter(({ at }) => at >= from) }
}

/** The doses from an instant up to the end of today, with what a diary says of them. */
function dosesIn(
  schedule: KnownSchedule,
  diary: readonly Noted[],
  known: { from: number; now: number; heardUntil: number },
): Dose[] {
  const tomorrow = addDays(dayOf(new Date(known.now), schedule.zone), 1)
  return judged(schedule, saidIn(diary), { ...known, to: startOfDay(tomorrow, schedule.zone).getTime() })
}

/** The doses of the last days and of today, with how it stands with each. */
export const dosesOf = async (db: Db, person: string, days = 1, now = Date.now()): Promise<Dose[]> =>
  (await read(db, person, (today, zone) => startOfDay(addDays(today, 1 - days), zone).getTime(), now)).doses

/** What the diaries and the schedules of people say of the last days; instants in milliseconds of the epoch. */
export interface Diary {
  zone: string
  /** Where the person is. */
  today: string
  /** The earliest first; check-ins of two weeks, the rest of the days asked for and the one before. */
  entries: readonly Noted[]
  /** The doses of the days asked for, up to today. */
  doses: Dose[]
  /** 0 where they were never heard. */
  heardUntil: number
}

/** Days over which a habit of checking in shows. */
const habitDays = 15

/** {@link Diary} of each of some people, in as many statements as for one. */
export async function diariesOf(
  db: Db,
  people: readonly string[],
  days: number,
  now: number,
): Promise<Map<string, Diary>> {
  const schedules = await schedulesOf(db, people)
  const diaries = await diariesSince(
    db,
    people,
    now - (days + 1) * DAY,
    now - Math.max(days, habitDays) * DAY,
  )
  const heard = await heardUntilOf(db, people)
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

/** Days in a row on which a person checked in. */
export async function checkinStreak(db: Db, person: string, now = Date.now()): Promise<number> {
  const { zone } = await scheduleOf(db, person)
  const days = checkinDays(await diarySince(db, person, now - longest * DAY), zone)
  return streakOf(days, dayOf(new Date(now), zone))
}

export async function healthOf(
  db: Db,
  person: string,
  days: number,
): Promise<{ from: string; time_zone: string; health: HealthSummary; as_of: string }> {
  const now = Date.now()
  const { zone, from, doses, diary } = await read(
    db,
    person,
    (today, zone) => startOfDay(addDays(today, 1 - days), zone).getTime(),
    now,
  )
  const all = checkinDays(await diarySince(db, person, now - longest * DAY), zone)
  return {
    from: new Date(from).toISOString(),
    time_zone: zone,
    health: summaryOf(diary, doses, { zone, now, days: all }),
    as_of: new Date(now).toISOString(),
  }
}

/** The Monday of a day's week. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** A person's health by weeks, the running one last. */
export async function weeksOf(
  db: Db,
  person: string,
  weeks: number,
): Promise<{ time_zone: string; weeks: HealthWeek[] }> {
  const first = (today: string) => addDays(mondayOf(today), 7 * (1 - weeks))
  const { zone, today, doses, diary } = await read(
    db,
    person,
    (today, zone) => startOfDay(first(today), zone).getTime(),
    Date.now(),
  )
  const weekAt = (at: string | number) => mondayOf(dayOf(new Date(at), zone))
  const entries = Map.groupBy(diary, ({ at }: Noted) => weekAt(at))
  const planned = Map.groupBy(doses, ({ due_at }) => weekAt(due_at))
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(first(today), 7 * index))
  return {
    time_zone: zone,
    weeks: mondays.map(week => weekOf(week, entries.get(week) ?? [], planned.get(week) ?? [])),
  }
}
