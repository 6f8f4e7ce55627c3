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
 * Adds further routes to a router: when the browser is about to leave the first address at the latest.
 * @param parent id of the route that gets them as children
 * @param pause ends when there is time to do so before
 */
export function addLater(
  router: Router,
  parent: string,
  routes: readonly RouteObject[],
  pause: Promise<void>,
): void {
  let isAdded = false
  const add = () => {
    if (isAdded) return
    isAdded = true
    router.patchRoutes(parent, [...routes])
  }
  const { navigate } = router
  router.navigate = ((...target: Parameters<typeof navigate>) => {
    add()
    return navigate(...target)
  }) as typeof navigate
  // After a reload, the browser goes back to an earlier address without loading it.
  window.addEventListener('popstate', add, { capture: true, once: true })
  void pause.then(add)
}
