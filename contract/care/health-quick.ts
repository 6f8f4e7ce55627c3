import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, personal, TargetPersonQuery, targetPersonFields, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { vitalSignNames, vitalsWith, WellnessEntry, wellnessValues } from './wellness.ts'

/** Set by the client when the entry is written, possibly long before it is sent. */
const sent = {
  /** Client-generated idempotency key. */
  id: Id.optional(),
  recorded_at: z.iso.datetime({ offset: true }).optional(),
}

/**
 * `upcoming`: not due yet. `due`: can be taken now. `late`: overdue, can still be taken. `missed`: too late. `unknown`:
 * no reports from the person cover the time, so whether it was taken cannot be known.
 */
export const DoseState = z.enum(['upcoming', 'due', 'taken', 'late', 'missed', 'unknown'])
export type DoseState = z.infer<typeof DoseState>

export const Dose = z.object({
  name: z.string(),
  dose: z.string(),
  /** Scheduled day and time in the person's zone. */
  day: Day,
  time: z.string(),
  due_at: Instant,
  state: DoseState,
  taken_at: Instant.nullable(),
})
export type Dose = z.infer<typeof Dose>

/** Position relative to the usual range for adults at rest. A hint, not a diagnosis. */
export const ReadingState = z.enum(['low', 'usual', 'high', 'unjudged'])

export const Reading = z.object({
  name: z.enum(vitalSignNames),
  value: z.number(),
  unit: z.string(),
  usual: z.object({ from: z.number().nullable(), to: z.number().nullable() }),
  state: ReadingState,
})
export type Reading = z.infer<typeof Reading>

export const Adherence = z.object({
  /** Doses due so far. */
  due: z.int(),
  taken: z.int(),
  late: z.int(),
  missed: z.int(),
  unknown: z.int(),
  /** Percent taken of the doses with a known outcome; null if there are none. */
  rate: z.number().nullable(),
})
export type Adherence = z.infer<typeof Adherence>

/** Consecutive days with a check-in, ending today or yesterday. */
const streak = z.int()

export const HealthSummary = z.object({
  checkins: z.object({
    days: z.int(),
    streak,
    last_at: Instant.nullable(),
    last_feeling: z.string().nullable(),
  }),
  doses: z.array(Dose),
  adherence: Adherence,
  mood: z.object({
    average: z.number().nullable(),
    last: z.string().nullable(),
    last_at: Instant.nullable(),
  }),
  vitals: z.array(
    Reading.extend({ recorded_at: Instant, average: z.number(), lowest: z.number(), highest: z.number() }),
  ),
  symptoms: z.array(
    z.object({ symptom: z.string(), count: z.int(), worst: z.enum(['mild', 'moderate', 'severe']) }),
  ),
})
export type HealthSummary = z.infer<typeof HealthSummary>

const HealthWeek = z.object({
  /** The Monday that starts the week, in the person's zone. */
  week: Day,
  checkins: z.int(),
  average_mood: z.number().nullable(),
  slept_hours: z.number().nullable(),
  adherence: Adherence,
  symptoms: z.int(),
  vitals: z.array(z.object({ name: z.enum(vitalSignNames), unit: z.string(), average: z.number() })),
})
export type HealthWeek = z.infer<typeof HealthWeek>

const log = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: `/api/mobile/v1/health-quick/${name}`,
    access: may('elderly', 'update'),
    query: TargetPersonQuery,
    status: 201,
  }) as const

export const healthQuick = {
  checkin: endpoint({
    ...log('daily-checkin'),
    summary: 'Submit a daily check-in',
    body: wellnessValues.checkin.extend(sent),
    reply: z.object({ entry: WellnessEntry, streak: personal(streak) }),
  }),
  medication: endpoint({
    ...log('medication'),
    summary: 'Report a dose as taken or not taken',
    body: wellnessValues.medication.extend(sent),
    reply: z.object({
      entry: WellnessEntry,
      /** The matching dose of the schedule; null if none matches. */
      dose: personal(Dose),
    }),
  }),
  mood: endpoint({
    ...log('mood'),
    summary: 'Log a mood',
    body: wellnessValues.mood.extend(sent),
    reply: z.object({ entry: WellnessEntry }),
  }),
  symptoms: endpoint({
    ...log('symptoms'),
    summary: 'Log symptoms',
    body: wellnessValues.symptoms.extend(sent),
    reply: z.object({ entry: WellnessEntry }),
  }),
  vitals: endpoint({
    ...log('vitals'),
    summary: 'Log vital signs: mmHg, beats per minute, °C, percent, mg/dl, kg',
    body: vitalsWith(sent),
    reply: z.object({ entry: WellnessEntry, readings: personal(z.array(Reading)) }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/health-quick/summary',
    summary: 'Get a person’s health summary with each scheduled dose',
    access: may('elderly', 'show'),
    query: z.strictObject({ ...targetPersonFields, days: z.coerce.number().int().min(1).max(90).default(7) }),
    reply: z.object({
      user_id: UserId,
      from: Instant,
      time_zone: z.string(),
      health: personal(HealthSummary),
      as_of: Instant,
    }),
  }),
  trends: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/health-quick/trends',
    summary: 'Get a person’s health by week',
    access: may('elderly', 'show'),
    query: z.strictObject({
      ...targetPersonFields,
      weeks: z.coerce.number().int().min(1).max(26).default(4),
    }),
    reply: z.object({ user_id: UserId, time_zone: z.string(), weeks: personal(z.array(HealthWeek)) }),
  }),
}
