import type { MovementKind, SubscriptionStatus } from '#contract/billing/ledger.ts'
import { type BillingCycle, mrrCents, PlanId, priceCents, trialDays } from '#contract/billing/plans.ts'
import { DAY } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import type { Organization, World } from './world.ts'

export type Plan = PlanId
type Cycle = BillingCycle

const plans = PlanId.options
const TRIAL = trialDays * DAY
/** An unpaid invoice ends the subscription after so long. */
const DUNNING = 14 * DAY
/** One report of so many arrives late, by so much. */
const lateOneOf = 7
const lateBy = 3 * DAY

interface Movement {
  kind: MovementKind
  plan: Plan
  cycle: Cycle
  deltaCents: number
  ts: number
}

interface Invoice {
  amountCents: number
  status: 'paid' | 'open' | 'uncollectible'
  start: number
  end: number
  paidAt: number | null
}

/** A billing period in which a customer cancels; its end is null while it runs. */
interface LastPeriod {
  start: number
  end: number | null
}

/** A subscription as its movements have left it. */
export interface Ledger {
  plan: Plan
  cycle: Cycle
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  periodStart: number
  periodEnd: number
  trialEnd: number
  movements: Movement[]
  invoices: Invoice[]
  lastPeriods: LastPeriod[]
}

/** The same day some months later; the last of the month where that has fewer days. */
function addMonths(ts: number, months: number): number {
  const date = new Date(ts)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, last))
}

/** More customers leave after the holidays and before the summer. */
const leaving = [1.5, 1.2, 1, 1, 1, 1.2, 1.3, 1.1, 0.8, 0.8, 0.8, 0.7]

/** One customer's way through trial, payments, changes of plan, leaving and coming back, up to now. */
export function keepLedger(
  random: Random,
  { plan: wanted, signedUpAt, loyal, now }: { plan: Plan; signedUpAt: number; loyal: boolean; now: number },
): Ledger {
  const movements: Movement[] = []
  const invoices: Invoice[] = []
  const lastPeriods: LastPeriod[] = []
  let plan = wanted
  const cycle: Cycle = random.chance(loyal ? 0.5 : 0.22) ? 'yearly' : 'monthly'
  const trialEnd = signedUpAt + TRIAL
  const move = (kind: MovementKind, deltaCents: number, ts: number) =>
    movements.push({ kind, plan, cycle, deltaCents, ts })
  const outcome = (
    status: Ledger['status'],
    periodStart: number,
    periodEnd: number,
    cancelAtPeriodEnd = false,
  ): Ledger => ({
    plan,
    cycle,
    status,
    cancelAtPeriodEnd,
    periodStart,
    periodEnd,
    trialEnd,
    movements,
    invoices,
    lastPeriods,
  })

  move('trial_started', 0, signedUpAt)
  const converts = loyal || random.chance(0.64)
  const convertedAt = trialEnd - Math.floor(random.between(0, 6) * DAY)
  if (!converts && trialEnd <= now) {
    move('trial_expired', 0, trialEnd)
    return outcome('trial_expired', signedUpAt, trialEnd)
  }
  if (!converts || convertedAt > now) return outcome('trial', signedUpAt, trialEnd)
  move('trial_converted', 0, convertedAt)

  let entry: MovementKind = 'new'
  let anchor = convertedAt + 1
  for (;;) {
    move(entry, mrrCents(plan, cycle), anchor)
    let left: { ts: number; start: number; end: number } | undefined
    for (let period = 0; !left; period++) {
      const length = cycle === 'yearly' ? 12 : 1
      const start = addMonths(anchor, period * length)
      const end = addMonths(anchor, (period + 1) * length)
      if (period > 0) {
        const before = mrrCents(plan, cycle)
        const step = random.weighted({ none: loyal ? 85 : 94, up: loyal ? 15 : 3.5, down: loyal ? 0 : 2.5 })
        const towards = plans.indexOf(plan) + { none: 0, up: 1, down: -1 }[step]
        plan = plans[Math.min(Math.max(towards, 0), plans.length - 1)] as Plan
        const delta = mrrCents(plan, cycle) - before
        if (delta !== 0) move(delta > 0 ? 'expansion' : 'contraction', delta, start)
      }
      const amountCents = priceCents(plan, cycle)
      const season = leaving[new Date(start).getUTCMonth()] as number
      const fate = loyal ? 'stays' : random.weighted({ stays: 91.5, leaves: 3.4 * season, fails: 5.1 })
      const recoversAt = random.chance(0.8) ? start + Math.floor(random.between(1, 12) * DAY) : null
      if (fate === 'fails' && (recoversAt ?? start + DUNNING) > now) {
        invoices.push({ amountCents, status: 'open', start, end, paidAt: null })
        return outcome('past_due', start, end)
      }
      if (fate === 'fails' && recoversAt === null) {
        invoices.push({ amountCents, status: 'uncollectible', start, end, paidAt: null })
        left = { ts: start + DUNNING, start, end }
        continue
      }
      const paidAt = fate === 'fails' ? recoversAt : Math.min(start + 90_000, now)
      invoices.push({ amountCents, status: 'paid', start, end, paidAt })
      if (fate === 'leaves') lastPeriods.push({ start, end: end > now ? null : end })
      if (end > now) return outcome('active', start, end, fate === 'leaves')
      if (fate === 'leaves') left = { ts: end, start, end }
    }
    move('churn', -mrrCents(plan, cycle), left.ts)
    const returnsAt = left.ts + Math.floor(random.between(20, 100) * DAY)
    const returns = random.chance(0.22)
    if (!returns || returnsAt > now) return outcome('cancelled', left.start, left.end)
    entry = 'reactivation'
    anchor = returnsAt
  }
}

