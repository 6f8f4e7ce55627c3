/**
 * `npm run bench -- cohorts`: the cohort table, the lifetime value and their drill-downs over HTTP, and MRR under each
 * definition with the rows of its difference, with 2,000 and 200,000 subscriptions (`--sizes=…`) that started in the last
 * 24 months, each with three movements and four paid invoices on average; who leaves asked for it ten days before. The
 * larger size is about 100 times the demo data.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { client, login } from '#tests/fixtures/http.ts'
import { benchmark, load, type Measured, ms, percentile } from './harness.ts'
import { launch, owner } from './server.ts'

/** Customers with a first payment at any time of 24 months; every second upgrades, every third leaves, some return. */
const fill = (size: number) => `
  create temp table lives as select n, gen_random_uuid() as organization, gen_random_uuid() as subscription,
    now() - random() * interval '24 months' as began from generate_series(1, ${size}) n;
  insert into organizations (id, name, kind, region, created_at)
    select organization, 'Home ' || n, 'household', (array['Europe', 'Africa', 'Asia Pacific'])[1 + n % 3], began from lives;
  insert into subscriptions (id, organization_id, plan, status, price_cents, current_period_start, current_period_end, created_at)
    select subscription, organization, 'starter', 'active', 1000, began, now(), began from lives;
  insert into subscription_movements (id, organization_id, subscription_id, kind, plan, billing_cycle, mrr_delta_cents, ts)
    select gen_random_uuid(), organization, subscription, kind, plan, 'monthly', cents, least(began + delay, now())
    from lives cross join lateral (values
      ('trial_converted', 'starter', 0, interval '0', true),
      ('new', 'starter', 1000, interval '1 second', true),
      ('expansion', 'professional', 2000, random() * interval '100 days', n % 2 = 0),
      ('churn', 'professional', case when n % 2 = 0 then -3000 else -1000 end, interval '100 days' + random() * interval '200 days', n % 3 = 0),
      ('reactivation', 'starter', 1000, interval '300 days' + random() * interval '100 days', n % 12 = 0)
    ) as moves(kind, plan, cents, delay, happens) where happens and began + delay <= now();
  insert into subscription_cancellations (subscription_id, organization_id, requested_at, ended_at)
    select subscription_id, organization_id, ts - interval '10 days', ts from subscription_movements where kind = 'churn';
  insert into invoices (id, organization_id, subscription_id, number, amount_cents, status, period_start, period_end, issued_at, paid_at)
    select gen_random_uuid(), organization, subscription, gen_random_uuid()::text, 1000, 'paid', at, at, at, at
    from lives cross join lateral (select began + month * interval '1 month' as at from generate_series(0, 3) month) months
    where at <= now();
  analyze organizations; analyze subscription_movements; analyze subscription_cancellations; analyze invoices;`

export default benchmark({
  name: 'cohorts',
  about:
    'cohort table, lifetime value and their rows at growing numbers of subscriptions; p50 and p95, milliseconds',
  async run({ flags, log }) {
    const sizes = flags.find(flag => flag.startsWith('--sizes='))?.split('=')[1] ?? '2000,200000'
    const results = new Map<string, Measured>()
    for (const size of sizes.split(',').map(Number)) {
      const folder = await mkdtemp(join(tmpdir(), 'voicedeck-cohorts-'))
      const server = await launch(folder)
      const pool = new pg.Pool({ connectionString: await findRunningServer(folder), max: 1 })
      try {
        log(`filling ${size} subscriptions`)
        await pool.query(fill(size))
        const by = client(server.url, await login(server.url, owner.username, owner.password))
        const { from, to, cohorts } = await by.call(revenueCohorts.retention)
        const [, , , cohort] = cohorts
        const open = (figure: string, held: object) => () =>
          by.call(revenueCohorts.open, { params: { figure }, query: { from, to, ...held } as never })
        const summary = (definition: string) => () =>
          by.call(revenueAnalytics.summary, { query: { days: 30, definition } as never })
        const calls = {
          'MRR, our definition': summary('voicedeck'),
          'MRR, Stripe’s': summary('stripe'),
          'MRR, ChartMogul’s': summary('chartmogul'),
          'rows of the difference of MRR': () =>
            by.call(revenueAnalytics.difference, {
              params: { figure: 'mrr' },
              query: { definition: 'voicedeck', than: 'stripe' } as never,
            }),
          'rows of the difference of churn': () =>
            by.call(revenueAnalytics.difference, {
              params: { figure: 'churn_rate' },
              query: { definition: 'voicedeck', than: 'stripe' } as never,
            }),
          retention: () => by.call(revenueCohorts.retention),
          'lifetime value': () => by.call(revenueCohorts.lifetimeValue),
          'rows of a cell': open('revenue_retention', { cohort: cohort?.cohort, age: 2 }),
          'rows of a total': open('revenue_retention', { age: 3, complete: 'true' }),
          'rows of the lifetime value': open('lifetime_value', {}),
        }
        for (const [name, work] of Object.entries(calls)) {
          const { samples } = await load(work, { clients: 1, seconds: 5 })
          const row = results.get(name) ?? { call: name }
          row[`p50 at ${size}`] = ms(percentile(samples, 0.5))
          row[`p95 at ${size}`] = ms(percentile(samples, 0.95))
          results.set(name, row)
        }
      } finally {
        await pool.end()
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      }
    }
    return [...results.values()]
  },
})
