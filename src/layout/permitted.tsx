import { lazy, type ReactNode, Suspense } from 'react'
import type { Permission } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { canOpen } from '#kit/screens.ts'

const NoAccess = lazy(async () => ({ default: (await import('#kit/no-access.tsx')).NoAccess }))

/** Renders a screen for users with any of the permissions, otherwise "No access". */
export function Permitted({ access, children }: { access: readonly Permission[]; children: ReactNode }) {
  const { role } = useCurrentUser()
  if (canOpen(role, access)) return children
  return (
    <Suspense>
      <NoAccess />
    </Suspense>
  )
}
