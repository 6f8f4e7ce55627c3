import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CohortFacet,
  type CohortFigure,
  type CohortPart,
  cohortFacets,
  cohortFigures,
} from '#contract/analytics/cohort-figures.ts'
import { revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import type { FigureFilters, Figures } from '#kit/analytics/figures.ts'
import { FiguresProvider } from '#kit/analytics/open-figures.tsx'
import { useLocale } from '#kit/format.ts'

/** Formats months, YYYY-MM, in the reader's locale. */
export function useMonthFormat(): (month: string) => string {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return month => format.format(new Date(`${month}-01T00:00:00Z`))
}

/** Facet values with a name. */
type Named = 'plan.starter' | 'region.Europe'

/** Provides the drill-down of cohort figures for the cohorts shown. */
export function CohortFigures({ time, children }: { time: FigureFilters; children: ReactNode }) {
  const { t } = useTranslation(['cohorts', 'revenue'])
  const month = useMonthFormat()
  const figures: Figures = {
    endpoint: revenueCohorts.open,
    definitions: cohortFigures,
    time,
    facets: Object.keys(cohortFacets),
    title: figure => t(`figures.${figure as CohortFigure}.title`),
    formula: figure => t(`figures.${figure as CohortFigure}.formula`),
    part: part => t(`parts.${part as CohortPart}`),
    facet: facet => t(`facets.${facet as CohortFacet}`),
    value: (facet, value) => {
      if (facet === 'cohort') return month(value)
      if (facet === 'age') return t('age', { age: Number(value) })
      if (facet === 'complete') return t(value === 'true' ? 'over' : 'running')
      return t(`revenue:${facet}.${value}` as `revenue:${Named}`)
    },
  }
  return <FiguresProvider of={figures}>{children}</FiguresProvider>
}
