import { z } from 'zod'

export const SubscriptionStatus = z.enum(['trial', 'active', 'past_due', 'cancelled', 'trial_expired'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** The movements that change recurring revenue, in the order of a waterfall. */
export const revenueMovements = ['new', 'expansion', 'reactivation', 'contraction', 'churn'] as const
export type RevenueMovement = (typeof revenueMovements)[number]

/** Kinds of ledger entries: changes of recurring revenue and trial events. */
export const MovementKind = z.enum([...revenueMovements, 'trial_started', 'trial_converted', 'trial_expired'])
export type MovementKind = z.infer<typeof MovementKind>
