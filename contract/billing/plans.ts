import { z } from 'zod'

export const PlanId = z.enum(['starter', 'professional', 'enterprise'])
export type PlanId = z.infer<typeof PlanId>
export const BillingCycle = z.enum(['monthly', 'yearly'])
export type BillingCycle = z.infer<typeof BillingCycle>

/** Other names that calls may give the plans. */
const aliases = { basic: 'starter', family: 'professional', premium: 'enterprise' } as const
export const PlanKey = z.enum([...PlanId.options, 'basic', 'family', 'premium'])
export const planOf = (key: z.infer<typeof PlanKey>): PlanId =>
  key in aliases ? aliases[key as keyof typeof aliases] : (key as PlanId)

export const trialDays = 14

/** What a plan is limited in. */
export type Counted = 'elderly_users' | 'devices' | 'caregivers'

/** What each plan costs a month, in cents of USD, and how much of everything it covers. */
export const plans: Record<PlanId, { name: string; monthlyCents: number; covers: Record<Counted, number> }> =
  {
    starter: { name: 'Starter', monthlyCents: 1000, covers: { elderly_users: 1, devices: 3, caregivers: 2 } },
    professional: {
      name: 'Professional',
      monthlyCents: 3000,
      covers: { elderly_users: 5, devices: 20, caregivers: 10 },
    },
    enterprise: {
      name: 'Enterprise',
      monthlyCents: 20_000,
      covers: { elderly_users: 100, devices: 500, caregivers: 200 },
    },
  }

/** What a period costs, in cents: a year is sold for the price of ten months. */
export const priceCents = (plan: PlanId, cycle: BillingCycle) =>
  plans[plan].monthlyCents * (cycle === 'yearly' ? 10 : 1)

/** What a subscription brings in a month, in cents: a year's price ÷ 12. */
export const mrrCents = (plan: PlanId, cycle: BillingCycle) =>
  Math.round(priceCents(plan, cycle) / (cycle === 'yearly' ? 12 : 1))
