import {
  Definition,
  type Definition as Definitions,
  definedFigures,
} from '#contract/analytics/revenue-definitions.ts'
import { type RevenueFigure, type RevenuePart, revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { formulaParts } from '#contract/kit/figure.ts'
import { useSearch } from '#kit/address.ts'

/** The chosen definition, kept in the URL: `?definition=stripe`; our own one is not in it. */
export function useDefinition() {
  const [search, change] = useSearch()
  const definition = Definition.catch('voicedeck').parse(search.get('definition'))
  const choose = (next: Definitions) =>
    change({ definition: next === 'voicedeck' ? null : next }, { replace: true })
  /** As a query parameter; the default needs none. */
  const params: Readonly<Record<string, string>> = definition === 'voicedeck' ? {} : { definition }
  return { definition, choose, params }
}

/** The parts that every definition counts alike. */
const alike: readonly RevenuePart[] = [
  'open_trials',
  'started_trials',
  'converted_trials',
  'expired_trials',
  'subscriptions',
  'ending',
  'users',
  'users_at_start',
  'active_users',
  'signups',
  'visitors',
]

type Rule = 'requested' | 'departures' | 'divisor' | 'trials' | 'net'

/** The rules by which a definition counts a figure differently from ours. */
export function rulesOf(definition: Definitions, figure: RevenueFigure): Rule[] {
  const parts = formulaParts(definedFigures[definition][figure].formula)
  const isOfLost = parts.some(part => part === 'lost' || part === 'lost_in_month')
  const isOtherwise = definedFigures[definition][figure] !== revenueFigures[figure]
  if (definition === 'chartmogul') return isOfLost ? ['net'] : []
  if (definition === 'voicedeck') return []
  if (figure === 'trial_to_paid_rate') return ['trials']
  if (parts.every(part => alike.includes(part))) return []
  return [
    'requested',
    ...(isOfLost ? (['departures'] as const) : []),
    ...(isOtherwise ? (['divisor'] as const) : []),
  ]
}
