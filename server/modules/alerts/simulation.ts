import type { z } from 'zod'
import type { Findings, Rehearsal } from '#contract/alerts/emergency.ts'
import { type AlertCategory, excludedByCategory } from '#contract/alerts/exclusions.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { noAddress, noOneOnCall } from '#contract/alerts/timeline.ts'
import type { AuthenticatedCall, UserCall } from '#server/kit/call.ts'
import { applyCommand, lockAlert } from './commands.ts'
import { saveRehearsal } from './emergency/queries.ts'
import { type AlertSubject, noExclusion } from './exclusions.ts'
import { effectiveLadder, planLadder } from './ladder.ts'
import { planOnCall } from './on-call/call.ts'
import type { Gap, LeftOut, Plan, PlannedCall } from './planner.ts'
import { raiseAlert } from './raise.ts'

/** Predicted outcome of a call. */
export interface ExpectedOutcome {
  state: 'rehearsed' | 'failed' | 'not_configured'
  answer: string | null
}

export type SimulatedCall = PlannedCall & ExpectedOutcome

/**
 * Runs a plan the way the worker would: failed calls are not repeated, and if a whole step fails, the next step
 * starts immediately.
 * @param expect predicts the outcome of a call
 * @returns the calls in the order and at the times at which they would be made
 */
export function simulatePlan(
  { calls }: Plan,
  expect: (call: PlannedCall) => ExpectedOutcome,
): SimulatedCall[] {
  let waiting = [...calls]
  const made: SimulatedCall[] = []
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
    waiting = advance(waiting, made, call)
  }
  return made
}

/** Brings later steps forward once every call of the step has failed. */
function advance(waiting: PlannedCall[], made: SimulatedCall[], { step, due }: PlannedCall) {
  const later = waiting.filter(call => call.step > step)
  const next = Math.min(...later.map(call => call.step))
  const early = Math.min(...later.map(call => call.due)) - due
  const isStepPending = waiting.some(call => call.step < next)
  const isAnySent = made.some(call => call.step >= step && call.step < next && call.state === 'rehearsed')
  if (later.length === 0 || early <= 0 || isStepPending || isAnySent) return waiting
  return waiting.map(call => ({ ...call, due: call.due - early }))
}

/** Final step that calls the organization's emergency services, added to rehearsals that include them. */
const emergencyServicesStep: LadderStep = {
  who: 'services',
  priority: null,
  role: null,
  schedule_id: null,
  channel: 'voice',
  wait_seconds: 60,
  times: 1,
  every_seconds: 60,
  on_duty: [],
  exclude_relationships: [],
  exclude_ids: [],
}

const callsServices = (steps: readonly LadderStep[]) => steps.some(({ who }) => who === 'services')

interface SimulatedLadder {
  /** Milliseconds since the epoch. */
  startedAt: number
  made: SimulatedCall[]
  gaps: Gap[]
  leftOut: LeftOut[]
  /** Calls to emergency services that the rehearsal does not include. */
  excluded: PlannedCall[]
}

/** Simulates a ladder for an alarm raised now, without notifying anyone. */
export async function simulateLadder(
  { db, request: { log }, services: { channels } }: AuthenticatedCall,
  subject: AlertSubject,
  ladderSteps: readonly LadderStep[],
  { include_emergency_services, category }: Pick<Options, 'include_emergency_services' | 'category'>,
): Promise<SimulatedLadder> {
  const steps =
    include_emergency_services && !callsServices(ladderSteps)
      ? [...ladderSteps, emergencyServicesStep]
      : ladderSteps
  const startedAt = Date.now()
  const relationships = (category && excludedByCategory.get(category)) ?? []
  const exclusion = { ...noExclusion, relationships }
  const planned = await planOnCall(await planLadder(db, subject, steps, startedAt, exclusion), {
    db,
    log,
    subject,
    steps,
    exclusion,
  })
  const isIncluded = ({ step }: { step: number }) =>
    include_emergency_services || steps[step - 1]?.who !== 'services'
  const included = planned.calls.filter(isIncluded)
  const made = simulatePlan({ ...planned, calls: included }, ({ channel, address, recipient }) => {
    if (recipient.kind === 'schedule') return { state: 'failed', answer: noOneOnCall }
    const adapter = channels[channel]
    if (!adapter.configured) return { state: 'not_configured', answer: `${adapter.name} is not configured` }
    return address === null ? { state: 'failed', answer: noAddress } : { state: 'rehearsed', answer: null }
  })
  const { gaps, leftOut } = planned
  return { startedAt, made, gaps, leftOut, excluded: planned.calls.filter(call => !isIncluded(call)) }
}

/** Summarizes a simulation. @param simulate_delays whether waiting times are counted */
export function toFindings(
  { startedAt, made, gaps, leftOut, excluded }: SimulatedLadder,
  { simulate_delays }: { simulate_delays: boolean },
): Findings {
  const minute = (due: number) => (simulate_delays ? Math.round((due - startedAt) / 600) / 100 : 0)
  const reached = made.filter(({ state }) => state === 'rehearsed')
  const isToPeople = ({ recipient }: SimulatedCall) => recipient.kind !== 'schedule'
  return {
    calls: made.filter(isToPeople).map(({ step, channel, recipient, due, state, answer }) => ({
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
      ...made
        .filter(call => !isToPeople(call))
        .map(({ step, due }) => ({ step, minute: minute(due), reason: 'no_one_on_call' as const })),
      ...[...new Map(excluded.map(({ step, due }) => [step, due]))].map(([step, due]) => ({
        step,
        minute: minute(due),
        reason: 'not_included' as const,
      })),
    ].sort((a, b) => a.step - b.step),
    left_out: leftOut.map(({ step, recipient, reason }) => ({
      step,
      recipient_kind: recipient.kind,
      recipient_id: recipient.id,
      recipient: recipient.name,
      reason,
    })),
    reached: new Set(reached.map(({ recipient }) => recipient.id)).size,
    first_reached_minute: reached[0] ? minute(reached[0].due) : null,
    ends_minute: Math.max(0, ...made.map(({ due }) => minute(due))),
    reaches_no_one: reached.length === 0,
  }
}

interface Options {
  simulate_delays: boolean
  include_emergency_services: boolean
  category: AlertCategory | null
}

/**
 * Rehearses a person's ladder without notifying anyone. The result is stored with a test alert that is resolved
 * immediately.
 */
export async function rehearseLadder(
  call: UserCall,
  person: { id: string; organization_id: string },
  options: Options,
): Promise<z.output<typeof Rehearsal>> {
  const { db, actor } = call
  const subject = { organization_id: person.organization_id, person_id: person.id }
  const { id: ladder, name, steps } = await effectiveLadder(db, subject, options.category)
  const simulated = await simulateLadder(call, subject, steps, options)

  const { id } = await raiseAlert(call, {
    ...subject,
    type: 'full_cascade',
    source: actor.role === 'elderly_user' ? 'mobile' : 'operator',
    severity: 'low',
    test: true,
    actor_id: actor.id,
  })
  const message = { title: 'Rehearsal', text: 'A rehearsal notifies no one.', url: '' }
  await saveRehearsal(db, { id, ...subject }, simulated.made, message)
  await applyCommand(db, await lockAlert(db, id), {
    act: 'resolve',
    by: actor.id,
    cause: 'test',
    valid: false,
  })
  return { alert_id: id, test: true, ladder: { id: ladder, name }, ...toFindings(simulated, options) }
}
