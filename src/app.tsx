import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { firstContent } from '#kit/first-content.ts'
import { isPreview, previewBase } from '#kit/preview/preview.ts'
import { heads } from '#kit/registry.ts'
import { resourceRoutes } from '#kit/resource/routes.tsx'
import { type PageModule, type Screen, type ScreenName, screens } from '#kit/screens.ts'
import { loadTexts } from '#providers/i18n.ts'
import { queryClient } from '#providers/query-client.ts'
import { createWithLater, mayMatch } from './first-routes.ts'
import { Failed } from './layout/failed.tsx'
import { Permitted } from './layout/permitted.tsx'
import { Spinner } from './layout/spinner.tsx'
import { Toasts } from './layout/toasts.tsx'
import { Tooltips } from './layout/tooltips.tsx'
import * as alerts from './pages/alerts/index.ts'
import * as analytics from './pages/analytics/index.ts'
import * as billing from './pages/billing/index.ts'
import * as care from './pages/care/index.ts'
import * as conversations from './pages/conversations/index.ts'
import * as devices from './pages/devices/index.ts'
import * as identity from './pages/identity/index.ts'
import * as localisation from './pages/localisation/index.ts'
import * as people from './pages/people/index.ts'
import * as platform from './pages/platform/index.ts'

const pages: Record<ScreenName, PageModule> = {
  ...alerts.pages,
  ...analytics.pages,
  ...billing.pages,
  ...care.pages,
  ...conversations.pages,
  ...devices.pages,
  ...identity.pages,
  ...localisation.pages,
  ...people.pages,
  ...platform.pages,
}

const publicPages = { ...identity.publicPages, ...platform.publicPages }

/** Loads a page's code and texts in parallel. */
const open = async ({ load, texts }: PageModule) => (await Promise.all([load(), loadTexts(...texts)]))[0]

/** The routes of one screen; its code is not mounted for users without access. */
function routesOf(name: ScreenName): RouteObject[] {
  const { path, aliases = [], access = [] }: Screen = screens[name]
  const lazy = async () => {
    const { Component } = await open(pages[name])
    return {
      element: (
        // The bare address is not a request for this particular screen: redirect instead of refusing.
        <Permitted access={access} redirectTo={name === 'home' ? '/analytics' : undefined}>
          <Component />
        </Permitted>
      ),
    }
  }
  return [path, ...aliases].map(path => ({ path, lazy }))
}

const publicRoute = (path: keyof typeof publicPages): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await open(publicPages[path])).Component }),
})

/** Redirects signed-in users away. */
const guestPaths = ['/login', '/register', '/forgot-password'] as const
const openPaths = [
  '/reset-password',
  '/verify-email',
  '/single-sign-on/callback',
  '/single-sign-on/start',
  '/terms-of-service',
  '/privacy-policy',
  '/unsubscribe',
] as const

const publicRoutes: RouteObject[] = [
  { lazy: () => import('./layout/guest.tsx'), children: guestPaths.map(publicRoute) },
  ...openPaths.map(publicRoute),
]

const PreviewFrame = lazy(async () => {
  const [{ PreviewFrame }] = await Promise.all([import('./layout/preview-frame.tsx'), loadTexts('preview')])
  return { default: PreviewFrame }
})

const consoleRoutes: RouteObject[] = [
  ...(Object.keys(screens) as ScreenName[]).flatMap(routesOf),
  ...heads.flatMap(head => resourceRoutes(head, loadTexts)),
  { path: '/demo', element: <Navigate to="/" replace /> },
]
const isFirst = (route: RouteObject) => isPreview || mayMatch(route, window.location.pathname)
const laterRoutes = consoleRoutes.filter(route => !isFirst(route))

const routes: RouteObject[] = [
  {
    element: (
      <>
        <Suspense fallback={<Spinner />}>
          {isPreview ? (
            <PreviewFrame>
              <Outlet />
            </PreviewFrame>
          ) : (
            <Outlet />
          )}
        </Suspense>
        <Toasts />
        <Tooltips />
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
            id: 'screens',
            errorElement: <Failed />,
            children: [
              ...consoleRoutes.filter(isFirst),
              { path: '*', lazy: () => import('./layout/not-found.tsx') },
            ],
          },
        ],
      },
    ],
  },
]

const router = createWithLater(
  () => createBrowserRouter(routes, isPreview ? { basename: previewBase } : {}),
  'screens',
  laterRoutes,
  firstContent,
)

/** Resolves when the code of the first screen is loaded, or has failed to. */
export const screenLoaded = new Promise<void>(resolve => {
  if (router.state.initialized) resolve()
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (!initialized) return
    unsubscribe()
    resolve()
  })
})

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
