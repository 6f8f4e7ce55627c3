import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/permissions.ts'
import {
  type Engagement,
  type UsageFacet,
  type UsageFigure,
  type UsagePart,
  usageFacets,
  usageFigures,
  usageMetrics,
} from '#contract/usage-metrics.ts'
import type { Figures, Held } from '#kit/analytics/figures.ts'
import { OpenFigures } from '#kit/analytics/open-figures.tsx'
import { useCan } from '#kit/caller.ts'
import { useLabels } from '#kit/resource/labels.ts'

/** The list of exactly the activities of a figure. */
function activities({ from, to }: { from: string; to: string }, { action, resource_type }: Held) {
  const last = new Date(Date.parse(to) - 1).toISOString()
  const search = new URLSearchParams({ timestamp_gte: from, timestamp_lte: last })
  if (action) search.set('action', action)
  if (resource_type) search.set('resource_type', resource_type)
  return `/activity-logs?${search}`
}

/** Lets the figures of usage be opened over a time. */
export function UsageFigures({ time, children }: { time: Held; children: ReactNode }) {
  const { t } = useTranslation('usage')
  const [acts, events] = [useLabels('activity-logs'), useLabels('device-events')]
  const can = useCan()
  const mayReadLogs = can(may('activity_logs', 'list'))
  const figures: Figures = {
    endpoint: usageMetrics.open,
    definitions: usageFigures,
    time,
    facets: Object.keys(usageFacets),
    title: figure => t(`figures.${figure as UsageFigure}.title`),
    formula: figure => t(`figures.${figure as UsageFigure}.formula`),
    part: part => t(`parts.${part as UsagePart}`),
    facet: facet => t(`facets.${facet as UsageFacet}`),
    value: (facet, value) => {
      if (facet === 'engagement') return t(`engagement.${value as Engagement}`)
      return (facet === 'type' ? events : acts).option(facet, value)
    },
    list: (figure, period, held) =>
      figure === 'total_activities' && mayReadLogs ? activities(period, held) : null,
  }
  return <OpenFigures of={figures}>{children}</OpenFigures>
}
