import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mrrCents, PlanId } from '#contract/billing/plans.ts'
import { replay, type StoredStep } from '#server/modules/billing/subscriptions/history.ts'

const start = Date.UTC(2026, 0, 1)
const onDay = (day: number) => new Date(start + day * 86_400_000).toISOString()

interface Told {
  plan?: PlanId
  yearly?: boolean
  status?: 'active' | 'past_due'
  isOver?: boolean
  cancels?: boolean
  externalId?: string
  rank?: number
}

const report = (
  id: string,
  day: number,
  {
    plan = 'starter',
    yearly = false,
    status = 'active',
    isOver = false,
    cancels = false,
    externalId = 'sub_1',
    rank,
  }: Told = {},
): StoredStep => ({
  id,
  at: onDay(day),
  rank: rank ?? (isOver ? 2 : 1),
  step: {
    type: 'report',
    provider: 'stripe',
    report: {
      externalId,
      customerId: 'cus_1',
      paymentMethod: null,
      isOver,
      rank: rank ?? 1,
      terms: {
        plan,
        billing_cycle: yearly ? 'yearly' : 'monthly',
        status,
        cancel_at_period_end: cancels,
        current_period_start: onDay(0),
        current_period_end: onDay(31),
      },
    },
  },
})

const trial: StoredStep = {
  id: 'trial',
  at: onDay(-14),
  rank: 0,
  step: { type: 'start_trial', at: onDay(-14) },
}
const expiry: StoredStep = { id: 'expiry', at: onDay(0), rank: 1, step: { type: 'expire_trial' } }

/** The movements, as `kind delta`, of steps that were told in this order. */
const moved = (...steps: StoredStep[]) =>
  replay(steps).movements.map(
    ({ kind, mrr_delta_cents, ts }) => `${ts.slice(5, 10)} ${kind} ${mrr_delta_cents}`,
  )

test('a late report is inserted at its time', () => {
  const [begun, grown, more] = [
    report('1', 1),
    report('2', 2, { plan: 'professional' }),
    report('3', 3, { plan: 'enterprise' }),
  ]
  expect(moved(begun, more)).toEqual(['01-02 new 1000', '01-04 expansion 19000'])
  expect(moved(begun, more, grown)).toEqual([
    '01-02 new 1000',
    '01-03 expansion 2000',
    '01-04 expansion 17000',
  ])
})

test('a trial whose payment is reported after its end did convert', () => {
  const paid = report('1', -1)
  expect(moved(trial, expiry)).toEqual(['12-18 trial_started 0', '01-01 trial_expired 0'])
  expect(moved(trial, expiry, paid)).toEqual([
    '12-18 trial_started 0',
    '12-31 trial_converted 0',
    '12-31 new 1000',
  ])
})

test('a subscription that has ended never restarts, and a second one is ignored while one runs', () => {
  const ended = [report('1', 1), report('2', 2, { isOver: true })]
  expect(moved(...ended, report('3', 3))).toEqual(moved(...ended))
  const { outcomes } = replay([report('1', 1), report('2', 2, { externalId: 'sub_2' })])
  expect(Object.fromEntries(outcomes)).toEqual({ 1: 'applied', 2: 'ignored' })
  expect(moved(...ended, report('3', 3, { externalId: 'sub_2' }))).toContain('01-04 reactivation 1000')
})

test('no movement is dated before existing ones', () => {
  const { movements } = replay([report('1', 1)], onDay(5))
  expect(movements.map(({ ts }) => ts)).toEqual([onDay(5)])
})

const someReport = fc.record({
  day: fc.integer({ min: -20, max: 20 }),
  told: fc.record({
    plan: fc.constantFrom(...PlanId.options),
    yearly: fc.boolean(),
    status: fc.constantFrom('active' as const, 'past_due' as const),
    isOver: fc.boolean(),
    externalId: fc.constantFrom('sub_1', 'sub_2'),
    rank: fc.integer({ min: 0, max: 2 }),
  }),
})
/** A life, of which some was lost, some is told again, and all of it in another order. */
const lives = fc
  .array(someReport, { maxLength: 8 })
  .map(told => [trial, expiry, ...told.map(({ day, told }, at) => report(`evt_${at}`, day, told))])
  .chain(steps => fc.subarray(steps))
  .chain(steps =>
    fc.record({ steps: fc.constant(steps), mixed: fc.shuffledSubarray(steps, { minLength: steps.length }) }),
  )

