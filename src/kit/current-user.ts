import { createContext, useContext } from 'react'
import type { User } from '#contract/identity/auth.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { can, type Permission } from '#contract/kit/permissions.ts'

/** The signed-in user, provided by the shell. */
export const CurrentUserContext = createContext<User | null>(null)

export function useCurrentUser(): User {
  const caller = useContext(CurrentUserContext)
  if (!caller) throw new Error('useCaller is used outside the signed-in part of the console')
  return caller
}

/** Checks the permission table for the signed-in user, synchronously. */
export function useCan(): (permission: Permission) => boolean {
  const { role } = useCurrentUser()
  return permission => can(role, permission)
}

/** Whether the user may call an endpoint, synchronously; false if it does not exist. */
export function useCanCall(): (endpoint: Pick<Endpoint, 'access'> | undefined) => boolean {
  const can = useCan()
  return endpoint => endpoint !== undefined && (typeof endpoint.access === 'string' || can(endpoint.access))
}
