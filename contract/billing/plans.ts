import { z } from 'zod'

export const PlanId = z.enum(['starter', 'professional', 'enterprise'])
export type PlanId = z.infer<typeof PlanId>
export const BillingCycle = z.enum(['monthly', 'yearly'])
export type BillingCycle = z.infer<typeof BillingCycle>

/** Accepted aliases of plan ids. */
const aliases = { basic: 'starter', family: 'professional', premium: 'enterprise' } as const
export const PlanKey = z.enum([...PlanId.options, 'basic', 'family', 'premium'])
export const planOf = (key: z.infer<typeof PlanKey>): PlanId =>
  key in aliases ? aliases[key as keyof typeof aliases] : (key as PlanId)

export const trialDays = 14

/** Resources limited by a plan. */
export type Counted = 'elderly_users' | 'devices' | 'caregivers'

/** Monthly price in US cents and resource limits of each plan. */
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

/** Price of a billing period in cents: a year costs ten months. */
export const priceCents = (plan: PlanId, cycle: BillingCycle) =>
  plans[plan].monthlyCents * (cycle === 'yearly' ? 10 : 1)

/** Monthly recurring revenue in cents: for yearly billing, the yearly price ÷ 12. */
export const mrrCents = (plan: PlanId, cycle: BillingCycle) =>
  Math.round(priceCents(plan, cycle) / (cycle === 'yearly' ? 12 : 1))
