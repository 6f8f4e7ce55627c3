/** The widgets of the dashboards, each with a switch in the settings, as they stand there. */
export const widgets = {
  global: ['revenueMetrics', 'userAnalytics', 'subscriptionTiers', 'regionalBreakdown', 'conversionFunnel'],
  operations: [
    'translationSessions',
    'latencyMetrics',
    'successRate',
    'languagePairs',
    'capabilityModes',
    'systemHealth',
    'regionalActivity',
  ],
} as const
export type Widget = (typeof widgets)[keyof typeof widgets][number]
export type WidgetSettings = Record<Widget, boolean>

const key = 'dashboardWidgetSettings'

/** All of them shown. */
export const defaultWidgets = Object.fromEntries(
  Object.values(widgets)
    .flat()
    .map(widget => [widget, true]),
) as WidgetSettings

/** What was kept in this browser, over the defaults; what is kept there of another kind counts for nothing. */
export function readWidgets(): WidgetSettings {
  let kept: unknown
  try {
    kept = JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    kept = {}
  }
  const known = Object.entries(kept ?? {}).filter(
    ([name, shown]) => name in defaultWidgets && typeof shown === 'boolean',
  )
  return { ...defaultWidgets, ...Object.fromEntries(known) }
}

export const keepWidgets = (settings: WidgetSettings) => localStorage.setItem(key, JSON.stringify(settings))
