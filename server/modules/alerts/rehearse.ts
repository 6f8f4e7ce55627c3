import type { Plan, PlannedCall } from './plan.ts'

/** What would become of a call. */
export interface Expected {
  state: 'rehearsed' | 'failed' | 'not_configured'
  answer: string | null
}

export type RehearsedCall = PlannedCall & Expected

/**
 * Goes through a plan as the worker would: a call that reaches nobody is not repeated, and where the whole of a step
 * reaches nobody the ladder goes on at once.
 * @param expect what would become of a call
 * @returns the calls with the instants at which they would be made, in that order
 */
export function rehearse({ calls }: Plan, expect: (call: PlannedCall) => Expected): RehearsedCall[] {
  let waiting = [...calls]
  const made: RehearsedCall[] = []
  while (waiting.length > 0) {
    const [call, ...rest] = waiting as [PlannedCall, ...PlannedCall[]]
    waiting = rest
    const expected = expect(call)
    made.push({ ...call, ...expected })
    if (expected.state === 'rehearsed') continue
    waiting = waiting.filter(
      ({ step, recipient, address }) =>
        step !== call.step || recipient.id !== call.recipient.id || address !== call.address,
    )
    waiting = broughtForward(waiting, made, call)
  }
  return made
}

function broughtForward(waiting: PlannedCall[], made: RehearsedCall[], { step, due }: PlannedCall) {
  const later = waiting.filter(call => call.step > step)
  const next = Math.min(...later.map(call => call.step))
  const early = Math.min(...later.map(call => call.due)) - due
  const isUnderWay = waiting.some(call => call.step < next)
  const isReached = made.some(call => call.step >= step && call.step < next && call.state === 'rehearsed')
  if (later.length === 0 || early <= 0 || isUnderWay || isReached) return waiting
  return waiting.map(call => ({ ...call, due: call.due - early }))
}
