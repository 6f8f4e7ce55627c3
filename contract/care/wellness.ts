import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, personal, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { AboutPerson } from '../people/index.ts'

const Note = z.string().trim().min(1).max(2000)

/** Plausible ranges; values outside are measurement or typing errors. */
const vitalSigns = {
  /** mmHg */
  systolic: z.int().min(50).max(260),
  /** mmHg */
  diastolic: z.int().min(30).max(160),
  /** Beats per minute. */
  pulse: z.int().min(25).max(240),
  /** °C */
  temperature_c: z.number().min(30).max(43),
  /** Blood oxygen saturation in percent. */
  oxygen_percent: z.int().min(50).max(100),
  /** mg/dl */
  glucose_mg_dl: z.int().min(20).max(600),
  /** kg */
  weight_kg: z.number().min(20).max(300),
}
export type VitalSign = keyof typeof vitalSigns
export const vitalSignNames = Object.keys(vitalSigns) as [VitalSign, ...VitalSign[]]

/** The schema of vital signs, extended by further fields. */
export const vitalsWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z
    .strictObject({ ...z.object(vitalSigns).partial().shape, ...extra })
    .refine(
      vitals => vitalSignNames.some(name => vitals[name as never] !== undefined),
      'Provide at least one value',
    )
    .refine(
      vitals => {
        const { systolic, diastolic } = vitals as { systolic?: number; diastolic?: number }
        return (systolic === undefined) === (diastolic === undefined)
      },
      { path: ['diastolic'], message: 'Blood pressure needs both values' },
    )
    .refine(
      vitals => {
        const { systolic = 1, diastolic = 0 } = vitals as { systolic?: number; diastolic?: number }
        return diastolic < systolic
      },
      { path: ['diastolic'], message: 'Must be below the systolic value' },
    )

export const Vitals = vitalsWith({})

/** Value schemas of diary entries by kind. */
export const wellnessValues = {
  checkin: z.strictObject({
    feeling: z.enum(['good', 'fair', 'poor']),
    slept_hours: z.number().min(0).max(24).optional(),
    note: Note.optional(),
  }),
  medication: z.strictObject({
    name: z.string().trim().min(1).max(120),
    taken: z.boolean(),
    /** Due time of the dose; defaults to the nearest dose. */
    dose_at: Instant.optional(),
  }),
  mood: z.strictObject({
    mood: z.enum(['very_low', 'low', 'neutral', 'good', 'very_good']),
    /** 1 (very low) to 5 (very good). */
    score: z.int().min(1).max(5).optional(),
  }),
  vitals: Vitals,
  symptoms: z.strictObject({
    symptoms: z.array(z.string().trim().min(1).max(120)).min(1).max(20),
    severity: z.enum(['mild', 'moderate', 'severe']),
  }),
  note: z.strictObject({ text: Note }),
}

export const WellnessKind = z.enum(['checkin', 'medication', 'mood', 'vitals', 'symptoms', 'note'])

const about = { ...AboutPerson.shape, recorded_at: z.iso.datetime({ offset: true }).optional() }
const of = <Kind extends keyof typeof wellnessValues>(kind: Kind) =>
  z.object({ ...about, kind: z.literal(kind), value: wellnessValues[kind] })

export const NewWellnessEntry = z.discriminatedUnion('kind', [
  of('checkin'),
  of('medication'),
  of('mood'),
  of('vitals'),
  of('symptoms'),
  of('note'),
])

/** An entry of a person's wellness diary. */
export const WellnessEntry = z.object({
  id: Id,
  user_id: UserId,
  kind: WellnessKind,
  value: personal(z.record(z.string(), z.unknown())),
  /** Author; null for an API key. */
  recorded_by: Id.nullable(),
  recorded_at: Instant,
})
export type WellnessEntry = z.infer<typeof WellnessEntry>

export const wellness = {
  show: endpoint({
    method: 'GET',
    path: '/api/wellness/{id}',
    summary: 'List a person’s wellness entries, newest first',
    access: may('elderly', 'show'),
    query: z.strictObject({
      kind: WellnessKind.optional(),
      days: z.coerce.number().int().min(1).max(365).default(30),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    reply: z.object({ user_id: UserId, entries: z.array(WellnessEntry) }),
  }),
  log: endpoint({
    method: 'POST',
    path: '/api/wellness/log',
    summary: 'Log a wellness entry',
    access: may('elderly', 'update'),
    scope: 'wellness:write',
    body: NewWellnessEntry,
    status: 201,
    reply: WellnessEntry,
  }),
}
