import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RiskLevel } from '#contract/conversations/judgement.ts'
import {
  type SafetyFacet,
  type SafetyFigure,
  type SafetyPart,
  safetyFacets,
  safetyFigures,
  safetyIncidents,
} from '#contract/conversations/safety-incidents.ts'
import type { FigureFilters, Figures } from '#kit/analytics/figures.ts'
import { FiguresProvider } from '#kit/analytics/open-figures.tsx'

/** Provides the drill-down of safety figures for a period. */
export function SafetyFigures({ time, children }: { time: FigureFilters; children: ReactNode }) {
  const { t } = useTranslation(['safety', 'conversations'])
  const figures: Figures = {
    endpoint: safetyIncidents.open,
    source: 'safety',
    definitions: safetyFigures,
    time,
    facets: Object.keys(safetyFacets),
    title: figure => t(`figures.${figure as SafetyFigure}.title`),
    formula: figure => t(`figures.${figure as SafetyFigure}.formula`),
    part: part => t(`parts.${part as SafetyPart}`),
    facet: facet => t(`facets.${facet as SafetyFacet}`),
    value: (_, level) => t(`conversations:risk.${level as RiskLevel}`),
  }
  return <FiguresProvider of={figures}>{children}</FiguresProvider>
}
