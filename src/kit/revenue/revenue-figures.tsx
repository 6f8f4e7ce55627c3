import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import {
  type RevenueFacet,
  type RevenueFigure,
  type RevenuePart,
  revenueFacets,
  revenueFigures,
} from '#contract/analytics/revenue-figures.ts'
import type { FigureFilters, Figures } from '../analytics/figures.ts'
import { FiguresProvider } from '../analytics/open-figures.tsx'

/** Facet values with a name. */
type Named = 'plan.starter' | 'region.Europe' | 'status.trial' | 'kind.new'

/** Lists that match a figure: organizations by sign-up date, and current subscriptions. */
const listOf: Figures['list'] = (figure, { from, to }, { region, ...held }) => {
  if (figure === 'new_signups') {
    const last = new Date(Date.parse(to) - 1).toISOString()
    const search = {
      kind_ne: 'service',
      created_at_gte: from,
      created_at_lte: last,
      ...(region && { region }),
    }
    return `/users/organizations?${new URLSearchParams(search)}`
  }
  // Subscriptions cannot be filtered by region.
  if (region || (figure !== 'subscriptions' && figure !== 'ending_subscriptions')) return null
  const { plan, status } = held
  const ending = figure === 'ending_subscriptions' && { status: 'active', cancel_at_period_end: 'true' }
  const search = { ...(plan && { plan }), ...(status && { status }), ...ending }
  return `/subscription-management?${new URLSearchParams(search)}`
}

interface RevenueFiguresProps {
  time: FigureFilters
  /** What a screen with a choice of definitions adds or replaces. */
  defined?: Partial<Figures>
  children: ReactNode
}

/** Provides the revenue figures. */
export function RevenueFigures({ time, defined, children }: RevenueFiguresProps) {
  const { t } = useTranslation('revenue')
  const figures: Figures = {
    endpoint: revenueAnalytics.open,
    source: 'revenue',
    definitions: revenueFigures,
    time,
    facets: Object.keys(revenueFacets),
    title: figure => t(`figures.${figure as RevenueFigure}.title`),
    formula: figure => t(`figures.${figure as RevenueFigure}.formula`),
    part: part => t(`parts.${part as RevenuePart}`),
    facet: facet => t(`facets.${facet as RevenueFacet}`),
    value: (facet, value) => t(`${facet}.${value}` as Named),
    list: listOf,
    ...defined,
  }
  return <FiguresProvider of={figures}>{children}</FiguresProvider>
}
