import type { CarePerson, CareReason } from '#contract/care/care.ts'
import { reevaluateDose } from '#contract/care/dose-state.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import { wellbeingOf } from '#contract/care/wellbeing.ts'

type CareReading = Pick<CarePerson, 'status' | 'reason' | 'known' | 'heard_until' | 'reasons' | 'doses'>

/** Inserts the `silent` reason, which is derived from age, at its rank. */
function insertSilentReason(reasons: readonly CareReason[], { known }: CareReading): CareReason[] {
  if (reasons.some(({ kind }) => kind === 'silent')) return [...reasons]
  const silent = {
    kind: 'silent',
    count: 1,
    since: known?.device?.heard_until ?? null,
    what: null,
    severity: null,
  } as const
  const moreUrgent = reasons.filter(({ kind }) => kind === 'open_alert' || kind === 'missed_dose')
  return [...moreUrgent, silent, ...reasons.filter(reason => !moreUrgent.includes(reason))]
}

/**
 * A person's status some time after it was fetched: facts that were not confirmed since then expire by age.
 * @param now epoch milliseconds
 */
export function currentCareStatus(reading: CareReading, now: number) {
  const { known, heard_until } = reading
  const reportedUntil = heard_until === null ? 0 : Date.parse(heard_until)
  const doses: Dose[] = (reading.doses ?? []).map(dose => ({
    ...dose,
    state: reevaluateDose(dose, { now, heardUntil: reportedUntil }),
  }))
  const silent = known?.device && Date.parse(known.device.heard_until ?? '') < now
  const reasons = silent ? insertSilentReason(reading.reasons ?? [], reading) : (reading.reasons ?? [])
  if (!known) return { status: reading.status, reason: reading.reason, evidence: [], reasons, doses }
  return { ...wellbeingOf(known, now), reasons, doses }
}
