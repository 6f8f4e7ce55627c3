import type { Channel } from '#contract/alerts/alerts.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import type { Language } from '#contract/kit/language.ts'
import { isOnDuty } from './duty.ts'

/** Somebody, or something, that a step calls. */
export interface Recipient {
  kind: 'contact' | 'person' | 'service' | 'webhook'
  id: string | null
  name: string
  /** Where the step's channel reaches them: none, one, or one for each of their browsers. */
  addresses: readonly string[]
  /** What they are told in. */
  language: Language
}

export interface PlannedCall {
  /** Counted from 1. */
  step: number
  channel: Channel
  recipient: Recipient
  /** Null where the channel has nowhere to reach them. */
  address: string | null
  /** Milliseconds since the epoch. */
  due: number
}

/** A step that calls nobody. */
export interface Gap {
  step: number
  due: number
  reason: 'nobody' | 'off_duty'
}

export interface Plan {
  /** In the order in which they are due. */
  calls: PlannedCall[]
  gaps: Gap[]
}

interface Given {
  steps: readonly LadderStep[]
  /** Whom each step calls, in the order of the steps. */
  recipients: readonly (readonly Recipient[])[]
  /** Milliseconds since the epoch. */
  begun: number
  timeZone: string
}

/**
 * Who is called when. Each step begins its wait after the step before began, whether or not that called anybody;
 * whoever is off duty when a call of theirs is due is passed over.
 */
export function plan({ steps, recipients, begun, timeZone }: Given): Plan {
  const calls: PlannedCall[] = []
  const gaps: Gap[] = []
  let begins = begun
  for (const [index, { channel, wait_seconds, times, every_seconds, on_duty }] of steps.entries()) {
    const step = index + 1
    begins += wait_seconds * 1_000
    const called = recipients[index] ?? []
    const dues = Array.from({ length: times }, (_, turn) => begins + turn * every_seconds * 1_000).filter(
      due => isOnDuty(on_duty, due, timeZone),
    )
    if (called.length === 0) gaps.push({ step, due: begins, reason: 'nobody' })
    else if (dues.length === 0) gaps.push({ step, due: begins, reason: 'off_duty' })
    for (const recipient of called) {
      const [first = null, ...others] = recipient.addresses
      for (const address of [first, ...others]) {
        // Calling again does not help where there is nowhere to call.
        const turns = address === null ? dues.slice(0, 1) : dues
        for (const due of turns) calls.push({ step, channel, recipient, address, due })
      }
    }
  }
  // Array.prototype.sort is stable: what is due at once stays in the order of the steps.
  return { calls: calls.sort((a, b) => a.due - b.due), gaps }
}
