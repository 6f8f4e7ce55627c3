import type { CarePerson, CareReason } from '#contract/care/care.ts'
import { decayed } from '#contract/care/dose-state.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import { wellbeingOf } from '#contract/care/wellbeing.ts'

type Read = Pick<CarePerson, 'status' | 'reason' | 'known' | 'heard_until' | 'reasons' | 'doses'>

/** Where a reason that shows by age alone belongs among those that were read. */
function withSilence(reasons: readonly CareReason[], { known }: Read): CareReason[] {
  if (reasons.some(({ kind }) => kind === 'silent')) return [...reasons]
  const silent = {
    kind: 'silent',
    count: 1,
    since: known?.device?.heard_until ?? null,
    what: null,
    severity: null,
  } as const
  const graver = reasons.filter(({ kind }) => kind === 'open_alert' || kind === 'missed_dose')
  return [...graver, silent, ...reasons.filter(reason => !graver.includes(reason))]
}

/**
 * How somebody is some time after it was read: what was not confirmed since then decays, as far as age alone tells.
 * @param now milliseconds of the epoch
 */
export function standingAt(read: Read, now: number) {
  const { known, heard_until } = read
  const heardUntil = heard_until === null ? 0 : Date.parse(heard_until)
  const doses: Dose[] = (read.doses ?? []).map(dose => ({
    ...dose,
    state: decayed(dose, { now, heardUntil }),
  }))
  const silent = known?.device && Date.parse(known.device.heard_until ?? '') < now
  const reasons = silent ? withSilence(read.reasons ?? [], read) : (read.reasons ?? [])
  if (!known) return { status: read.status, reason: read.reason, evidence: [], reasons, doses }
  return { ...wellbeingOf(known, now), reasons, doses }
}
