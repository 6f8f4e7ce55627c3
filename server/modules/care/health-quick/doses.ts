import { doseStateAt, missedAfterMs } from '#contract/care/dose-state.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import { addDays, dayOf, firstInstantAt } from '#server/kit/period.ts'

/** A value valid from one instant to another, in epoch milliseconds. */
export interface Validity<Value> {
  from: number
  to: number
  value: Value
}

export interface Medication {
  name: string
  dose: string
  /** HH:MM in the person's zone. */
  times: readonly string[]
}

/** A person's zones and medications over time, without gaps, earliest first. */
export interface Schedule {
  zones: readonly Validity<string>[]
  medications: readonly Validity<readonly Medication[]>[]
}

export type PlannedDose = Pick<Dose, 'name' | 'dose' | 'day' | 'time'> & { due: number }

/**
 * A dose is due once the person's local clock reads its day and time or later. If a clock change or a
 * flight east skips the time, the dose is due at the jump. If the time occurs twice, the dose is due the first time at
 * which the medication is prescribed.
 * @param since start of the prescription in epoch milliseconds
 */
function dueAt(zones: Schedule['zones'], day: string, time: string, since: number): number {
  const clock = Date.parse(`${day}T${time}:00Z`)
  let hasPassed = false
  for (const { from, to, value } of zones) {
    const instant = firstInstantAt(clock, value)
    const due = Math.max(from, instant)
    // Skip zones that end before the time, and, once it has passed, zones whose clock starts later than the time.
    if (due >= to || (hasPassed && instant < from)) continue
    if (due >= since) return due
    hasPassed = true
  }
  return Number.POSITIVE_INFINITY
}

/** Start of the uninterrupted prescription of a medication at this time of day, in epoch milliseconds. */
function prescribedSince(plans: Schedule['medications'], index: number, name: string, time: string): number {
  const isPrescribed = ({ value }: Validity<readonly Medication[]>) =>
    value.some(medication => medication.name === name && medication.times.includes(time))
  const interruption = plans.slice(0, index).findLastIndex(plan => !isPrescribed(plan))
  return plans[interruption + 1]?.from ?? Number.NEGATIVE_INFINITY
}

/** The doses due in `[from, to)`, earliest first. */
export function dosesBetween({ zones, medications }: Schedule, from: number, to: number): PlannedDose[] {
  const first = addDays(dayOf(new Date(from), 'UTC'), -1)
  const last = addDays(dayOf(new Date(to), 'UTC'), 1)
  const doses: PlannedDose[] = []
  for (const [index, plan] of medications.entries()) {
    if (plan.to <= from || plan.from >= to) continue
    for (let day = first; day <= last; day = addDays(day, 1)) {
      for (const { name, dose, times } of plan.value) {
        for (const time of new Set(times)) {
          const due = dueAt(zones, day, time, prescribedSince(medications, index, name, time))
          if (due >= Math.max(from, plan.from) && due < Math.min(to, plan.to))
            doses.push({ name, dose, day, time, due })
        }
      }
    }
  }
  return doses.sort((a, b) => a.due - b.due || a.name.localeCompare(b.name))
}

/** A report that a dose was or was not taken; `at` and `dose_at` in epoch milliseconds. */
export interface IntakeReport {
  name: string
  taken: boolean
  at: number
  /** Due time of the dose, if reported. */
  dose_at: number | null
}

/** Assigns reports to doses, by due time or else to the nearest dose. The latest report wins. */
export function matchReports(
  doses: readonly PlannedDose[],
  reports: readonly IntakeReport[],
): Map<PlannedDose, IntakeReport> {
  const reportOf = new Map<PlannedDose, IntakeReport>()
  const distanceTo = (report: IntakeReport) => (dose: PlannedDose) =>
    Math.abs(dose.due - (report.dose_at ?? report.at))
  for (const report of reports.toSorted((a, b) => a.at - b.at)) {
    const distance = distanceTo(report)
    const [nearest] = doses
      .filter(
        dose => dose.name === report.name && distance(dose) <= (report.dose_at === null ? missedAfterMs : 0),
      )
      // A second report in a row more likely refers to a dose without a report.
      .toSorted((a, b) => Number(reportOf.has(a)) - Number(reportOf.has(b)) || distance(a) - distance(b))
    if (nearest) reportOf.set(nearest, report)
  }
  return reportOf
}

/** The doses of a period with their states. */
export function evaluateDoses(
  schedule: Schedule,
  reports: readonly IntakeReport[],
  { from, to, ...clock }: { from: number; to: number; now: number; heardUntil: number },
): Dose[] {
  const doses = dosesBetween(schedule, from, to)
  const reportOf = matchReports(doses, reports)
  return doses.map(planned => {
    const { due, ...dose } = planned
    const report = reportOf.get(planned)
    return {
      ...dose,
      due_at: new Date(due).toISOString(),
      state: doseStateAt(due, report, clock),
      taken_at: report?.taken ? new Date(report.at).toISOString() : null,
    }
  })
}
