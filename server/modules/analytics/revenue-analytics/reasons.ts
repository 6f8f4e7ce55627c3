import type { Definition, DifferenceReason } from '#contract/analytics/revenue-definitions.ts'
import type { RevenuePart } from '#contract/analytics/revenue-figures.ts'

/** A row that a definition counts differently from ours. */
export interface Counted {
  /** Our part that it belongs to. */
  part: RevenuePart
  /** Of movements that exist under a definition only, it ends with what they mark. */
  id: string
  /** Its amounts under our definition and under the other one, which differ. */
  own: number
  other: number
  /** Whether the subscription paid at the start of the period. */
  stayed: boolean
}

/** Parts by customer at an instant, by movement, and by customer lost in a span. */
const standing: readonly RevenuePart[] = ['mrr', 'mrr_at_start', 'subscribers']
const bases: readonly RevenuePart[] = ['subscribers_at_start', 'subscribers_month_ago']
const trials: readonly RevenuePart[] = ['started_trials', 'converted_trials']
const lost: readonly RevenuePart[] = ['lost', 'lost_in_month']

/** Reason why Stripe counts a row differently. */
function reasonOfStripe({ part, id, own, other }: Counted): DifferenceReason {
  if (standing.includes(part)) return other === 0 ? 'requested' : 'while_requested'
  if (bases.includes(part)) return other === 0 ? 'requested' : 'new_in_period'
  if (trials.includes(part)) return other === 0 ? 'trial_by_start' : 'trial_by_end'
  if (lost.includes(part) && own !== 0 && other !== 0) return 'each_departure'
  if (id.endsWith('/withdrawn')) return 'withdrawn'
  if (own === 0) return 'ended_at_request'
  return other === 0 ? 'after_request' : 'while_requested'
}

/** Reason why a definition counts a row differently from ours. */
export const reasonOf = (definition: Definition, row: Counted): DifferenceReason =>
  definition === 'stripe' ? reasonOfStripe(row) : row.stayed ? 'left_and_returned' : 'not_at_start'
