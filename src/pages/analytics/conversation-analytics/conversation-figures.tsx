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
import type { Figures, Held } from '#kit/analytics/figures.ts'
import { OpenFigures } from '#kit/analytics/open-figures.tsx'
import { useNames } from './use-names.ts'

/** Lets the figures of conversations be opened over a time. */
export function ConversationFigures({ time, children }: { time: Held; children: ReactNode }) {
  const { t } = useTranslation('conversation-analytics')
  const names = useNames()
  const figures: Figures = {
    endpoint: conversationAnalytics.open,
    definitions: conversationFigures,
    time,
    facets: Object.keys(conversationFacets),
    title: figure => t(`figures.${figure as ConversationFigure}.title`),
    formula: figure => t(`figures.${figure as ConversationFigure}.formula`),
    part: part => t(`parts.${part as ConversationPart}`),
    facet: facet => t(`facets.${facet as ConversationFacet}`),
    value: (facet, value) => names[facet as ConversationFacet](value),
  }
  return <OpenFigures of={figures}>{children}</OpenFigures>
}
