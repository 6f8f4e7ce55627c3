import type { z } from 'zod'
import type { Rehearsal } from '#contract/emergency.ts'
import type { LadderStep } from '#contract/ladders.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import {
  hold,
  ladderOf,
  noAddress,
  perform,
  planFor,
  raiseAlert,
  rehearse,
} from '#server/modules/alerts/index.ts'
import { keepRehearsal } from './queries.ts'

interface Options {
  simulate_delays: boolean
  include_emergency_services: boolean
}

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

/**
 * Plans a person's ladder as for an alarm and goes through it without calling anybody. What it finds is kept with an
 * alert marked as a test, which is over at once.
 */
export async function rehearseFor(
  call: SignedInCall,
  person: { id: string; organization_id: string },
  { simulate_delays, include_emergency_services }: Options,
): Promise<z.output<typeof Rehearsal>> {
  const { db, actor } = call
  const { channels } = call.services
  const whose = { organization_id: person.organization_id, person_id: person.id }
  const { id: ladder, name, steps: own } = await ladderOf(db, whose)
  const steps = include_emergency_services && !calls(own) ? [...own, services] : own
  const begun = Date.now()
  const minute = (due: number) => (simulate_delays ? Math.round((due - begun) / 600) / 100 : 0)
  const planned = await planFor(db, whose, steps, begun)
  const isIncluded = ({ step }: { step: number }) =>
    include_emergency_services || steps[step - 1]?.who !== 'services'
  const included = planned.calls.filter(isIncluded)
  const made = rehearse({ ...planned, calls: included }, ({ channel, address }) => {
    const by = channels[channel]
    if (!by.configured) return { state: 'not_configured', answer: `${by.name} is not configured` }
    return address === null ? { state: 'failed', answer: noAddress } : { state: 'rehearsed', answer: null }
  })

  const { id } = await raiseAlert(call, {
    ...whose,
    type: 'full_cascade',
    source: actor.role === 'elderly_user' ? 'mobile' : 'operator',
    severity: 'low',
    test: true,
    actor_id: actor.id,
  })
  const message = { title: 'Rehearsal', text: 'A rehearsal calls nobody.', url: '' }
  await keepRehearsal(db, { id, ...whose }, made, message)
  await perform(db, await hold(db, id), { act: 'resolve', by: actor.id, cause: 'test', valid: false })

  const leftOut = planned.calls.filter(planned => !isIncluded(planned))
  const reached = made.filter(({ state }) => state === 'rehearsed')
  return {
    alert_id: id,
    test: true,
    ladder: { id: ladder, name },
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
      ...planned.gaps.map(({ step, due, reason }) => ({ step, minute: minute(due), reason })),
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
