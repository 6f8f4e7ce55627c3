import { z } from 'zod'
import { Instant } from '../kit/fields.ts'
import { type Figure, FigureRow, Unit } from '../kit/figure.ts'
import { Period } from '../kit/period.ts'
import { type RevenueFigure, type RevenuePart, revenueFigures } from './revenue-figures.ts'

/** Whose definitions the revenue figures follow. The rules and their sources: `docs/revenue-definitions.md`. */
export const Definition = z.enum(['voicedeck', 'stripe', 'chartmogul'])
export type Definition = z.infer<typeof Definition>
export const definitions = Definition.options

/** Query parameters of revenue figures. */
export const definitionQuery = {
  definition: Definition.prefault('voicedeck'),
  /** Reads the figures as they were known at that instant, which is also the latest that is counted. */
  known: Instant.optional(),
}

type Figures = Readonly<Record<RevenueFigure, Figure<RevenuePart>>>

/**
 * Stripe divides by the customers at the start and those new in the period, and counts trials in the period in which
 * they end: https://support.stripe.com/questions/calculating-subscriber-churn-rate-in-billing,
 * https://support.stripe.com/questions/calculating-trial-conversion-rate-in-billing
 */
const stripeFigures: Figures = {
  ...revenueFigures,
  churn_rate: { unit: 'percent', formula: { ratio: ['lost', 'at_start_or_new'] } },
  monthly_churn_rate: { unit: 'percent', formula: { ratio: ['lost_in_month', 'month_ago_or_new'] } },
  trial_to_paid_rate: { unit: 'percent', formula: { ratio: ['trials_paid', 'trials_ended'] } },
}

/** The formulas of all figures, by definition. */
export const definedFigures: Readonly<Record<Definition, Figures>> = {
  voicedeck: revenueFigures,
  stripe: stripeFigures,
  chartmogul: revenueFigures,
}

/** Why a definition counts a row differently from ours. */
export const DifferenceReason = z.enum([
  'requested',
  'ended_at_request',
  'withdrawn',
  'after_request',
  'while_requested',
  'each_departure',
  'new_in_period',
  'trial_by_end',
  'trial_by_start',
  'left_and_returned',
  'not_at_start',
])
export type DifferenceReason = z.infer<typeof DifferenceReason>

/** A row that two definitions count differently. */
export const DifferenceRow = FigureRow.omit({ amount: true }).extend({
  /** Contribution to its part under each definition; 0 where it does not count. */
  amounts: z.record(Definition, z.number()),
  /** Contribution to the difference: its amount under the second definition minus that under the first. */
  difference: z.number(),
  /** By definition other than ours that takes part in the comparison. */
  reasons: z.array(z.object({ definition: Definition, reason: DifferenceReason })),
})
export type DifferenceRow = z.infer<typeof DifferenceRow>

/** The difference of a figure between two definitions. */
export const DifferenceDetail = z.object({
  figure: z.string(),
  unit: Unit,
  period: Period,
  definition: Definition,
  than: Definition,
  value: z.number().nullable(),
  than_value: z.number().nullable(),
  /** Each term of the formula under both definitions; the differences of its rows add up to `than_sum − sum`. */
  parts: z.array(
    z.object({
      part: z.string(),
      than_part: z.string(),
      sum: z.number(),
      than_sum: z.number(),
      rows: z.int(),
    }),
  ),
  /** One page of rows, by part, newest first. */
  rows: z.array(DifferenceRow),
  total: z.int(),
  /**
   * Subscriptions that end or ended in the period and whose cancellation was requested before requests were recorded:
   * they count until their end under every definition.
   */
  unrecorded: z.int(),
  as_of: Instant,
})
export type DifferenceDetail = z.infer<typeof DifferenceDetail>
