import { sql } from 'kysely'
import type { SubscriptionStats } from '#contract/subscriptions.ts'
import type { Db } from '#server/db/open.ts'

const lengths = { '7d': '7 days', '30d': '30 days', '90d': '90 days', '12m': '12 months' } as const

const one = <T>({ rows }: { rows: T[] }) => rows[0] as T

/**
 * What all subscriptions come to. Churn rate: the customers lost in the range ÷ those who paid at its start, who are the
 * ones of now, less those won since, plus those lost since.
 */
export async function statsOf(db: Db, range: SubscriptionStats['time_range']): Promise<SubscriptionStats> {
  const [by_status, by_plan, now, moved] = await Promise.all([
    sql<SubscriptionStats['by_status'][number]>`
      select status, count(*)::int as subscriptions from subscriptions group by status order by status`.execute(
      db,
    ),
    sql<SubscriptionStats['by_plan'][number]>`
      select plan, count(*)::int as subscriptions, sum(mrr) as mrr from subscription_rows
      where status in ('active', 'past_due') group by plan order by sum(mrr) desc`.execute(db),
    sql<{ mrr: number; paying: number; cancelling: number }>`
      select coalesce(sum(mrr), 0) as mrr, count(*) filter (where status in ('active', 'past_due'))::int as paying,
        count(*) filter (where cancel_at_period_end and status = 'active')::int as cancelling
      from subscription_rows`.execute(db),
    sql<{ trials: number; paid: number; returned: number; expired: number; lost: number }>`
      select count(*) filter (where kind = 'trial_started')::int as trials,
        count(*) filter (where kind = 'new')::int as paid,
        count(*) filter (where kind = 'reactivation')::int as returned,
        count(*) filter (where kind = 'trial_expired')::int as expired,
        count(*) filter (where kind = 'churn')::int as lost
      from subscription_movements where ts > now() - ${lengths[range]}::interval`.execute(db),
  ])
  const { mrr, paying, cancelling } = one(now)
  const { trials, paid, returned, expired, lost } = one(moved)
  const atStart = paying - paid - returned + lost
  return {
    time_range: range,
    mrr,
    arr: Math.round(mrr * 1200) / 100,
    by_status: by_status.rows,
    by_plan: by_plan.rows,
    cancelling,
    started: { trials, paid, returned },
    ended: { trials: expired, paid: lost },
    churn_rate: atStart > 0 ? (lost / atStart) * 100 : null,
  }
}
