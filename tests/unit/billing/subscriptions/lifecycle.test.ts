import { describe, expect, test } from 'vitest'
import { mrrCents, PlanId } from '#contract/billing/plans.ts'
import type { Terms } from '#server/adapters/checkout/checkout.ts'
import { advance, type State, type Step } from '#server/modules/billing/subscriptions/lifecycle.ts'

const at = '2026-01-31T10:00:00.000Z'
const agree = (terms: Partial<Terms> = {}): Step => ({
  type: 'agree',
  terms: {
    plan: 'starter',
    billing_cycle: 'monthly',
    status: 'active',
    cancel_at_period_end: false,
    current_period_start: at,
    current_period_end: '2026-02-28T10:00:00.000Z',
    ...terms,
  },
})
const startTrial: Step = { type: 'start_trial', at }
const expireTrial: Step = { type: 'expire_trial' }
const end: Step = { type: 'end' }
const professional = agree({ plan: 'professional' })
const yearly = agree({ billing_cycle: 'yearly' })

/** Takes the steps one after the other; the movements of each, as `kind delta`. */
function walk(...steps: Step[]): { state: State | null; movements: string[] } {
  let state: State | null = null
  const movements: string[] = []
  for (const step of steps) {
    const next = advance(state, step)
    state = next.state
    movements.push(...next.movements.map(({ kind, mrr_delta_cents }) => `${kind} ${mrr_delta_cents}`))
  }
  return { state, movements }
}

describe('the life of a subscription', () => {
  test.for<[name: string, steps: Step[], status: string | undefined, movements: string[]]>([
    ['a trial begins', [startTrial], 'trial', ['trial_started 0']],
    ['a trial begins once', [startTrial, startTrial], 'trial', ['trial_started 0']],
    ['a trial expires', [startTrial, expireTrial], 'trial_expired', ['trial_started 0', 'trial_expired 0']],
    [
      'a trial is paid',
      [startTrial, professional],
      'active',
      ['trial_started 0', 'trial_converted 0', 'new 3000'],
    ],
    [
      'an expired trial is paid: it did not convert',
      [startTrial, expireTrial, agree()],
      'active',
      ['trial_started 0', 'trial_expired 0', 'new 1000'],
    ],
    ['a plan is paid without a trial', [agree()], 'active', ['new 1000']],
    ['a year counts by its months', [yearly], 'active', ['new 833']],
    ['the plan grows', [agree(), professional], 'active', ['new 1000', 'expansion 2000']],
    ['the plan shrinks', [professional, agree()], 'active', ['new 3000', 'contraction -2000']],
    ['a year is cheaper', [agree(), yearly], 'active', ['new 1000', 'contraction -167']],
    ['it is renewed', [agree(), agree({ current_period_start: at })], 'active', ['new 1000']],
    ['it is to end', [agree(), agree({ cancel_at_period_end: true })], 'active', ['new 1000']],
    ['a payment fails', [agree(), agree({ status: 'past_due' })], 'past_due', ['new 1000']],
    [
      'a failed payment ends it',
      [agree({ status: 'past_due' }), end],
      'cancelled',
      ['new 1000', 'churn -1000'],
    ],
    ['it ends', [professional, end], 'cancelled', ['new 3000', 'churn -3000']],
    ['it ends once', [agree(), end, end], 'cancelled', ['new 1000', 'churn -1000']],
    [
      'it comes back',
      [agree(), end, professional],
      'active',
      ['new 1000', 'churn -1000', 'reactivation 3000'],
    ],
    [
      'who pays has no trial to expire',
      [startTrial, agree(), expireTrial],
      'active',
      ['trial_started 0', 'trial_converted 0', 'new 1000'],
    ],
    ['a trial that is not paid does not end but expire', [startTrial, end], 'trial', ['trial_started 0']],
    ['what never began does not end', [end], undefined, []],
  ])('%s', ([, steps, status, movements]) => {
    expect(walk(...steps)).toMatchObject({ state: status ? { status } : null, movements })
  })

  test('a trial lasts 14 days, and is remembered', () => {
    const { state } = walk(startTrial, agree())
    expect(state?.trial_end).toBe('2026-02-14T10:00:00.000Z')
  })

  test('the scheduled cancellation is cleared once the subscription has ended', () => {
    const { state } = walk(agree({ cancel_at_period_end: true }), end)
    expect(state).toMatchObject({ status: 'cancelled', cancel_at_period_end: false })
  })
})

test('the movements always add up to the MRR, and never below zero', () => {
  const every = [
    startTrial,
    expireTrial,
    end,
    ...PlanId.options.flatMap(plan =>
      (['monthly', 'yearly'] as const).flatMap(billing_cycle => [
        agree({ plan, billing_cycle }),
        agree({ plan, billing_cycle, status: 'past_due' }),
      ]),
    ),
  ]
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  for (let life = 0; life < 500; life++) {
    let state: State | null = null
    let sum = 0
    for (let step = 0; step < 12; step++) {
      const next = advance(state, every[random(every.length)] as Step)
      for (const { mrr_delta_cents } of next.movements) {
        sum += mrr_delta_cents
        expect(sum).toBeGreaterThanOrEqual(0)
      }
      state = next.state
      const pays = state?.status === 'active' || state?.status === 'past_due'
      expect(sum).toBe(state && pays ? mrrCents(state.plan, state.billing_cycle) : 0)
    }
  }
})
