import { setTimeout as pause } from 'node:timers/promises'
import { type SystemStatus, system } from '#contract/platform/system.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import type { Call, Load } from './load.ts'
import { until } from './machine.ts'
import type { Outcome } from './report.ts'

/** Without a fault, a call that takes longer counts as failed. */
const maxCallMs = 5_000
/** Milliseconds of load before and after each fault. */
const calmMs = 1_000
/** Milliseconds between two questions whether a fault is shown, and until one is given up. */
const [askingMs, answerMs] = [250, 3_000]

/** A round before it is known what was lost. */
export interface Round {
  fault: Fault
  at: string
  from: number
  to: number
  recoveryMs: number
  calls: Call[]
  shownMs?: number | null
}

const isOk = ({ status, begun, ended }: Call) => status >= 200 && status < 300 && ended - begun <= maxCallMs

export const failed = (calls: readonly Call[]) => calls.filter(call => !isOk(call))

/** Asks for the status until it shows a fault. @returns the milliseconds; null if it was stopped before */
async function watchStatus(
  url: string,
  token: string,
  isShown: (status: SystemStatus | null) => boolean,
  stopping: AbortSignal,
): Promise<number | null> {
  for (const begun = performance.now(); !stopping.aborted; await pause(askingMs)) {
    const status = await fetch(`${url}${system.status.path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerMs),
    })
      .then(async answer => (answer.ok ? ((await answer.json()) as SystemStatus) : null))
      .catch(() => null)
    if (isShown(status)) return Math.round(performance.now() - begun)
  }
  return null
}

async function causeAndWatch(fault: Fault, round: number, token: string): Promise<number | null | undefined> {
  const { shown } = fault
  const stopping = new AbortController()
  const watching = shown && watchStatus(shown.at(round), token, shown.by, stopping.signal)
  try {
    await fault.cause(round)
  } finally {
    stopping.abort()
  }
  return watching
}

/** Causes a fault under load and waits until it is over. */
export async function runRound(
  fault: Fault,
  round: number,
  token: string,
  cluster: Cluster,
  load: Load,
): Promise<Round> {
  await pause(calmMs)
  const at = new Date().toISOString()
  const from = performance.now()
  const shownMs = await causeAndWatch(fault, round, token)
  await cluster.healthy()
  const repaired = performance.now()
  const succeeded = (kind: Call['kind']) =>
    load.calls.some(call => call.kind === kind && call.begun > repaired && isOk(call))
  await until('writes and alarms succeed again', () => succeeded('write') && succeeded('alarm'))
  await pause(calmMs)
  const calls = load.calls.filter(({ ended }) => ended >= from)
  const last = Math.max(from, ...failed(calls).map(({ ended }) => ended))
  return {
    fault,
    at,
    from,
    to: performance.now(),
    recoveryMs: Math.round(last - from),
    calls,
    ...(shownMs !== undefined && { shownMs }),
  }
}

/** Adds to the rounds what was lost in each of them, after waiting for the last alarms. */
export async function settle(rounds: readonly Round[], load: Load): Promise<Outcome[]> {
  const lostWrites = await load.findLostWrites()
  const { lost, repeated, delays } = await load.findAlarms()
  return rounds.map(({ fault, at, from, to, recoveryMs, calls, shownMs }) => {
    const within = (keys: Iterable<string>, times: Map<string, number>) =>
      [...keys].filter(key => {
        const time = times.get(key) ?? Number.NaN
        return from - calmMs <= time && time <= to
      })
    const alarms = within(load.alarms.keys(), load.alarms)
    return {
      fault: fault.title,
      at,
      mayRefuse: fault.mayRefuse,
      calls: calls.length,
      failed: failed(calls).length,
      recoveryMs,
      writes: within(load.writes.keys(), load.writes).length,
      lostWrites: within(lostWrites, load.writes).length,
      alarms: alarms.length,
      lostAlarms: within(lost, load.alarms).length,
      calledAgain: within(repeated, load.alarms).length,
      alarmMs: Math.round(Math.max(0, ...alarms.map(key => delays.get(key) ?? 0))),
      ...(shownMs !== undefined && { shownMs }),
    }
  })
}
