import type { Provider, SubscriptionReport } from '#server/adapters/checkout/checkout.ts'
import { advance, type Movement, type State, type Step } from './lifecycle.ts'

/** The provider's side of a subscription. */
export interface ProviderLink {
  provider: Provider
  external_id: string
  customer_id: string | null
  payment_method: string | null
  /** Time of the latest applied report by the provider's clock; ISO 8601 with Z. */
  reported_at: string | null
  reported_rank: number
}

/** The stored data of a step. */
type StepData =
  /** Initial state of a subscription that predates stored steps. */
  | { type: 'stand'; state: State; holding: ProviderLink }
  | Extract<Step, { type: 'start_trial' | 'expire_trial' }>
  | {
      type: 'report'
      provider: Provider
      report: Pick<
        SubscriptionReport,
        'externalId' | 'customerId' | 'paymentMethod' | 'terms' | 'isOver' | 'rank'
      >
    }

export interface StoredStep {
  id: string
  /** Event time; ISO 8601 with Z. */
  at: string
  rank: number
  step: StepData
}

/** `stale`: about an ended subscription. `ignored`: about a subscription other than the active one. */
export type ReportOutcome = 'applied' | 'stale' | 'ignored'

export interface DatedMovement extends Movement, Pick<State, 'plan' | 'billing_cycle'> {
  /** Unique: source step and kind. */
  event_key: string
  ts: string
}

/** The time in which a subscription was set to end with its period. */
export interface Cancellation {
  requested_at: string
  /** When it ended or the cancellation was withdrawn; null while it is set to end. */
  ended_at: string | null
}

interface History {
  state: State | null
  holding: ProviderLink | null
  movements: DatedMovement[]
  cancellations: Cancellation[]
  outcomes: Map<string, ReportOutcome>
}

const periodOf = ({ step }: StoredStep) =>
  step.type === 'report' ? step.report.terms.current_period_start : ''
const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
/** Orders steps by event time, whatever the order of arrival. */
export const compareSteps = (one: StoredStep, other: StoredStep) =>
  compare(one.at, other.at) ||
  compare(one.rank, other.rank) ||
  compare(periodOf(one), periodOf(other)) ||
  compare(one.id, other.id)

const isRunning = (state: Pick<State, 'status'> | null | undefined) =>
  state?.status === 'active' || state?.status === 'past_due'

type Reported = Extract<StepData, { type: 'report' }>['report']

const isCancelling = (state: State | null) => isRunning(state) && state?.cancel_at_period_end === true

/** Adds what a change at an instant means for the times in which a subscription was set to end. */
function noteCancellation(
  cancellations: Cancellation[],
  [before, after]: readonly [before: boolean, after: boolean],
  at: string,
) {
  const last = cancellations.at(-1)
  if (after && !before) {
    if (last?.ended_at === at) last.ended_at = null
    else cancellations.push({ requested_at: at, ended_at: null })
  } else if (before && !after && last && last.ended_at === null) {
    if (last.requested_at === at) cancellations.pop()
    else last.ended_at = at
  }
}

/** Converts a report to lifecycle steps. If the end arrives first, the start is implied. */
function stepsOf({ terms, isOver }: Reported, state: State | null): Step[] {
  const agree: Step = { type: 'agree', terms }
  if (!isOver) return [agree]
  return isRunning(state) ? [{ type: 'end' }] : [agree, { type: 'end' }]
}

/**
 * Replays the steps of a subscription; the result does not depend on their order of arrival. An ended provider
 * subscription never restarts; while one is active, reports about others are ignored.
 * @param since time of the last movement that did not result from a step; movements are not dated before it
 */
export function replay(steps: readonly StoredStep[], since = ''): History {
  const history: History = {
    state: null,
    holding: null,
    movements: [],
    cancellations: [],
    outcomes: new Map(),
  }
  const over = new Set<string>()
  let latest = since
  const notBefore = (at: string) => (at > latest ? at : latest)

  function go({ id, at }: StoredStep, step: Step) {
    const { state, movements } = advance(history.state, step)
    history.state = state
    if (!state || movements.length === 0) return
    latest = notBefore(at)
    const { plan, billing_cycle } = state
    for (const movement of movements)
      history.movements.push({
        ...movement,
        plan,
        billing_cycle,
        event_key: `${id}/${movement.kind}`,
        ts: latest,
      })
  }

  function applyReport(stored: StoredStep, provider: Provider, report: Reported): ReportOutcome {
    const { externalId, isOver } = report
    const wasOver = over.has(externalId)
    if (isOver) over.add(externalId)
    if (wasOver) return 'stale'
    if (isRunning(history.state) && history.holding?.external_id !== externalId) return 'ignored'
    const wasCancelling = isCancelling(history.state)
    for (const step of stepsOf(report, history.state)) go(stored, step)
    const at = notBefore(stored.at)
    noteCancellation(history.cancellations, [wasCancelling, isCancelling(history.state)], at)
    history.holding = {
      provider,
      external_id: externalId,
      customer_id: report.customerId,
      payment_method: report.paymentMethod,
      reported_at: stored.at,
      reported_rank: stored.rank,
    }
    return 'applied'
  }

  for (const stored of [...steps].sort(compareSteps)) {
    const { step } = stored
    if (step.type === 'stand') {
      history.state = step.state
      history.holding = step.holding
      if (step.state.status === 'cancelled') over.add(step.holding.external_id)
    } else if (step.type === 'report') {
      history.outcomes.set(stored.id, applyReport(stored, step.provider, step.report))
    } else go(stored, step)
  }
  return history
}
