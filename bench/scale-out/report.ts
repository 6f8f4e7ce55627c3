import { type Measured, percentile } from '../harness.ts'

/** What happened in one round of a fault, as a line of a file of results. */
export interface Outcome {
  fault: string
  /** ISO 8601. */
  at: string
  /** Whether calls may be refused meanwhile. */
  mayRefuse: boolean
  calls: number
  failed: number
  /** Milliseconds from the fault to the end of the last failed call. */
  recoveryMs: number
  writes: number
  lostWrites: number
  alarms: number
  lostAlarms: number
  /** Alarms that were called more than once. */
  calledAgain: number
  /** Maximum of the milliseconds from the acknowledgement of an alarm to its call. */
  alarmMs: number
  /** Milliseconds until the product showed the fault; null if it did not, absent if it cannot be seen. */
  shownMs?: number | null
}

/** Maximum time in milliseconds for which calls may fail. */
const maxRecoveryMs = 60_000
/** Maximum time in milliseconds until a fault is shown. */
const maxShownMs = 10_000
/** Maximum delay of an alarm in milliseconds: an instance may take it along, and its lease is 45 s. */
const maxAlarmMs = { whereRefused: 60_000, otherwise: 10_000 }

const sum = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0)

const max = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number) =>
  Math.max(0, ...outcomes.map(of))

function shownWithin(outcomes: readonly Outcome[]): number | string {
  const times = outcomes.flatMap(({ shownMs }) => (shownMs === undefined ? [] : [shownMs]))
  if (times.length === 0) return ''
  const missed = times.filter(time => time === null).length
  return missed > 0 ? `${missed} × not shown` : Math.max(...times.map(Number))
}

/** One row for each fault. */
export function tableOf(outcomes: readonly Outcome[]): Measured[] {
  return [...Map.groupBy(outcomes, ({ fault }) => fault)].map(([fault, rounds]) => ({
    fault,
    rounds: rounds.length,
    writes: sum(rounds, ({ writes }) => writes),
    lost: sum(rounds, ({ lostWrites }) => lostWrites),
    alarms: sum(rounds, ({ alarms }) => alarms),
    'alarms lost': sum(rounds, ({ lostAlarms }) => lostAlarms),
    'called again': sum(rounds, ({ calledAgain }) => calledAgain),
    'called after max ms': max(rounds, ({ alarmMs }) => alarmMs),
    'recovered p50 ms': percentile(
      rounds.map(({ recoveryMs }) => recoveryMs),
      0.5,
    ),
    'max ms': max(rounds, ({ recoveryMs }) => recoveryMs),
    'failed %':
      Math.round((10_000 * sum(rounds, ({ failed }) => failed)) / sum(rounds, ({ calls }) => calls)) / 100,
    'shown after max ms': shownWithin(rounds),
  }))
}

/** The promises that a round breaks. */
function brokenIn(outcome: Outcome): string[] {
  const { fault, at, mayRefuse, lostWrites, lostAlarms, recoveryMs, failed, alarmMs, shownMs } = outcome
  const broken: string[] = []
  if (lostWrites > 0) broken.push(`${lostWrites} acknowledged writes lost`)
  if (lostAlarms > 0) broken.push(`${lostAlarms} alarms lost`)
  if (recoveryMs > maxRecoveryMs) broken.push(`calls failed for ${recoveryMs} ms`)
  if (!mayRefuse && failed > 0) broken.push(`${failed} calls failed`)
  if (alarmMs > (mayRefuse ? maxAlarmMs.whereRefused : maxAlarmMs.otherwise))
    broken.push(`an alarm was called after ${alarmMs} ms`)
  if (shownMs === null) broken.push('it was not shown')
  if (Number(shownMs ?? 0) > maxShownMs) broken.push(`it was shown after ${shownMs} ms`)
  return broken.map(promise => `${fault}, ${at}: ${promise}`)
}

/** The promises that the rounds break. */
export const brokenBy = (outcomes: readonly Outcome[]): string[] => outcomes.flatMap(brokenIn)
