import { lazy, type ReactNode, Suspense } from 'react'
import type { Permission } from '#contract/kit/permissions.ts'
import { useCaller } from '#kit/caller.ts'
import { opens } from '#kit/screens.ts'

const NoAccess = lazy(async () => ({ default: (await import('#kit/no-access.tsx')).NoAccess }))

/** A screen for those who hold any of the permissions, "No access" for the others; then nothing of it is mounted. */
export function Permitted({ access, children }: { access: readonly Permission[]; children: ReactNode }) {
  const { role } = useCaller()
  if (opens(role, access)) return children
  return (
    <Suspense>
      <NoAccess />
    </Suspense>
  )
}
