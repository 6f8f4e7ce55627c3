/** Dashboard widgets, each with a switch in the settings. */
export const widgets = {
  home: ['revenueMetrics', 'userAnalytics', 'subscriptionTiers', 'regionalBreakdown', 'conversionFunnel'],
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

/** All widgets on. */
export const defaultWidgets = Object.fromEntries(
  Object.values(widgets)
    .flat()
    .map(widget => [widget, true]),
) as WidgetSettings

/** Stored settings merged with the defaults; malformed entries are ignored. */
export function readWidgets(): WidgetSettings {
  let stored: unknown
  try {
    stored = JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    stored = {}
  }
  const known = Object.entries(stored ?? {}).filter(
    ([name, shown]) => name in defaultWidgets && typeof shown === 'boolean',
  )
  return { ...defaultWidgets, ...Object.fromEntries(known) }
}

export const saveWidgets = (settings: WidgetSettings) => localStorage.setItem(key, JSON.stringify(settings))
