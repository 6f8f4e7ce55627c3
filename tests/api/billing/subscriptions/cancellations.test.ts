import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { replay, type StoredStep } from '#server/modules/billing/subscriptions/history.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { test } from '#tests/fixtures/api.ts'
import { customer } from '#tests/fixtures/ledger.ts'
import { subscribe } from '#tests/fixtures/subscriptions.ts'

const start = Date.UTC(2026, 0, 1)
const onDay = (day: number) => new Date(start + day * 86_400_000).toISOString()

const report = fc.record({
  day: fc.integer({ min: 1, max: 8 }),
  rank: fc.integer({ min: 0, max: 2 }),
  externalId: fc.constantFrom('sub_1', 'sub_2'),
  isOver: fc.boolean(),
  cancels: fc.boolean(),
  period: fc.integer({ min: 0, max: 2 }),
})

/** Steps as they are stored: maybe a trial or the state of before, and reports about two subscriptions. */
const histories = fc
  .tuple(fc.constantFrom('none', 'trial', 'stand', 'stand over'), fc.array(report, { maxLength: 12 }))
  .map(([first, reports]): StoredStep[] => {
    const terms = (cancels: boolean, period: number) => ({
      plan: 'starter' as const,
      billing_cycle: 'monthly' as const,
      status: 'active' as const,
      cancel_at_period_end: cancels,
      current_period_start: onDay(period),
      current_period_end: onDay(31),
    })
    const link = { customer_id: null, payment_method: null, reported_at: null, reported_rank: 0 }
    const steps = reports.map(({ day, rank, externalId, isOver, cancels, period }, index): StoredStep => {
      const report = {
        externalId,
        isOver,
        rank,
        customerId: null,
        paymentMethod: null,
        terms: terms(cancels, period),
      }
      return {
        id: `step_${index}`,
        at: onDay(day),
        rank,
        step: { type: 'report', provider: 'stripe', report },
      }
    })
    if (first === 'trial')
      steps.push({ id: 'trial', at: onDay(0), rank: 0, step: { type: 'start_trial', at: onDay(0) } })
    if (first.startsWith('stand')) {
      const status = first === 'stand' ? 'active' : 'cancelled'
      const state = { ...terms(first === 'stand', 0), status, price_cents: 1000, trial_end: null } as const
      const holding = { ...link, provider: 'stripe' as const, external_id: 'sub_1' }
      steps.push({ id: 'stand', at: onDay(0), rank: 0, step: { type: 'stand', state, holding } })
    }
    return steps
  })

test('the migration finds the cancellations of the steps stored before it', async ({ api: { db } }) => {
  const file = new URL(
    '../../../../server/db/migrations/0107_subscription_cancellations.sql',
    import.meta.url,
  )
  const text = await readFile(file, 'utf8')
  const fill = text.slice(text.indexOf('do $$'))
  expect(fill).toContain('end $$;')
  await fc.assert(
    fc.asyncProperty(
      fc.array(histories, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', onDay(4)),
      async (of, since) => {
        const expected: unknown[] = []
        const ids: string[] = []
        try {
          for (const steps of of) {
            const { subscriptionId } = await customer({ db }, { moves: since ? [['new', since, 1000]] : [] })
            ids.push(subscriptionId)
            for (const { id, at, rank, step } of steps)
              await db
                .insertInto('subscription_steps')
                .values({
                  id: `${subscriptionId}_${id}`,
                  subscription_id: subscriptionId,
                  at,
                  rank,
                  step: JSON.stringify(step),
                })
                .execute()
            const { cancellations } = replay(
              steps.map(step => ({ ...step, id: `${subscriptionId}_${step.id}` })),
              since,
            )
            for (const cancellation of cancellations)
              expected.push({ subscription_id: subscriptionId, ...cancellation })
          }
          await sql.raw(fill).execute(db)
          const found = await db
            .selectFrom('subscription_cancellations')
            .select(['subscription_id', 'requested_at', 'ended_at'])
            .where('subscription_id', 'in', ids)
            .orderBy('subscription_id')
            .orderBy('requested_at')
            .execute()
          expect(found).toEqual(expected)
        } finally {
          for (const table of [
            'subscription_cancellations',
            'subscription_steps',
            'subscription_movements',
          ] as const)
            await db.deleteFrom(table).where('subscription_id', 'in', ids).execute()
        }
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('a request and its withdrawal are recorded when they are made', async ({ api }) => {
  const owner = await registered(api)
  const organizationId = owner.me.organization.id
  await subscribe(owner)
  const recorded = () =>
    api.db
      .selectFrom('subscription_cancellations')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .execute()
  expect(await recorded()).toEqual([])
  const cancel = (cancel_at_period_end: boolean) =>
    owner.call(subscriptions.update, { body: { cancel_at_period_end } })
  await cancel(true)
  expect(await recorded()).toMatchObject([{ ended_at: null }])
  await cancel(false)
  const [ended] = await recorded()
  expect(ended?.ended_at).not.toBeNull()
})
