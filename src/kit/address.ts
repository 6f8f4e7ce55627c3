import { useCallback, useContext } from 'react'
import {
  type Location,
  type NavigateOptions,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  useNavigate,
  useSearchParams,
} from 'react-router'

interface LatestOptions {
  /** Set for changes that no user made: they are dropped while the screen of a clicked link is loading. */
  isAutomatic?: boolean
}

/**
 * Returns the location at the moment of the call, or null if this screen is being left. What is rendered is older: React
 * renders navigation in the background, and an address derived from it would undo what was clicked meanwhile.
 */
export function useLatestLocation(): (options?: LatestOptions) => Location | null {
  const router = useContext(RouterContext)?.router
  const rendered = useContext(RouterStateContext)?.location.pathname
  return useCallback(
    ({ isAutomatic = false } = {}) => {
      if (!router) throw new Error('useLatestLocation must be used within a RouterProvider')
      const { location, navigation } = router.state
      const destination = (isAutomatic && navigation.location) || location
      return destination.pathname === rendered ? location : null
    },
    [router, rendered],
  )
}

/** Search parameters to set; null, undefined and `''` remove one. */
type SearchChange = Readonly<Record<string, string | null | undefined>>

/** Search parameters with some of them changed. */
export function changeSearch(search: string | URLSearchParams, change: SearchChange): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Changes some search parameters and keeps the others. */
type ChangeSearch = (change: SearchChange, options?: LatestOptions & Pick<NavigateOptions, 'replace'>) => void

/** The search parameters of the address, and a function that changes some of them. */
export function useSearch(): [URLSearchParams, ChangeSearch] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const latest = useLatestLocation()
  const change = useCallback<ChangeSearch>(
    (change, { replace = false, ...options } = {}) => {
      const location = latest(options)
      if (location) void navigate({ search: `${changeSearch(location.search, change)}` }, { replace })
    },
    [latest, navigate],
  )
  return [search, change]
}
