import type { AuthProvider } from '@refinedev/core'
import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/kit/language.ts'
import { silence } from '#kit/alerts/push-subscription.ts'
import { call, hangUp, onSessionDeath } from '#kit/call.ts'
import { token, tokenKey } from '#kit/token.ts'
import { queries } from './queries.ts'
import { createSession } from './session.ts'

type Contract = typeof import('#contract/identity/auth.ts').auth
let known: Contract | undefined

/** The contract brings zod along, so the entry does not wait for it. */
async function contract() {
  known ??= (await import('#contract/identity/auth.ts')).auth
  return known
}

export const session = createSession({
  token,
  me: async () => call((await contract()).me),
  // At once, while the token is still there to be sent; who has a session has asked by the contract before.
  farewell: async () => known && call(known.logout),
  hangUp,
  silence: () => void silence().catch(() => {}),
  forget: () => {
    void queries.cancelQueries()
    queries.clear()
  },
  later: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
  now: Date.now,
})

/** Keeps on the server how the signed-in person reads, for each of their devices. */
export async function keepReading(settings: { locale?: Language; time_zone?: string }) {
  await call((await contract()).updateMe, { body: settings })
  await session.check()
}

/** Checks the stored token and follows what the server and the other tabs do to it. */
export function startSession() {
  onSessionDeath(session.died)
  window.addEventListener('storage', event => {
    if (event.key === tokenKey || event.key === null) session.changed()
  })
  window.addEventListener('online', () => {
    if (session.state().phase === 'offline') void session.check()
  })
  void session.check()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.state)

/**
 * Refine's view of the session. Failing calls are dealt with where they are made (`onSessionDeath`), once for all of
 * them, so `onError` has nothing left to do.
 */
export const authProvider: AuthProvider = {
  login: async ({ access_token }: { access_token: string }) => {
    await session.begin(access_token)
    return { success: true }
  },
  logout: async () => {
    await session.logout()
    return { success: true, redirectTo: '/login' }
  },
  check: async () =>
    session.state().phase === 'out'
      ? { authenticated: false, redirectTo: '/login' }
      : { authenticated: true },
  onError: async () => ({}),
  getIdentity: async () => {
    const state = session.state()
    return state.phase === 'in' ? state.user : null
  },
  getPermissions: async () => {
    const state = session.state()
    return state.phase === 'in' ? state.user.role : null
  },
}
