import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { heads } from '#kit/registry.ts'
import { resourceRoutes } from '#kit/resource/routes.tsx'
import { type Screen, type ScreenName, screens } from '#kit/screens.ts'
import { loadTexts } from '#providers/i18n.ts'
import { queries } from '#providers/queries.ts'
import { Failed } from './layout/failed.tsx'
import { Permitted } from './layout/permitted.tsx'
import { Spinner } from './layout/spinner.tsx'
import { Toasts } from './layout/toasts.tsx'

type Namespace = Parameters<typeof loadTexts>[number]
type Lazy = () => Promise<{ Component: ComponentType }>

/** A page and the texts that it shows, fetched together. */
const page =
  (load: Lazy, ...texts: Namespace[]) =>
  async (): Promise<ReactNode> => {
    const [{ Component }] = await Promise.all([load(), loadTexts(...texts)])
    return <Component />
  }

/** The page of each screen. */
const pages: Record<ScreenName, () => Promise<ReactNode>> = {
  home: page(() => import('./pages/home/home.tsx'), 'analytics', 'revenue'),
  operations: page(() => import('./pages/operations/operations.tsx'), 'analytics', 'live', 'operations'),
  settings: page(() => import('./pages/settings/settings.tsx'), 'revenue'),
  analytics: page(() => import('./pages/analytics/analytics.tsx'), 'pages', 'live'),
  activeSessions: page(() => import('./pages/conversations/active-sessions.tsx'), 'conversations'),
  sessionHistory: page(() => import('./pages/conversations/session-history.tsx'), 'conversations'),
  languageConfig: page(() => import('./pages/voices/voices.tsx'), 'voices'),
  deviceEvents: page(
    () => import('./pages/device-events/device-events.tsx'),
    'device-events',
    'events',
    'resources',
  ),
  safetyIncidents: page(
    () => import('./pages/safety-incidents/safety-incidents.tsx'),
    'analytics',
    'conversations',
    'safety',
  ),
  conversationAnalytics: page(
    () => import('./pages/conversation-analytics/conversation-analytics.tsx'),
    'analytics',
    'conversations',
    'conversation-analytics',
  ),
  usageMetrics: page(
    () => import('./pages/usage-metrics/usage-metrics.tsx'),
    'activity-logs',
    'analytics',
    'device-events',
    'usage',
  ),
  revenueAnalytics: page(
    () => import('./pages/revenue-analytics/revenue-analytics.tsx'),
    'analytics',
    'revenue',
  ),
  subscription: page(() => import('./pages/subscription/subscription.tsx'), 'subscriptions'),
  subscriptionManagement: page(() => import('./pages/subscription/management.tsx'), 'subscriptions'),
  subscriptionOverview: page(() => import('./pages/subscription/overview.tsx'), 'subscriptions'),
  subscriptionSuccess: page(() => import('./pages/subscription/success.tsx'), 'subscriptions'),
  subscriptionCancel: page(() => import('./pages/subscription/cancelled.tsx'), 'subscriptions'),
  checkout: page(() => import('./pages/checkout/checkout.tsx'), 'subscriptions'),
  twoFactor: page(() => import('./pages/two-factor/two-factor.tsx'), 'security', 'privacy'),
  translations: page(() => import('./pages/translations/translations.tsx'), 'translations'),
  systemStatus: page(() => import('./pages/system-status/system-status.tsx'), 'system'),
  rateLimits: page(() => import('./pages/rate-limits/rate-limits.tsx'), 'rate-limits'),
  care: page(() => import('./pages/care/day.tsx'), 'care'),
  carePerson: page(() => import('./pages/care/person.tsx'), 'care', 'analytics'),
  family: page(() => import('./pages/care/family.tsx'), 'care'),
  emergency: page(() => import('./pages/emergency/emergency.tsx'), 'emergency', 'resources'),
  alertQueue: page(() => import('./pages/emergency/queue/alert-queue.tsx'), 'emergency', 'resources'),
  alert: page(() => import('./pages/emergency/alert/alert.tsx'), 'emergency', 'resources'),
}

/** The routes of one screen; its code and texts are fetched together, and nothing of it runs for who may not see it. */
function routesOf(name: ScreenName): RouteObject[] {
  const { path, also = [], access = [] }: Screen = screens[name]
  const lazy = async () => ({ element: <Permitted access={access}>{await pages[name]()}</Permitted> })
  return [path, ...also].map(path => ({ path, lazy }))
}

/** A public page, whose code and texts are fetched together. */
const withTexts = (load: Lazy, texts: 'auth' | 'legal' = 'auth') => ({
  lazy: async () => {
    const [{ Component }] = await Promise.all([load(), loadTexts(texts)])
    return { Component }
  },
})

const publicRoutes: RouteObject[] = [
  {
    lazy: () => import('./layout/guest.tsx'),
    children: [
      { path: '/login', ...withTexts(() => import('./pages/login/login.tsx')) },
      { path: '/register', ...withTexts(() => import('./pages/register/register.tsx')) },
      { path: '/forgot-password', ...withTexts(() => import('./pages/password/forgot-password.tsx')) },
    ],
  },
  { path: '/reset-password', ...withTexts(() => import('./pages/password/reset-password.tsx')) },
  { path: '/verify-email', ...withTexts(() => import('./pages/verify-email/verify-email.tsx')) },
  { path: '/terms-of-service', ...withTexts(() => import('./pages/legal/terms-of-service.tsx'), 'legal') },
  { path: '/privacy-policy', ...withTexts(() => import('./pages/legal/privacy-policy.tsx'), 'legal') },
]

const antd = async () => (await import('#providers/antd.tsx')).Antd

const router = createBrowserRouter([
  {
    element: (
      <>
        <Suspense fallback={<Spinner />}>
          <Outlet />
        </Suspense>
        <Toasts />
      </>
    ),
    errorElement: <Failed />,
    HydrateFallback: Spinner,
    children: [
      {
        lazy: () => import('./layout/public.tsx'),
        children: [{ errorElement: <Failed />, children: publicRoutes }],
      },
      {
        lazy: async () => {
          const [{ Component }] = await Promise.all([
            import('./layout/console.tsx'),
            loadTexts('navigation', 'resources'),
          ])
          return { Component }
        },
        children: [
          {
            errorElement: <Failed />,
            children: [
              ...(Object.keys(screens) as ScreenName[]).flatMap(routesOf),
              ...heads.flatMap(head => resourceRoutes(head, { frame: antd, loadTexts })),
              { path: '/demo', element: <Navigate to="/" replace /> },
              { path: '*', lazy: () => import('./layout/not-found.tsx') },
            ],
          },
        ],
      },
    ],
  },
])

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
