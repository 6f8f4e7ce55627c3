import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, personal, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { TargetPersonQuery, targetPersonFields } from '../kit/whose.ts'
import { vitalSignNames, vitalsWith, WellnessEntry, wellnessValues } from './wellness.ts'

/** What every entry carries beside its value, made where it was written down, perhaps long before it is sent. */
const sent = {
  /** A UUID made by the client: the same one is kept once, however often it is sent. */
  id: Id.optional(),
  recorded_at: z.iso.datetime({ offset: true }).optional(),
}

/**
 * How it stands with a dose: not time yet; time for it; taken; overdue, and still to be taken; given up; or not known,
 * because nothing was heard of the person that could have told of it.
 */
export const DoseState = z.enum(['upcoming', 'due', 'taken', 'late', 'missed', 'unknown'])
export type DoseState = z.infer<typeof DoseState>

export const Dose = z.object({
  name: z.string(),
  dose: z.string(),
  /** The day and the time that the schedule says, where the person was. */
  day: Day,
  time: z.string(),
  due_at: Instant,
  state: DoseState,
  taken_at: Instant.nullable(),
})
export type Dose = z.infer<typeof Dose>

/** How a value stands to the range that is usual for adults at rest: a hint to look, not a diagnosis. */
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
  /** Doses that were due, up to now. */
  due: z.int(),
  taken: z.int(),
  late: z.int(),
  missed: z.int(),
  unknown: z.int(),
  /** Percent of the doses of which it is known; null where of none. */
  rate: z.number().nullable(),
})
export type Adherence = z.infer<typeof Adherence>

/** Days in a row, up to today or yesterday, with a check-in. */
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
  /** The Monday it begins on, where the person is. */
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
    summary: 'Check in: say how one feels today',
    body: wellnessValues.checkin.extend(sent),
    reply: z.object({ entry: WellnessEntry, streak: personal(streak) }),
  }),
  medication: endpoint({
    ...log('medication'),
    summary: 'Say that a dose was taken, or that it was not',
    body: wellnessValues.medication.extend(sent),
    reply: z.object({
      entry: WellnessEntry,
      /** The dose of the schedule that it is about; null where the schedule has none. */
      dose: personal(Dose),
    }),
  }),
  mood: endpoint({
    ...log('mood'),
    summary: 'Say what the mood is',
    body: wellnessValues.mood.extend(sent),
    reply: z.object({ entry: WellnessEntry }),
  }),
  symptoms: endpoint({
    ...log('symptoms'),
    summary: 'Say what hurts or is otherwise not well',
    body: wellnessValues.symptoms.extend(sent),
    reply: z.object({ entry: WellnessEntry }),
  }),
  vitals: endpoint({
    ...log('vitals'),
    summary: 'Write down what was measured: mmHg, beats a minute, °C, percent, mg/dl, kg',
    body: vitalsWith(sent),
    reply: z.object({ entry: WellnessEntry, readings: personal(z.array(Reading)) }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/health-quick/summary',
    summary: 'Sum up a person’s health over the last days, with each dose of their medication schedule',
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
    summary: 'Show a person’s health week by week',
    access: may('elderly', 'show'),
    query: z.strictObject({
      ...targetPersonFields,
      weeks: z.coerce.number().int().min(1).max(26).default(4),
    }),
    reply: z.object({ user_id: UserId, time_zone: z.string(), weeks: personal(z.array(HealthWeek)) }),
  }),
}
