import {
  conversationAnalytics,
  conversationFigures,
  operationalFigures,
  operationalMetrics,
  revenueAnalytics,
  revenueFigures,
  usageFigures,
  usageMetrics,
} from '../analytics/index.ts'
import { safetyFigures, safetyIncidents } from '../conversations/index.ts'
import type { DrillDownEndpoint, Figure } from '../kit/figure.ts'

/** A screen of figures that a report can contain. */
export interface FigureSource {
  /** Opens one of its figures; whoever may call it may receive the report. */
  endpoint: DrillDownEndpoint
  figures: Readonly<Record<string, Figure>>
  /** The file in `locales/` with `figures.<name>.title`. */
  texts: 'operations' | 'conversation-analytics' | 'usage' | 'revenue' | 'safety'
  /** The screen, and the key of its title in `navigation.json`. */
  path: `/${string}`
  screen: 'operations' | 'conversationAnalytics' | 'usageMetrics' | 'revenueAnalytics' | 'safetyIncidents'
}

const operations: FigureSource = {
  endpoint: operationalMetrics.open,
  figures: operationalFigures,
  texts: 'operations',
  path: '/operations',
  screen: 'operations',
}
const conversations: FigureSource = {
  endpoint: conversationAnalytics.open,
  figures: conversationFigures,
  texts: 'conversation-analytics',
  path: '/conversation-analytics',
  screen: 'conversationAnalytics',
}
const usage: FigureSource = {
  endpoint: usageMetrics.open,
  figures: usageFigures,
  texts: 'usage',
  path: '/usage-metrics',
  screen: 'usageMetrics',
}
const revenue: FigureSource = {
  endpoint: revenueAnalytics.open,
  figures: revenueFigures,
  texts: 'revenue',
  path: '/revenue-analytics',
  screen: 'revenueAnalytics',
}
const safety: FigureSource = {
  endpoint: safetyIncidents.open,
  figures: safetyFigures,
  texts: 'safety',
  path: '/safety-incidents',
  screen: 'safetyIncidents',
}

/** Screens of figures by the name that reports store. */
export const figureSources = { operations, conversations, usage, revenue, safety } as const
export type FigureSourceName = keyof typeof figureSources

export const isFigureSource = (name: string): name is FigureSourceName => Object.hasOwn(figureSources, name)
