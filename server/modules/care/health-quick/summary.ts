import type { Adherence, Dose, HealthSummary, HealthWeek } from '#contract/care/health-quick.ts'
import { vitalSignNames } from '#contract/care/wellness.ts'
import { addDays, dayOf } from '#server/kit/period.ts'
import type { Noted } from './queries.ts'
import { readingOf, readingsIn, unitOf } from './vital-signs.ts'

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits))
const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

function mean(values: readonly number[], digits = 1): number | null {
  return values.length === 0
    ? null
    : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, digits)
}

const scores: Readonly<Record<string, number>> = { very_low: 1, low: 2, neutral: 3, good: 4, very_good: 5 }
/** A mood from 1, very low, to 5, very good. */
export const scoreOf = ({ value }: Noted) =>
  typeof value.score === 'number' ? value.score : (scores[String(value.mood)] ?? 3)

/** How many doses were taken of those that it is known of. */
export function adherenceOf(doses: readonly Dose[]): Adherence {
  const count = (state: Dose['state']) => doses.filter(dose => dose.state === state).length
  const [taken, late, missed, unknown] = [count('taken'), count('late'), count('missed'), count('unknown')]
  const known = taken + missed
  return {
    due: known + late + unknown + count('due'),
    taken,
    late,
    missed,
    unknown,
    rate: known === 0 ? null : rounded((100 * taken) / known),
  }
}

/** Days in a row with a check-in, up to today, or to yesterday while today's may still come. */
export function streakOf(days: ReadonlySet<string>, today: string): number {
  let day = days.has(today) ? today : addDays(today, -1)
  let streak = 0
  for (; days.has(day); day = addDays(day, -1)) streak++
  return streak
}

/** The days of a zone on which somebody checked in. */
export const checkinDays = (diary: readonly Noted[], zone: string) =>
  new Set(diary.filter(({ kind }) => kind === 'checkin').map(({ at }) => dayOf(new Date(at), zone)))

const severities = ['mild', 'moderate', 'severe'] as const

function symptomsIn(diary: readonly Noted[]): HealthSummary['symptoms'] {
  const told = diary
    .filter(({ kind }) => kind === 'symptoms')
    .flatMap(({ value }) =>
      (value.symptoms as string[]).map(symptom => ({
        symptom: symptom.toLowerCase(),
        severity: value.severity,
      })),
    )
  return [...Map.groupBy(told, ({ symptom }) => symptom)]
    .map(([symptom, of]) => ({
      symptom,
      count: of.length,
      worst: severities.findLast(severity => of.some(one => one.severity === severity)) ?? 'mild',
    }))
    .sort((a, b) => b.count - a.count || a.symptom.localeCompare(b.symptom))
}

function vitalsIn(diary: readonly Noted[]): HealthSummary['vitals'] {
  const entries = diary.filter(({ kind }) => kind === 'vitals')
  return vitalSignNames.flatMap(name => {
    const read = entries.filter(({ value }) => typeof value[name] === 'number')
    const last = read.at(-1)
    if (!last) return []
    const values = read.map(({ value }) => value[name] as number)
    return [
      {
        ...readingOf(name, values.at(-1) as number),
        recorded_at: new Date(last.at).toISOString(),
        average: mean(values) ?? 0,
        lowest: Math.min(...values),
        highest: Math.max(...values),
      },
    ]
  })
}

/**
 * @param diary of the time, the earliest first
 * @param days all days with a check-in, of the time and before
 */
export function summaryOf(
  diary: readonly Noted[],
  doses: Dose[],
  { zone, now, days }: { zone: string; now: number; days: ReadonlySet<string> },
): HealthSummary {
  const last = (kind: string) => diary.findLast(entry => entry.kind === kind)
  const [checkin, mood] = [last('checkin'), last('mood')]
  return {
    checkins: {
      days: checkinDays(diary, zone).size,
      streak: streakOf(days, dayOf(new Date(now), zone)),
      last_at: instant(checkin?.at),
      last_feeling: checkin ? String(checkin.value.feeling) : null,
    },
    doses,
    adherence: adherenceOf(doses),
    mood: {
      average: mean(diary.filter(({ kind }) => kind === 'mood').map(scoreOf)),
      last: mood ? String(mood.value.mood) : null,
      last_at: instant(mood?.at),
    },
    vitals: vitalsIn(diary),
    symptoms: symptomsIn(diary),
  }
}

/** One week of a person's health. @param week the Monday that it begins on */
export function weekOf(week: string, diary: readonly Noted[], doses: readonly Dose[]): HealthWeek {
  const of = (kind: string) => diary.filter(entry => entry.kind === kind)
  const readings = Map.groupBy(
    of('vitals').flatMap(({ value }) => readingsIn(value)),
    ({ name }) => name,
  )
  return {
    week,
    checkins: of('checkin').length,
    average_mood: mean(of('mood').map(scoreOf)),
    slept_hours: mean(
      of('checkin').flatMap(({ value }) =>
        typeof value.slept_hours === 'number' ? [value.slept_hours] : [],
      ),
    ),
    adherence: adherenceOf(doses),
    symptoms: of('symptoms').length,
    vitals: [...readings].map(([name, read]) => ({
      name,
      unit: unitOf(name),
      average: mean(read.map(({ value }) => value)) ?? 0,
    })),
  }
}
