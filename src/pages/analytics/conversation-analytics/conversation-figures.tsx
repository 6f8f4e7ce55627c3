import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ConversationFacet,
  type ConversationFigure,
  type ConversationPart,
  conversationAnalytics,
  conversationFacets,
  conversationFigures,
} from '#contract/analytics/conversation-analytics.ts'
import type { FigureFilters, Figures } from '#kit/analytics/figures.ts'
import { FiguresProvider } from '#kit/analytics/open-figures.tsx'
import { useNames } from './use-conversations.ts'

/** Provides the drill-down of conversation figures for a period. */
export function ConversationFigures({ time, children }: { time: FigureFilters; children: ReactNode }) {
  const { t } = useTranslation('conversation-analytics')
  const names = useNames()
  const figures: Figures = {
    endpoint: conversationAnalytics.open,
    source: 'conversations',
    definitions: conversationFigures,
    time,
    facets: Object.keys(conversationFacets),
    title: figure => t(`figures.${figure as ConversationFigure}.title`),
    formula: figure => t(`figures.${figure as ConversationFigure}.formula`),
    part: part => t(`parts.${part as ConversationPart}`),
    facet: facet => t(`facets.${facet as ConversationFacet}`),
    value: (facet, value) => names[facet as ConversationFacet](value),
  }
  return <FiguresProvider of={figures}>{children}</FiguresProvider>
}
