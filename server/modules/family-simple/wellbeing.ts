import type { z } from 'zod'
import type { StatusEvidence, Wellbeing } from '#contract/family-simple.ts'

/** What is known of somebody; instants in milliseconds of the epoch, null where there is none. */
export interface Known {
  openAlertAt: number | null
  checkin: { at: number; feeling: string } | null
  severeSymptomsAt: number | null
  missedDoseAt: number | null
  diaryAt: number | null
  /** When a device last reported, and up to when it counts as heard. */
  device: { at: number | null; heardUntil: number } | null
}

const HOUR = 3_600_000
/** How long what somebody said of themself holds. */
const holds = 24 * HOUR

type Status = z.infer<typeof Wellbeing>
type Evidence = StatusEvidence

/**
 * How somebody is, by the gravest thing that is known. A good word from yesterday is no proof of today: without anything
 * fresh, and with every device silent, it is not known.
 */
export function wellbeingOf(
  known: Known,
  now: number,
): { status: Status; reason: Evidence['kind']; evidence: Evidence[] } {
  const { openAlertAt, checkin, severeSymptomsAt, missedDoseAt, diaryAt, device } = known
  const isFresh = (at: number | null | undefined): at is number => typeof at === 'number' && now - at <= holds
  const isHeard = device !== null && device.heardUntil >= now
  const found: { status: Status; kind: Evidence['kind']; at: number | null; is: boolean }[] = [
    { status: 'needs_help', kind: 'open_alert', at: openAlertAt, is: openAlertAt !== null },
    {
      status: 'needs_attention',
      kind: 'severe_symptoms',
      at: severeSymptomsAt,
      is: isFresh(severeSymptomsAt),
    },
    {
      status: 'needs_attention',
      kind: 'poor_checkin',
      at: checkin?.at ?? null,
      is: checkin?.feeling === 'poor' && isFresh(checkin.at),
    },
    { status: 'needs_attention', kind: 'missed_dose', at: missedDoseAt, is: isFresh(missedDoseAt) },
    { status: 'unknown', kind: 'device_silent', at: device?.at ?? null, is: device !== null && !isHeard },
    {
      status: 'well',
      kind: 'checkin',
      at: checkin?.at ?? null,
      is: isFresh(checkin?.at) && checkin?.feeling !== 'poor',
    },
    { status: 'well', kind: 'device_heard', at: device?.at ?? null, is: isHeard },
    { status: 'well', kind: 'diary', at: diaryAt, is: isFresh(diaryAt) },
    { status: 'unknown', kind: 'nothing_heard', at: null, is: true },
  ]
  const holding = found.filter(({ is }) => is)
  const [first] = holding as [(typeof found)[number]]
  return {
    status: first.status,
    reason: first.kind,
    evidence: holding
      .filter(({ kind }) => kind !== 'nothing_heard' || holding.length === 1)
      .map(({ kind, at }) => ({
        kind,
        at: at === null ? null : new Date(at).toISOString(),
        age_seconds: at === null ? null : Math.max(0, Math.round((now - at) / 1_000)),
      })),
  }
}
