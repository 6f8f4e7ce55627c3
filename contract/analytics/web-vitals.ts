import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** Lists of records; each has the screens of {@link recordScreens} below it. */
const lists = [
  '/activity-logs',
  '/api-keys',
  '/assignments',
  '/contacts',
  '/device-events',
  '/devices',
  '/devices/coverage',
  '/figure-rule-changes',
  '/figure-rule-notices',
  '/figure-rules',
  '/glossary',
  '/invites',
  '/ladders',
  '/on-call',
  '/report-deliveries',
  '/reports',
  '/subscription-management',
  '/translation-sessions',
  '/users/admins',
  '/users/caregivers',
  '/users/elderly',
  '/users/family',
  '/users/organizations',
  '/users/provisioned-groups',
  '/users/travelers',
  '/webhook-deliveries',
  '/webhook-endpoints',
] as const
const recordScreens = ['', '/create', '/import', '/:id', '/:id/edit'] as const

/** All other screens. */
const screens = [
  '/',
  '/access-review',
  '/analytics',
  '/care',
  '/care/:id',
  '/checkout/:id',
  '/conversation-analytics',
  '/conversations',
  '/devices/events',
  '/emergency',
  '/emergency/alerts/:id',
  '/emergency/queue',
  '/family',
  '/forgot-password',
  '/language-config',
  '/language-configuration',
  '/login',
  '/my-shifts',
  '/operations',
  '/privacy-policy',
  '/rate-limit-monitoring',
  '/register',
  '/reset-password',
  '/revenue-analytics',
  '/revenue-cohorts',
  '/safety-incidents',
  '/security/2fa',
  '/sessions/active',
  '/settings',
  '/single-sign-on/callback',
  '/single-sign-on/start',
  '/subscription',
  '/subscription/cancel',
  '/subscription/success',
  '/system-status',
  '/terms-of-service',
  '/translations',
  '/turn-reviews',
  '/unsubscribe',
  '/usage-metrics',
  '/users/organizations/:id/setup',
  '/users/organizations/:id/single-sign-on',
  '/users/organizations/setup',
  '/verify-email',
] as const

/** Route patterns of the console. A closed set, so that a stranger cannot add metrics. */
export const routePatterns: readonly string[] = [
  ...new Set([...screens, ...lists.flatMap(list => recordScreens.map(screen => list + screen))]),
]
const known = new Set(routePatterns)

const Milliseconds = z.number().min(0).max(600_000)

export const webVitals = {
  report: endpoint({
    method: 'POST',
    path: '/api/web-vitals',
    /** Contains nothing about the person; bots get the same response but are not counted. */
    summary: 'Report how fast a screen was, for the metrics',
    access: 'public',
    body: z.strictObject({
      /** Pattern of the screen that was loaded, such as `/devices/:id`. */
      route: z.string().refine(route => known.has(route), 'Must be a route of the console'),
      /** Largest Contentful Paint. */
      lcp: Milliseconds.optional(),
      /** Interaction to Next Paint. */
      inp: Milliseconds.optional(),
      /** Time to First Byte. */
      ttfb: Milliseconds.optional(),
      /** Cumulative Layout Shift, without a unit. */
      cls: z.number().min(0).max(100).optional(),
    }),
  }),
}