test('any order gives the same result, and the movements always add up to the MRR', () => {
  fc.assert(
    fc.property(lives, ({ steps, mixed }) => {
      const history = replay(steps)
      const other = replay(mixed)
      expect(other).toEqual(history)
      let sum = 0
      let last = ''
      for (const { mrr_delta_cents, ts } of history.movements) {
        sum += mrr_delta_cents
        expect(sum).toBeGreaterThanOrEqual(0)
        expect(ts >= last).toBe(true)
        last = ts
      }
      const { state } = history
      const pays = state?.status === 'active' || state?.status === 'past_due'
      expect(sum).toBe(state && pays ? mrrCents(state.plan, state.billing_cycle) : 0)
      const keys = history.movements.map(({ event_key }) => event_key)
      expect(new Set(keys).size).toBe(keys.length)
    }),
    { numRuns: 2_000 },
  )
})

/** The times in which a subscription was set to end, as days of January. */
const cancelled = (...steps: StoredStep[]) =>
  replay(steps).cancellations.map(({ requested_at, ended_at }) =>
    [requested_at, ended_at].map(at => at?.slice(5, 10) ?? null),
  )

test('a cancellation lasts from the request until the end or its withdrawal', () => {
  const begun = report('1', 1)
  const asked = report('2', 5, { cancels: true })
  const again = report('3', 8, { cancels: true, plan: 'professional' })
  expect(cancelled(begun, asked)).toEqual([['01-06', null]])
  expect(cancelled(begun, asked, again)).toEqual([['01-06', null]])
  expect(cancelled(begun, asked, again, report('4', 31, { isOver: true }))).toEqual([['01-06', '02-01']])
  const [withdrawn, asks] = [report('4', 9), report('5', 12, { cancels: true })]
  expect(cancelled(begun, asked, withdrawn, asks)).toEqual([
    ['01-06', '01-10'],
    ['01-13', null],
  ])
  // Told late, in another order.
  expect(cancelled(asks, withdrawn, begun, asked)).toEqual(cancelled(begun, asked, withdrawn, asks))
})

test('a cancellation withdrawn at the moment of its request, or renewed at that of its withdrawal, is no gap', () => {
  const begun = report('1', 1)
  expect(cancelled(begun, report('2', 5, { cancels: true, rank: 1 }), report('3', 5, { rank: 2 }))).toEqual(
    [],
  )
  expect(
    cancelled(
      begun,
      report('2', 5, { cancels: true }),
      report('3', 9, { rank: 1 }),
      report('4', 9, { cancels: true, rank: 2 }),
    ),
  ).toEqual([['01-06', null]])
})

test('a cancellation of another subscription than the running one is not one of it', () => {
  const other = report('2', 5, { cancels: true, externalId: 'sub_2' })
  expect(cancelled(report('1', 1), other)).toEqual([])
})

test('a cancellation that was requested before steps were stored has no known time', () => {
  const known = report('1', 1, { cancels: true })
  const stand: StoredStep = {
    id: 'stand',
    at: onDay(0),
    rank: 0,
    step: {
      type: 'stand',
      state: {
        ...(known.step as { report: { terms: object } }).report.terms,
        price_cents: 1000,
        trial_end: null,
      } as never,
      holding: {
        provider: 'stripe',
        external_id: 'sub_1',
        customer_id: null,
        payment_method: null,
        reported_at: null,
        reported_rank: 0,
      },
    },
  }
  expect(cancelled(stand, known, report('2', 9))).toEqual([])
  expect(cancelled(stand, known, report('2', 9), report('3', 12, { cancels: true }))).toEqual([
    ['01-13', null],
  ])
})
