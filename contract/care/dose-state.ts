import type { Dose, DoseState } from './health-quick.ts'

/** Milliseconds around the due time: how early a dose can be taken, how long it is not late, and when it counts as missed. */
const earlyMs = 60 * 60_000
const graceMs = 60 * 60_000
export const missedAfterMs = 240 * 60_000

/** The current time and the end of reported time, in epoch milliseconds. */
interface ReportingState {
  now: number
  heardUntil: number
}

/**
 * Derives the state of a dose. Silence is not evidence: a dose counts as missed only if reports from the person cover the
 * time until it was too late to take it. Otherwise it is `unknown` until offline entries arrive.
 * @param due epoch milliseconds
 * @param report what the person reported about the dose
 */
export function doseStateAt(
  due: number,
  report: { taken: boolean } | undefined,
  { now, heardUntil }: ReportingState,
): DoseState {
  if (report) return report.taken ? 'taken' : 'missed'
  if (now < due - earlyMs) return 'upcoming'
  if (now <= due + graceMs) return 'due'
  const isOver = now > due + missedAfterMs
  if (heardUntil < (isOver ? due + missedAfterMs : now)) return 'unknown'
  return isOver ? 'missed' : 'late'
}

/** Re-evaluates a dose that was fetched earlier, without new reports. */
export const reevaluateDose = (dose: Dose, heard: ReportingState): DoseState =>
  dose.state === 'taken' || dose.state === 'missed'
    ? dose.state
    : doseStateAt(Date.parse(dose.due_at), undefined, heard)

/** Whether a dose can be taken now: it is neither taken nor skipped, and its window is open. */
export const canBeTaken = ({ state, due_at }: Pick<Dose, 'state' | 'due_at'>, now: number): boolean =>
  state === 'due' ||
  state === 'late' ||
  // Without reports up to now, whether it was taken is unknown.
  (state === 'unknown' && now <= Date.parse(due_at) + missedAfterMs)
