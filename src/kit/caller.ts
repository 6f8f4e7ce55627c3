import { createContext, useContext } from 'react'
import type { User } from '#contract/identity/auth.ts'
import { can, type Permission } from '#contract/kit/permissions.ts'

/** The signed-in person; filled by the shell, so whatever is shown inside it has one. */
export const CallerContext = createContext<User | null>(null)

export function useCaller(): User {
  const caller = useContext(CallerContext)
  if (!caller) throw new Error('useCaller is used outside the signed-in part of the console')
  return caller
}

/** Asks the permission table for the signed-in person, at once and without a call. */
export function useCan(): (permission: Permission) => boolean {
  const { role } = useCaller()
  return permission => can(role, permission)
}
