import type { Adherence, Dose, HealthSummary, HealthWeek } from '#contract/care/health-quick.ts'
import { vitalSignNames } from '#contract/care/wellness.ts'
import { addDays, dayOf } from '#server/kit/period.ts'
import type { DiaryEntry } from './queries.ts'
import { readingsIn, toReading, unitOf } from './vital-signs.ts'

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits))
const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

function mean(values: readonly number[], digits = 1): number | null {
  return values.length === 0
    ? null
    : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, digits)
}

const scores: Readonly<Record<string, number>> = { very_low: 1, low: 2, neutral: 3, good: 4, very_good: 5 }
/** Mood from 1 (very low) to 5 (very good). */
export const moodScore = ({ value }: DiaryEntry) =>
  typeof value.score === 'number' ? value.score : (scores[String(value.mood)] ?? 3)

/** The share of doses taken among those with a known outcome. */
export function computeAdherence(doses: readonly Dose[]): Adherence {
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

/** Consecutive days with a check-in, ending today, or yesterday if today's is still pending. */
export function countStreak(days: ReadonlySet<string>, today: string): number {
  let day = days.has(today) ? today : addDays(today, -1)
  let streak = 0
  for (; days.has(day); day = addDays(day, -1)) streak++
  return streak
}

/** Days with a check-in, in a zone. */
export const checkinDays = (diary: readonly DiaryEntry[], zone: string) =>
  new Set(diary.filter(({ kind }) => kind === 'checkin').map(({ at }) => dayOf(new Date(at), zone)))

const severities = ['mild', 'moderate', 'severe'] as const

function symptomsIn(diary: readonly DiaryEntry[]): HealthSummary['symptoms'] {
  const reported = diary
    .filter(({ kind }) => kind === 'symptoms')
    .flatMap(({ value }) =>
      (value.symptoms as string[]).map(symptom => ({
        symptom: symptom.toLowerCase(),
        severity: value.severity,
      })),
    )
  return [...Map.groupBy(reported, ({ symptom }) => symptom)]
    .map(([symptom, of]) => ({
      symptom,
      count: of.length,
      worst: severities.findLast(severity => of.some(one => one.severity === severity)) ?? 'mild',
    }))
    .sort((a, b) => b.count - a.count || a.symptom.localeCompare(b.symptom))
}

function vitalsIn(diary: readonly DiaryEntry[]): HealthSummary['vitals'] {
  const entries = diary.filter(({ kind }) => kind === 'vitals')
  return vitalSignNames.flatMap(name => {
    const measured = entries.filter(({ value }) => typeof value[name] === 'number')
    const last = measured.at(-1)
    if (!last) return []
    const values = measured.map(({ value }) => value[name] as number)
    return [
      {
        ...toReading(name, values.at(-1) as number),
        recorded_at: new Date(last.at).toISOString(),
        average: mean(values) ?? 0,
        lowest: Math.min(...values),
        highest: Math.max(...values),
      },
    ]
  })
}

/**
 * @param diary entries of the period, earliest first
 * @param days all days with a check-in, including before the period
 */
export function buildHealthSummary(
  diary: readonly DiaryEntry[],
  doses: Dose[],
  { zone, now, days }: { zone: string; now: number; days: ReadonlySet<string> },
): HealthSummary {
  const last = (kind: string) => diary.findLast(entry => entry.kind === kind)
  const [checkin, mood] = [last('checkin'), last('mood')]
  return {
    checkins: {
      days: checkinDays(diary, zone).size,
      streak: countStreak(days, dayOf(new Date(now), zone)),
      last_at: instant(checkin?.at),
      last_feeling: checkin ? String(checkin.value.feeling) : null,
    },
    doses,
    adherence: computeAdherence(doses),
    mood: {
      average: mean(diary.filter(({ kind }) => kind === 'mood').map(moodScore)),
      last: mood ? String(mood.value.mood) : null,
      last_at: instant(mood?.at),
    },
    vitals: vitalsIn(diary),
    symptoms: symptomsIn(diary),
  }
}

/** @param week the Monday that starts the week */
export function buildHealthWeek(
  week: string,
  diary: readonly DiaryEntry[],
  doses: readonly Dose[],
): HealthWeek {
  const of = (kind: string) => diary.filter(entry => entry.kind === kind)
  const readings = Map.groupBy(
    of('vitals').flatMap(({ value }) => readingsIn(value)),
    ({ name }) => name,
  )
  return {
    week,
    checkins: of('checkin').length,
    average_mood: mean(of('mood').map(moodScore)),
    slept_hours: mean(
      of('checkin').flatMap(({ value }) =>
        typeof value.slept_hours === 'number' ? [value.slept_hours] : [],
      ),
    ),
    adherence: computeAdherence(doses),
    symptoms: of('symptoms').length,
    vitals: [...readings].map(([name, measured]) => ({
      name,
      unit: unitOf(name),
      average: mean(measured.map(({ value }) => value)) ?? 0,
    })),
  }
}
