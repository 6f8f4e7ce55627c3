import { noAddress } from '#contract/alerts/alerts.ts'
import type { Findings } from '#contract/alerts/emergency.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { planFor } from './ladder.ts'
import type { Gap, PlannedCall } from './plan.ts'
import type { Whose } from './recipients.ts'
import { type RehearsedCall, rehearse } from './rehearse.ts'

/** Calls the emergency services of the organization after everybody else; part of a rehearsal that asks for them. */
const services: LadderStep = {
  who: 'services',
  priority: null,
  role: null,
  channel: 'voice',
  wait_seconds: 60,
  times: 1,
  every_seconds: 60,
  on_duty: [],
}

const calls = (steps: readonly LadderStep[]) => steps.some(({ who }) => who === 'services')

interface Walked {
  /** Milliseconds since the epoch. */
  begun: number
  made: RehearsedCall[]
  gaps: Gap[]
  /** Calls of emergency services, which were not asked for. */
  leftOut: PlannedCall[]
}

/** Goes through the steps of a ladder for a person, as if an alarm came at this instant, without calling anybody. */
export async function walk(
  { db, services: { channels } }: KnownCall,
  whose: Whose,
  given: readonly LadderStep[],
  { include_emergency_services }: { include_emergency_services: boolean },
): Promise<Walked> {
  const steps = include_emergency_services && !calls(given) ? [...given, services] : given
  const begun = Date.now()
  const planned = await planFor(db, whose, steps, begun)
  const isIncluded = ({ step }: { step: number }) =>
    include_emergency_services || steps[step - 1]?.who !== 'services'
  const included = planned.calls.filter(isIncluded)
  const made = rehearse({ ...planned, calls: included }, ({ channel, address }) => {
    const by = channels[channel]
    if (!by.configured) return { state: 'not_configured', answer: `${by.name} is not configured` }
    return address === null ? { state: 'failed', answer: noAddress } : { state: 'rehearsed', answer: null }
  })
  return { begun, made, gaps: planned.gaps, leftOut: planned.calls.filter(call => !isIncluded(call)) }
}

/** What was found on the way, as people are told it. @param simulate_delays whether the waits count */
export function findingsOf(
  { begun, made, gaps, leftOut }: Walked,
  { simulate_delays }: { simulate_delays: boolean },
): Findings {
  const minute = (due: number) => (simulate_delays ? Math.round((due - begun) / 600) / 100 : 0)
  const reached = made.filter(({ state }) => state === 'rehearsed')
  return {
    calls: made.map(({ step, channel, recipient, due, state, answer }) => ({
      step,
      minute: minute(due),
      channel,
      recipient_kind: recipient.kind,
      recipient_id: recipient.id,
      recipient: recipient.name,
      state,
      answer,
    })),
    gaps: [
      ...gaps.map(({ step, due, reason }) => ({ step, minute: minute(due), reason })),
      ...[...new Map(leftOut.map(({ step, due }) => [step, due]))].map(([step, due]) => ({
        step,
        minute: minute(due),
        reason: 'not_included' as const,
      })),
    ].sort((a, b) => a.step - b.step),
    reached: new Set(reached.map(({ recipient }) => recipient.id)).size,
    first_reached_minute: reached[0] ? minute(reached[0].due) : null,
    ends_minute: Math.max(0, ...made.map(({ due }) => minute(due))),
    ends_in_nobody: reached.length === 0,
  }
}
