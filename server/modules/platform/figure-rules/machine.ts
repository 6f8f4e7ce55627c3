import { type FigureCondition, isChange } from '#contract/platform/figure-conditions.ts'
import type { NoticeKind } from '#contract/platform/figure-rule-history.ts'
import type { RuleReason, RuleState } from '#contract/platform/figure-rules.ts'

/** A figure in one period, and in the one before where a condition compares them. */
export interface Reading {
  value: number | null
  /** Rows of the part that has most. */
  rows: number
  previous?: { value: number | null; rows: number }
}

/** A reading compared with a condition; `between`: the threshold is not crossed, but the rule has not recovered either. */
export interface Verdict {
  outcome: 'breach' | 'between' | 'clear' | 'no_data' | 'error'
  /** What was compared with the threshold. */
  measured: number | null
  reason: RuleReason | null
}

const nothing = (reason: RuleReason): Verdict => ({ outcome: 'no_data', measured: null, reason })

/** The verdict of a check that could not read the figure. */
export const failure = (reason: RuleReason): Verdict => ({ outcome: 'error', measured: null, reason })

/** A change in the direction that a condition is about; null if there is nothing to compare with. */
function changeOf({ kind, by }: FigureCondition, value: number, previous: number): number | null {
  if (by === 'percent' && previous === 0) return null
  const change = kind === 'rises' ? value - previous : previous - value
  return by === 'percent' ? (100 * change) / Math.abs(previous) : change
}

/** Compares a reading with a condition. @param minRows rows that each period must have */
export function judge(condition: FigureCondition, reading: Reading, minRows: number): Verdict {
  const { kind, recovery } = condition
  const { value, rows, previous } = reading
  if (kind === 'missing')
    return {
      outcome: rows === 0 ? 'breach' : 'clear',
      measured: rows,
      reason: rows === 0 ? 'too_few_rows' : null,
    }
  if (rows < minRows) return nothing('too_few_rows')
  if (value === null || condition.value === null) return nothing('no_value')
  let measured: number | null = value
  if (isChange(kind)) {
    if (previous === undefined || previous.value === null) return nothing('no_previous')
    if (previous.rows < minRows) return nothing('too_few_rows')
    measured = changeOf(condition, value, previous.value)
    if (measured === null) return nothing('no_previous')
  }
  const level = recovery ?? condition.value
  const isBreach = kind === 'below' ? measured < condition.value : measured > condition.value
  const isClear = kind === 'below' ? measured >= level : measured <= level
  return { outcome: isBreach ? 'breach' : isClear ? 'clear' : 'between', measured, reason: null }
}

/** What a rule remembers from check to check. */
export interface Memory {
  state: RuleState
  /** Consecutive checks in which the condition held. */
  streak: number
  /** From the time it fires until it recovers: neither missing data nor errors end it. */
  isFiring: boolean
}

export const initial: Memory = { state: 'unchecked', streak: 0, isFiring: false }

interface Step {
  memory: Memory
  /** Whether the rule began to fire, recovered, or cannot be checked any more. */
  notice: Exclude<NoticeKind, 'reminder'> | null
}

/** The next state of a rule. @param hold consecutive checks in which the condition must hold before it fires */
export function step(before: Memory, outcome: Verdict['outcome'], hold: number): Step {
  const { isFiring } = before
  const to = (state: RuleState, notice: Step['notice'] = null, streak = 0, firing = isFiring): Step => ({
    memory: { state, streak, isFiring: firing },
    notice,
  })
  switch (outcome) {
    case 'error':
      return to('error', before.state === 'error' ? null : 'error')
    case 'no_data':
      return to('no_data')
    case 'breach': {
      const streak = Math.min(before.streak + 1, hold)
      if (isFiring) return to('firing', null, streak)
      return streak < hold ? to('pending', null, streak) : to('firing', 'firing', streak, true)
    }
    case 'between':
      return to(isFiring ? 'firing' : 'ok')
    case 'clear':
      return isFiring ? to('ok', 'recovered', 0, false) : to('ok')
  }
}
