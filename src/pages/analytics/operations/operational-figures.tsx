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
import type { Figures, Held } from '#kit/analytics/figures.ts'
import { OpenFigures } from '#kit/analytics/open-figures.tsx'

/** The values of facets that the list of sessions names. */
type Named = 'mode.medical' | 'region.Europe' | 'status.active'
const isListed = ['total_sessions', 'active_sessions']

/** The list of exactly the sessions of a figure. */
const listOf: Figures['list'] = (figure, { from, to }, { mode, region, status, pair }) => {
  if (!isListed.includes(figure)) return null
  const last = new Date(Date.parse(to) - 1).toISOString()
  const search = new URLSearchParams({ started_at_gte: from, started_at_lte: last })
  const [source_language, target_language] = pair?.split(' → ') ?? []
  const only = figure === 'active_sessions' ? 'active' : status
  const held = { mode, region, status: only, source_language, target_language }
  for (const [field, value] of Object.entries(held)) if (value) search.set(field, value)
  return `/translation-sessions?${search}`
}

/** Lets the figures of translation sessions be opened over a time. */
export function OperationalFigures({ time, children }: { time: Held; children: ReactNode }) {
  const { t } = useTranslation(['operations', 'resources'])
  const figures: Figures = {
    endpoint: operationalMetrics.open,
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
    list: listOf,
  }
  return <OpenFigures of={figures}>{children}</OpenFigures>
}
