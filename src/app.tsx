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
import { Guest } from './layout/guest.tsx'
import { NotFound } from './layout/not-found.tsx'
import { Permitted } from './layout/permitted.tsx'
import { Public } from './layout/public.tsx'
import { Spinner } from './layout/spinner.tsx'
import { Toasts } from './layout/toasts.tsx'
import type { Unbuilt } from './pages/not-built/unbuilt.ts'

type Lazy = () => Promise<{ Component: ComponentType }>

/** A page whose texts have a file of their own, fetched together with it. */
const withOwnTexts =
  (load: Lazy, texts: 'conversations' | 'security' | 'rate-limits'): Lazy =>
  async () => {
    const [page] = await Promise.all([load(), loadTexts(texts)])
    return page
  }

/** The page of each screen that is built; the others are named in `pages/not-built/unbuilt.ts`. */
const pages: Record<Exclude<ScreenName, Unbuilt>, Lazy> = {
  analytics: () => import('./pages/analytics/analytics.tsx'),
  activeSessions: withOwnTexts(() => import('./pages/conversations/active-sessions.tsx'), 'conversations'),
  sessionHistory: withOwnTexts(() => import('./pages/conversations/session-history.tsx'), 'conversations'),
  twoFactor: withOwnTexts(() => import('./pages/two-factor/two-factor.tsx'), 'security'),
  rateLimits: withOwnTexts(() => import('./pages/rate-limits/rate-limits.tsx'), 'rate-limits'),
}

async function pageOf(name: ScreenName): Promise<ReactNode> {
  if (!(name in pages)) {
    const { NotBuilt } = await import('./pages/not-built/not-built.tsx')
    return <NotBuilt name={name as Unbuilt} />
  }
  const { Component } = await pages[name as keyof typeof pages]()
  return <Component />
}

/** The routes of one screen; its code and texts are fetched together, and nothing of it runs for who may not see it. */
function routesOf(name: ScreenName): RouteObject[] {
  const { path, also = [], access = [] }: Screen = screens[name]
  const lazy = async () => {
    const [page] = await Promise.all([pageOf(name), loadTexts('pages')])
    return { element: <Permitted access={access}>{page}</Permitted> }
  }
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
    element: <Guest />,
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
      { element: <Public />, children: [{ errorElement: <Failed />, children: publicRoutes }] },
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
              ...heads.flatMap(head => resourceRoutes(head, antd)),
              { path: '/demo', element: <Navigate to="/" replace /> },
              { path: '*', element: <NotFound /> },
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
