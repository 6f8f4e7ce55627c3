import { z } from 'zod'
import { Instant } from '../kit/fields.ts'

/** Help is needed now; someone should check; no recent information; well. */
export const Wellbeing = z.enum(['needs_help', 'needs_attention', 'unknown', 'well'])
export type Wellbeing = z.infer<typeof Wellbeing>

/** One piece of evidence for a status, with its age. */
export const StatusEvidence = z.object({
  kind: z.enum([
    'open_alert',
    'poor_checkin',
    'severe_symptoms',
    'missed_dose',
    'checkin',
    'diary',
    'device_heard',
    'device_silent',
    'nothing_heard',
  ]),
  at: Instant.nullable(),
  age_seconds: z.int().nullable().meta({ unit: 'seconds' }),
})
export type StatusEvidence = z.infer<typeof StatusEvidence>

/** Time-independent inputs of a status, which is derived from them and decays with time. */
export const CareFacts = z.object({
  open_alert_at: Instant.nullable(),
  checkin: z.object({ at: Instant, feeling: z.string() }).nullable(),
  severe_symptoms_at: Instant.nullable(),
  missed_dose_at: Instant.nullable(),
  diary_at: Instant.nullable(),
  /** When a device last reported, and until when it counts as reporting. */
  device: z.object({ at: Instant.nullable(), heard_until: Instant.nullable() }).nullable(),
})
export type CareFacts = z.infer<typeof CareFacts>

const HOUR = 3_600_000
/** How long a person's own report counts as fresh. */
const freshMs = 24 * HOUR

/**
 * Derives a status from the most severe evidence. Old good news proves nothing about today: without fresh evidence and
 * with all devices silent, the status is `unknown`.
 * @param now epoch milliseconds
 */
export function wellbeingOf(
  { open_alert_at, checkin, severe_symptoms_at, missed_dose_at, diary_at, device }: CareFacts,
  now: number,
): { status: Wellbeing; reason: StatusEvidence['kind']; evidence: StatusEvidence[] } {
  const isFresh = (at: string | null | undefined) => typeof at === 'string' && now - Date.parse(at) <= freshMs
  const isHeard = device !== null && device.heard_until !== null && Date.parse(device.heard_until) >= now
  const isPoor = checkin?.feeling === 'poor'
  const checkinAt = checkin?.at ?? null
  const deviceAt = device?.at ?? null
  const candidates: { status: Wellbeing; kind: StatusEvidence['kind']; at: string | null; is: boolean }[] = [
    { status: 'needs_help', kind: 'open_alert', at: open_alert_at, is: open_alert_at !== null },
    {
      status: 'needs_attention',
      kind: 'severe_symptoms',
      at: severe_symptoms_at,
      is: isFresh(severe_symptoms_at),
    },
    { status: 'needs_attention', kind: 'poor_checkin', at: checkinAt, is: isPoor && isFresh(checkinAt) },
    { status: 'needs_attention', kind: 'missed_dose', at: missed_dose_at, is: isFresh(missed_dose_at) },
    { status: 'unknown', kind: 'device_silent', at: deviceAt, is: device !== null && !isHeard },
    { status: 'well', kind: 'checkin', at: checkinAt, is: !isPoor && isFresh(checkinAt) },
    { status: 'well', kind: 'device_heard', at: deviceAt, is: isHeard },
    { status: 'well', kind: 'diary', at: diary_at, is: isFresh(diary_at) },
    { status: 'unknown', kind: 'nothing_heard', at: null, is: true },
  ]
  const holding = candidates.filter(({ is }) => is)
  const [first] = holding as [(typeof candidates)[number]]
  return {
    status: first.status,
    reason: first.kind,
    evidence: holding
      .filter(({ kind }) => kind !== 'nothing_heard' || holding.length === 1)
      .map(({ kind, at }) => ({
        kind,
        at,
        age_seconds: at === null ? null : Math.max(0, Math.round((now - Date.parse(at)) / 1_000)),
      })),
  }
}
