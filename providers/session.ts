import type { User } from '#contract/identity/auth.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ApiError } from '#kit/call.ts'
import { backoff } from '#kit/connection.ts'

/** Why no user is signed in: no token, signed out here or in another tab, or refused by the server. */
export type SignedOutReason =
  | { why: 'no-token' | 'left' | 'left-elsewhere' }
  | { why: 'ended' | 'refused'; detail: string }

export type SessionState =
  | { phase: 'checking' }
  /** The token is kept while the server cannot validate it. `retryAt` is in epoch milliseconds. */
  | { phase: 'offline'; retryAt: number }
  | { phase: 'in'; user: User }
  | { phase: 'out'; absence: SignedOutReason }

/** Dependencies: the browser in the console, fakes in tests. */
export interface SessionDependencies {
  token: { get(): string | null; set(value: string): void; clear(): void }
  /** Fetches the user of the stored token. */
  me(): Promise<User>
  /** Ends the session on the server. */
  logoutOnServer(): Promise<unknown>
  /** Aborts pending reads of the session. */
  abortReads(): void
  /** Unsubscribes this browser from the previous user's push messages. */
  unsubscribePush(): void
  /** Clears everything cached for the previous user. */
  clearCache(): void
  /** Starts a timer and returns a function that cancels it. */
  setTimer(milliseconds: number, then: () => void): () => void
  now(): number
}

/** Whether an error says nothing about the token: no response, rate limited, or server error. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || error.problem.status === 429 || error.problem.status >= 500

/** The session state of one tab. */
export function createSession({
  token,
  me,
  logoutOnServer,
  abortReads,
  unsubscribePush,
  clearCache,
  setTimer,
  now,
}: SessionDependencies) {
  let state: SessionState = { phase: 'checking' }
  let checkedToken: string | null = null
  let failures = 0
  let cancelRetry = () => {}
  const listeners = new Set<() => void>()

  function setState(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function signOut(absence: SignedOutReason) {
    cancelRetry()
    abortReads()
    unsubscribePush()
    token.clear()
    checkedToken = null
    setState({ phase: 'out', absence })
    clearCache()
  }

  async function check() {
    cancelRetry()
    const current = token.get()
    checkedToken = current
    if (!current) return setState({ phase: 'out', absence: { why: 'no-token' } })
    try {
      const user = await me()
      if (checkedToken !== current) return
      failures = 0
      setState({ phase: 'in', user })
    } catch (error) {
      if (checkedToken !== current) return
      if (!isTransient(error)) return signOut({ why: 'ended', detail: (error as ApiError).message })
      failures += 1
      const wait = backoff(failures)
      cancelRetry = setTimer(wait, () => void check())
      setState({ phase: 'offline', retryAt: now() + wait })
    }
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    check,
    /** Starts a session with a new token; the current screen stays until the server has validated it. */
    async begin(fresh: string) {
      clearCache()
      token.set(fresh)
      await check()
    },
    /** Signs out locally, and on the server if it can be reached. */
    async logout() {
      const goodbye = logoutOnServer().catch(() => {})
      signOut({ why: 'left' })
      await goodbye
    },
    /** Handles a 401 or 403. The session ends once, however many requests were refused. */
    handleUnauthorized(problem: Problem) {
      if (state.phase === 'out' || checkedToken === null) return
      signOut({ why: problem.status === 403 ? 'refused' : 'ended', detail: problem.detail })
    },
    /** Handles a token changed by another tab. */
    handleTokenChange() {
      const current = token.get()
      if (current === checkedToken) return
      if (!current) return signOut({ why: 'left-elsewhere' })
      abortReads()
      clearCache()
      setState({ phase: 'checking' })
      void check()
    },
  }
}
