import { sql } from 'kysely'
import {
  type BillingCycle,
  type PlanId,
  PlanId as PlanIds,
  plans,
  priceCents,
} from '#contract/billing/plans.ts'
import {
  type CurrentSubscription,
  type Plan,
  Subscription,
  subscriptions,
} from '#contract/billing/subscriptions.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Db } from '#server/db/open.ts'
import { notFound } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'
import { textFinder } from '#server/kit/texts.ts'
import { getUsage } from './limits.ts'

/** All subscriptions, read-only: changes go through the ledger. */
export const subscriptionTable = table({
  table: 'subscriptions',
  view: 'subscription_rows',
  resource: 'subscriptions',
  schema: Subscription,
  list: subscriptions.list,
  owner: { organization: 'organization_id' },
  isUnsearchable: true,
})

const day = 86_400_000
const dollars = (cents: number) => cents / 100

function planLimits(plan: PlanId) {
  const { elderly_users, devices, caregivers } = plans[plan].covers
  return { max_elderly_users: elderly_users, max_devices: devices, max_caregivers: caregivers }
}

/** A plan with translated texts. */
export function describePlan(language: Language, id: PlanId): Plan {
  const find = textFinder(language)
  const text = (key: string) => find([`subscriptions.plans.${id}.${key}`])
  const features = ['people', 'devices', 'caregivers', 'all'].map(name => text(`features.${name}`))
  return {
    id,
    name: plans[id].name,
    description: text('description') ?? '',
    price_monthly: dollars(priceCents(id, 'monthly')),
    price_yearly: dollars(priceCents(id, 'yearly')),
    features: features.filter(feature => feature !== undefined),
    limits: planLimits(id),
  }
}

export const describePlans = (language: Language) => PlanIds.options.map(id => describePlan(language, id))

/** An organization's subscription; undefined if it never had one. */
async function findSubscriptionView(db: Db, organizationId: string) {
  const { rows } = await sql<Subscription>`
    select * from subscription_rows where organization_id = ${organizationId}`.execute(db)
  return rows[0]
}

/** An organization's subscription. @throws Problem 404 if it never had one. */
export async function getSubscriptionView(db: Db, organizationId: string) {
  const subscription = await findSubscriptionView(db, organizationId)
  if (!subscription) throw notFound('This subscription')
  return subscription
}

/** The current subscription of an organization with plan and trial state. */
export async function getCurrentSubscription(
  db: Db,
  organizationId: string,
  now = Date.now(),
): Promise<CurrentSubscription> {
  const subscription = await findSubscriptionView(db, organizationId)
  if (!subscription)
    return { subscription: null, plan: null, trial_expired: false, trial_days_remaining: null }
  const { status, trial_end, plan } = subscription
  const left = status === 'trial' && trial_end ? Date.parse(trial_end) - now : null
  return {
    subscription,
    plan: describePlan('en', plan),
    // The job that expires trials runs only every few minutes.
    trial_expired: status === 'trial_expired' || (left !== null && left <= 0),
    trial_days_remaining: left === null ? null : Math.max(0, Math.ceil(left / day)),
  }
}

/** Maximum number of listed movements: more than ten years of months. */
const maxMovements = 150

/** The movements of a subscription, newest first. */
export const listMovements = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('subscription_movements')
    .select(['id', 'kind', sql<number>`mrr_delta_cents / 100.0`.as('mrr_delta'), 'ts'])
    .select(sql<PlanId>`plan`.as('plan'))
    .select(sql<BillingCycle>`billing_cycle`.as('billing_cycle'))
    .where('subscription_id', '=', subscriptionId)
    .orderBy('ts', 'desc')
    .orderBy('id', 'desc')
    .limit(maxMovements)
    .execute()

/** An organization's usage and plan limits. */
export async function getUsageAndLimits(db: Db, organizationId: string) {
  const [usage, subscription] = await Promise.all([
    getUsage(db, organizationId),
    findSubscriptionView(db, organizationId),
  ])
  return { usage, limits: subscription ? planLimits(subscription.plan) : null }
}
