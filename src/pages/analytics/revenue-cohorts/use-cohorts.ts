import { cohortSpans } from '#contract/analytics/revenue-cohorts.ts'
import { PlanId } from '#contract/billing/plans.ts'
import { Region } from '#contract/kit/fields.ts'
import { useSearch } from '#kit/address.ts'
import type { FigureFilters } from '#kit/analytics/figures.ts'

export const measures = ['customers', 'revenue', 'paid'] as const
export type Measure = (typeof measures)[number]
export const units = ['percent', 'absolute'] as const
export type DisplayUnit = (typeof units)[number]

const defaults = { measure: 'customers', unit: 'percent', months: '24' } as const
export const monthChoices = cohortSpans.map(String)

/** One of some choices, if the address names it. */
const chosen = <Value extends string>(choices: readonly Value[], value: string | null): Value | undefined =>
  choices.find(choice => choice === value)

/** A gross margin in percent, 1 to 100. */
export function parseMargin(text: string | null): number | null {
  const margin = Number(text?.trim().replace(',', '.') || Number.NaN)
  return margin >= 1 && margin <= 100 ? margin : null
}

/** What the screen shows, kept in the address: `?measure=revenue&unit=absolute&months=12&plan=starter&margin=80`. */
export function useCohortChoices() {
  const [search, change] = useSearch()
  const plan = chosen(PlanId.options, search.get('plan'))
  const region = chosen(Region.options, search.get('region'))
  const filters: FigureFilters = { ...(plan && { plan }), ...(region && { region }) }
  const set = (name: keyof typeof defaults | 'plan' | 'region' | 'margin', value: string) => {
    const isDefault = name in defaults && defaults[name as keyof typeof defaults] === value
    change({ [name]: isDefault ? null : value }, { replace: true })
  }
  return {
    measure: chosen(measures, search.get('measure')) ?? defaults.measure,
    unit: chosen(units, search.get('unit')) ?? defaults.unit,
    months: chosen(monthChoices, search.get('months')) ?? defaults.months,
    margin: parseMargin(search.get('margin')) ?? 100,
    plan,
    region,
    filters,
    set,
  }
}
export type CohortChoices = ReturnType<typeof useCohortChoices>
