import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Engagement,
  type UsageFacet,
  type UsageFigure,
  type UsagePart,
  usageFacets,
  usageFigures,
  usageMetrics,
} from '#contract/analytics/usage-metrics.ts'
import { may } from '#contract/kit/permissions.ts'
import type { FigureFilters, Figures } from '#kit/analytics/figures.ts'
import { FiguresProvider } from '#kit/analytics/open-figures.tsx'
import { useCan } from '#kit/current-user.ts'
import { useLabels } from '#kit/resource/labels.ts'

/** Figures that map to a filtered list, with the list's time field and filterable facets. */
const lists = {
  total_activities: [
    '/activity-logs',
    may('activity_logs', 'list'),
    'timestamp',
    ['action', 'resource_type'],
  ],
  device_events: ['/device-events', may('devices', 'list'), 'ts', ['type']],
} as const

/** Provides the drill-down of usage figures for a period. */
export function UsageFigures({ time, children }: { time: FigureFilters; children: ReactNode }) {
  const { t } = useTranslation('usage')
  const [activityLabels, eventLabels] = [useLabels('activity-logs'), useLabels('device-events')]
  const can = useCan()
  const figureListUrl: Figures['list'] = (figure, { from, to }, held) => {
    const list = lists[figure as keyof typeof lists]
    if (!list || !can(list[1])) return null
    const [path, , at, fields] = list
    const last = new Date(Date.parse(to) - 1).toISOString()
    const search = new URLSearchParams({ [`${at}_gte`]: from, [`${at}_lte`]: last })
    for (const field of fields) if (held[field]) search.set(field, held[field])
    return `${path}?${search}`
  }
  const figures: Figures = {
    endpoint: usageMetrics.open,
    source: 'usage',
    definitions: usageFigures,
    time,
    facets: Object.keys(usageFacets),
    title: figure => t(`figures.${figure as UsageFigure}.title`),
    formula: figure => t(`figures.${figure as UsageFigure}.formula`),
    part: part => t(`parts.${part as UsagePart}`),
    facet: facet => t(`facets.${facet as UsageFacet}`),
    value: (facet, value) => {
      if (facet === 'engagement') return t(`engagement.${value as Engagement}`)
      return (facet === 'type' ? eventLabels : activityLabels).option(facet, value)
    },
    list: figureListUrl,
  }
  return <FiguresProvider of={figures}>{children}</FiguresProvider>
}