/** When the customer left for good, as far as is known; Infinity for one who is here. */
export function leftAt({ status, movements }: Ledger): number {
  const last = movements.at(-1)
  return last && (status === 'cancelled' || status === 'trial_expired') ? last.ts : Number.POSITIVE_INFINITY
}

interface Subscribed {
  organization: Organization
  ledger: Ledger
  id: string
  draws: Random
}

function* subscribed({ organizations, random }: World): Generator<Subscribed> {
  for (const organization of organizations) {
    if (!organization.ledger) continue
    const draws = random.fork('subscription', organization.id)
    yield { organization, ledger: organization.ledger, id: uuidv7(organization.createdAt, draws), draws }
  }
}

export const subscriptions = filling(
  'subscriptions',
  [
    'id',
    'organization_id',
    'plan',
    'billing_cycle',
    'status',
    'price_cents',
    'cancel_at_period_end',
    'current_period_start',
    'current_period_end',
    'trial_end',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    for (const { organization, ledger, id } of subscribed(world)) {
      const changedAt = Math.max(ledger.movements.at(-1)?.ts ?? 0, ledger.invoices.at(-1)?.start ?? 0)
      yield [
        id,
        organization.id,
        ledger.plan,
        ledger.cycle,
        ledger.status,
        priceCents(ledger.plan, ledger.cycle),
        ledger.cancelAtPeriodEnd,
        new Date(ledger.periodStart),
        new Date(ledger.periodEnd),
        new Date(ledger.trialEnd),
        new Date(organization.createdAt),
        new Date(changedAt),
      ]
    }
  },
)

export const subscriptionMovements = filling(
  'subscription_movements',
  [
    'id',
    'organization_id',
    'subscription_id',
    'kind',
    'plan',
    'billing_cycle',
    'mrr_delta_cents',
    'ts',
    'recorded_at',
  ],
  function* (world: World): Generator<Row> {
    const midnight = world.now - (world.now % DAY)
    let nth = 0
    for (const { organization, ledger, id, draws } of subscribed(world)) {
      for (const { kind, plan, cycle, deltaCents, ts } of ledger.movements) {
        nth += 1
        // Some reports come late.
        const late = nth % lateOneOf === 0 && ts + lateBy < midnight ? lateBy : 0
        const recorded = new Date(ts + late)
        yield [uuidv7(ts, draws), organization.id, id, kind, plan, cycle, deltaCents, new Date(ts), recorded]
      }
    }
  },
)

export const subscriptionCancellations = filling(
  'subscription_cancellations',
  ['subscription_id', 'organization_id', 'requested_at', 'ended_at', 'recorded_at'],
  function* (world: World): Generator<Row> {
    for (const { organization, ledger, id } of subscribed(world)) {
      const draws = world.random.fork('cancellation', organization.id)
      for (const { start, end } of ledger.lastPeriods) {
        const requestedAt = Math.floor(start + draws.between(0.1, 0.9) * ((end ?? world.now) - start))
        const requested = new Date(requestedAt)
        yield [id, organization.id, requested, end === null ? null : new Date(end), requested]
      }
    }
  },
)

export const invoices = filling(
  'invoices',
  [
    'id',
    'organization_id',
    'subscription_id',
    'number',
    'amount_cents',
    'status',
    'period_start',
    'period_end',
    'issued_at',
    'paid_at',
  ],
  function* (world: World): Generator<Row> {
    const issued = [...subscribed(world)].flatMap(({ organization, ledger, id, draws }) =>
      ledger.invoices.map(invoice => ({ organization, subscriptionId: id, draws, invoice })),
    )
    issued.sort((a, b) => a.invoice.start - b.invoice.start)
    let number = 0
    for (const { organization, subscriptionId, draws, invoice } of issued) {
      number += 1
      const { amountCents, status, start, end, paidAt } = invoice
      yield [
        uuidv7(start, draws),
        organization.id,
        subscriptionId,
        `INV-${new Date(start).getUTCFullYear()}-${String(number).padStart(6, '0')}`,
        amountCents,
        status,
        new Date(start),
        new Date(end),
        new Date(start),
        paidAt === null ? null : new Date(paidAt),
      ]
    }
  },
)
