import type { AuthProvider } from '@refinedev/core'
import { useSyncExternalStore } from 'react'
import type { User } from '#contract/identity/auth.ts'
import type { Language } from '#contract/kit/language.ts'
import { unsubscribeFromPush } from '#kit/alerts/push-subscription.ts'
import { abortReads, call, onUnauthorized } from '#kit/call.ts'
import { takeEarlyResponse } from '#kit/early-responses.ts'
import { token, tokenKey } from '#kit/token.ts'
import { queryClient } from './query-client.ts'
import { createSession } from './session.ts'

type Contract = typeof import('#contract/identity/auth.ts').auth
let known: Contract | undefined

/** Imported lazily because the contract depends on zod, which the entry chunk does not need. */
async function contract() {
  known ??= (await import('#contract/identity/auth.ts')).auth
  return known
}

export const session = createSession({
  token,
  async me() {
    // Without the contract, which is still loading.
    const early = await takeEarlyResponse('/api/auth/me', token.get())
    return early?.ok ? ((await early.json()) as User) : call((await contract()).me)
  },
  // Sent immediately, while the token is still stored. A signed-in session has always loaded the contract.
  logoutOnServer: async () => known && call(known.logout),
  abortReads,
  unsubscribePush: () => void unsubscribeFromPush().catch(() => {}),
  clearCache: () => {
    void queryClient.cancelQueries()
    queryClient.clear()
  },
  setTimer: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
  now: Date.now,
})

/** Signs out, also at the identity provider where the organization wants that. */
export async function signOut() {
  const state = session.state()
  const url = state.phase === 'in' && state.user.signs_out_at_provider ? await providerSignOutUrl() : null
  await session.logout()
  if (url) window.location.assign(url)
}

/** Null if the session at the provider cannot be ended; that must not keep the user signed in here. */
async function providerSignOutUrl() {
  const { singleSignOn } = await import('#contract/identity/single-sign-on.ts')
  return call(singleSignOn.signOut).then(
    ({ url }) => url,
    () => null,
  )
}

/** Saves the user's language and time zone to their account. */
export async function saveLocaleSettings(settings: { locale?: Language; time_zone?: string }) {
  await call((await contract()).updateMe, { body: settings })
  await session.check()
}

/** Checks the stored token, and follows 401/403 responses, other tabs and the network state. */
export function startSession() {
  onUnauthorized(session.handleUnauthorized)
  window.addEventListener('storage', event => {
    if (event.key === tokenKey || event.key === null) session.handleTokenChange()
  })
  window.addEventListener('online', () => {
    if (session.state().phase === 'offline') void session.check()
  })
  void session.check()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.state)

/**
 * Refine's view of the session. Failed requests are handled centrally by `onUnauthorized`, so `onError` does nothing.
 */
export const authProvider: AuthProvider = {
  login: async ({ access_token }: { access_token: string }) => {
    await session.begin(access_token)
    return { success: true }
  },
  logout: async () => {
    await signOut()
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
