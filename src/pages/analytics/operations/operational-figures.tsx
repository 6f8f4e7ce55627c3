import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type OperationalFacet,
  type OperationalFigure,
  type OperationalPart,
  operationalFacets,
  operationalFigures,
  operationalMetrics,
} from '#contract/analytics/operational-metrics.ts'
import type { FigureFilters, Figures } from '#kit/analytics/figures.ts'
import { FiguresProvider } from '#kit/analytics/open-figures.tsx'

/** Facet values by the session list's filter names. */
type Named = 'mode.medical' | 'region.Europe' | 'status.active'
const isListed = ['total_sessions', 'active_sessions']

/** URL of the session list filtered to a figure. */
const figureListUrl: Figures['list'] = (figure, { from, to }, { mode, region, status, pair }) => {
  if (!isListed.includes(figure)) return null
  const last = new Date(Date.parse(to) - 1).toISOString()
  const search = new URLSearchParams({ started_at_gte: from, started_at_lte: last })
  const [source_language, target_language] = pair?.split(' → ') ?? []
  const only = figure === 'active_sessions' ? 'active' : status
  const held = { mode, region, status: only, source_language, target_language }
  for (const [field, value] of Object.entries(held)) if (value) search.set(field, value)
  return `/translation-sessions?${search}`
}

/** Provides the drill-down of translation-session figures for a period. */
export function OperationalFigures({ time, children }: { time: FigureFilters; children: ReactNode }) {
  const { t } = useTranslation(['operations', 'resources'])
  const figures: Figures = {
    endpoint: operationalMetrics.open,
    source: 'operations',
    definitions: operationalFigures,
    time,
    facets: Object.keys(operationalFacets),
    title: figure => t(`figures.${figure as OperationalFigure}.title`),
    formula: figure => t(`figures.${figure as OperationalFigure}.formula`),
    part: part => t(`parts.${part as OperationalPart}`),
    facet: facet => t(`facets.${facet as OperationalFacet}`),
    value: (facet, value) => {
      if (facet === 'pair') return value
      if (facet === 'stage') return t(`stages.${value as 'model'}`)
      return t(`resources:translation-sessions.options.${`${facet}.${value}` as Named}`)
    },
    list: figureListUrl,
  }
  return <FiguresProvider of={figures}>{children}</FiguresProvider>
}
