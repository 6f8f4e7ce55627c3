import type { createBrowserRouter, RouteObject } from 'react-router'

/**
 * Whether a route may match an address, by the part of its path before the first parameter. Comparing is all it takes;
 * the router splits, ranks and compiles every route that it gets before it shows the first one.
 */
export function mayMatch(route: RouteObject, pathname: string): boolean {
  const fixed = (route.path ?? '').replace(/[:*].*$/, '')
  return pathname.includes('%') || pathname.toLowerCase().startsWith(fixed.toLowerCase())
}

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Creates a router that gets further routes later: when the browser is about to leave the first address at the latest.
 * @param create creates the router without them
 * @param parent id of the route that gets them as children
 * @param pause ends when there is time to add them
 */
export function createWithLater(
  create: () => Router,
  parent: string,
  routes: readonly RouteObject[],
  pause: Promise<void>,
): Router {
  let isAdded = false
  const add = () => {
    if (isAdded) return
    isAdded = true
    router.patchRoutes(parent, [...routes])
  }
  // After a reload, the browser goes back to an earlier address without loading it. Events of the window reach its
  // listeners in the order in which they were added, so this one has to be before the router's.
  window.addEventListener('popstate', add, { once: true })
  const router = create()
  const { navigate } = router
  router.navigate = ((...target: Parameters<typeof navigate>) => {
    add()
    return navigate(...target)
  }) as typeof navigate
  void pause.then(add)
  return router
}
