import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate } from 'react-router'
import type { Permission } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { canOpen } from '#kit/screens.ts'

const NoAccess = lazy(async () => ({ default: (await import('#kit/no-access.tsx')).NoAccess }))

interface PermittedProps {
  access: readonly Permission[]
  /** Where other users are sent; without it they see "No access". */
  redirectTo?: string | undefined
  children: ReactNode
}

/** Renders a screen for users with any of the permissions. */
export function Permitted({ access, redirectTo, children }: PermittedProps) {
  const { role } = useCurrentUser()
  if (canOpen(role, access)) return children
  if (redirectTo) return <Navigate to={redirectTo} replace />
  return (
    <Suspense>
      <NoAccess />
    </Suspense>
  )
}
