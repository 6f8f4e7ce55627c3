import type { Namespace } from 'i18next'
import type { ComponentType } from 'react'
import { can, may, type Permission, type Role } from '#contract/kit/permissions.ts'

/** A screen as the shell knows it before its code is loaded. */
export interface Screen {
  path: string
  /** Alternative paths. */
  aliases?: readonly string[]
  /** Any of these permissions suffices; without them the screen is open to all users. */
  access?: readonly Permission[]
}

/** All screens other than generated resources. The names are the keys of titles, texts and pages. */
export const screens = {
  home: { path: '/', access: [may('revenue', 'list')] },
  operations: { path: '/operations', access: [may('analytics', 'list')] },
  settings: { path: '/settings' },
  analytics: { path: '/analytics' },
  activeSessions: { path: '/sessions/active', access: [may('conversations', 'list')] },
  sessionHistory: { path: '/conversations', access: [may('conversations', 'list')] },
  languageConfig: {
    path: '/language-config',
    aliases: ['/language-configuration'],
    access: [may('voice_settings', 'list')],
  },
  care: { path: '/care', access: [may('care', 'list')] },
  carePerson: { path: '/care/:id', access: [may('care', 'show')] },
  family: { path: '/family', access: [may('care', 'list')] },
  emergency: { path: '/emergency', access: [may('alerts', 'list')] },
  alertQueue: { path: '/emergency/queue', access: [may('alerts', 'list')] },
  alert: { path: '/emergency/alerts/:id', access: [may('alerts', 'show')] },
  myShifts: { path: '/my-shifts', access: [may('on_call', 'list')] },
  deviceEvents: { path: '/devices/events', access: [may('devices', 'list')] },
  safetyIncidents: { path: '/safety-incidents', access: [may('analytics', 'list')] },
  turnReviews: { path: '/turn-reviews', access: [may('turn_reviews', 'list')] },
  conversationAnalytics: { path: '/conversation-analytics', access: [may('analytics', 'list')] },
  usageMetrics: { path: '/usage-metrics', access: [may('analytics', 'list')] },
  subscriptionManagement: {
    path: '/subscription-management',
    access: [may('own_subscription', 'list'), may('revenue', 'list')],
  },
  revenueAnalytics: { path: '/revenue-analytics', access: [may('revenue', 'list')] },
  revenueCohorts: { path: '/revenue-cohorts', access: [may('revenue', 'list')] },
  subscription: { path: '/subscription', access: [may('own_subscription', 'list')] },
  subscriptionSuccess: { path: '/subscription/success', access: [may('own_subscription', 'list')] },
  subscriptionCancel: { path: '/subscription/cancel', access: [may('own_subscription', 'list')] },
  subscriptionOverview: {
    path: '/subscription-management/:id',
    access: [may('revenue', 'show')],
  },
  checkout: { path: '/checkout/:id', access: [may('own_subscription', 'create')] },
  singleSignOn: {
    path: '/users/organizations/:id/single-sign-on',
    access: [may('single_sign_on', 'show')],
  },
  organizationSetup: {
    path: '/users/organizations/:id/setup',
    aliases: ['/users/organizations/setup'],
    access: [may('care_team', 'create')],
  },
  twoFactor: { path: '/security/2fa', access: [may('account', 'list')] },
  rateLimits: { path: '/rate-limit-monitoring', access: [may('monitoring', 'list')] },
  translations: { path: '/translations', access: [may('translations', 'list')] },
  accessReview: { path: '/access-review', access: [may('access_review', 'list')] },
  systemStatus: { path: '/system-status', access: [may('monitoring', 'list')] },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

/** Whether a role has any of the permissions; an empty list is open to all. */
export const canOpen = (role: Role, access: readonly Permission[] = []) =>
  access.length === 0 || access.some(permission => can(role, permission))

/** A namespace: a file in `locales/<language>/`. */
type TextFile = Namespace & string

/** A page's code and texts, loaded in parallel. */
export interface PageModule {
  load: () => Promise<{ Component: ComponentType }>
  texts: readonly TextFile[]
}

export type PageModules = Readonly<Record<string, PageModule>>
