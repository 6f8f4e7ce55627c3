import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useCaller } from '#kit/caller.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { opens } from '#kit/screens.ts'

/** A screen for those who hold any of the permissions, "No access" for the others; then nothing of it is mounted. */
export function Permitted({ access, children }: { access: readonly Permission[]; children: ReactNode }) {
  const { role } = useCaller()
  return opens(role, access) ? children : <NoAccess />
}
