import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { isPreview } from '#kit/preview/preview.ts'
import { returnPath } from '#kit/return-path.ts'
import { useSession } from '#providers/auth.ts'
import { Offline, Spinner } from './spinner.tsx'

/** Screens for guests; signed-in users are redirected to where they came from or to the landing page. */
export function Component() {
  const state = useSession()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  switch (state.phase) {
    case 'checking':
      return <Spinner />
    case 'offline':
      return <Offline />
    case 'in': {
      if (isPreview) return <Outlet />
      const to = pathname === '/register' ? null : returnPath(search.get('to'), window.location.origin)
      return <Navigate to={to ?? '/analytics'} replace />
    }
    case 'out':
      return <Outlet />
  }
}
