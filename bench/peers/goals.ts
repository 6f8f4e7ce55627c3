import type { Measured } from '../harness.ts'
import type { CallName } from './calls.ts'

/** Goals for 100,000 devices, 1,000,000 activity logs and 32 connections; ADR 77 explains how they are judged. */
interface Goal {
  /** Multiple of the rate of bare Fastify in the same run. */
  ratio: number
  /** Calls per second on the machine on which the goals were set: two cores. */
  rate: number
}

export const goals: Record<CallName, Goal> = {
  'list page': { ratio: 3.5, rate: 2_073 },
  'filtered list': { ratio: 4.9, rate: 2_041 },
  'page in the middle': { ratio: 19.7, rate: 2_013 },
  'filtered activity log': { ratio: 4.7, rate: 1_500 },
  'one record': { ratio: 0.4, rate: 8_000 },
  create: { ratio: 0.29, rate: 2_000 },
  update: { ratio: 0.24, rate: 2_000 },
}

/** Resident memory after the load in MiB. */
export const memoryGoal = 300

/** The goals are for this many rows; lists of fewer are no match for them. */
export const judgedFrom = { rows: 100_000, logs: 1_000_000 }

const word = (isMet: boolean) => (isMet ? 'met' : 'missed')

/**
 * The goal of a call, and whether it is met. Only the ratio is judged: the rate is that of one machine.
 * @param ours calls per second
 * @param bare calls per second of bare Fastify
 */
export function judge(name: CallName, ours: number | undefined, bare: number | undefined): Measured {
  const { ratio, rate } = goals[name]
  if (ours === undefined || bare === undefined) return {}
  return {
    'ours ÷ bare': Number((ours / bare).toPrecision(2)),
    goal: `≥ ${ratio}`,
    judged: word(ours / bare >= ratio),
    'on the machine of the goals': `≥ ${rate}/s ${word(ours >= rate)}`,
  }
}

/** The goal of the memory, and whether it is met. */
export const judgeMemory = (mib: number): Measured => ({
  goal: `≤ ${memoryGoal}`,
  judged: word(mib <= memoryGoal),
})
