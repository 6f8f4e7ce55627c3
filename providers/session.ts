import type { User } from '#contract/identity/auth.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { backoff } from '#kit/backoff.ts'
import { Refused } from '#kit/call.ts'

/** Why nobody is signed in: no token was there, one signed out here or in another tab, or the server said no. */
export type Absence =
  | { why: 'no-token' | 'left' | 'left-elsewhere' }
  | { why: 'ended' | 'refused'; detail: string }

export type SessionState =
  | { phase: 'checking' }
  /** The token is kept while the server cannot tell whose it is. `retryAt` is in milliseconds of the epoch. */
  | { phase: 'offline'; retryAt: number }
  | { phase: 'in'; user: User }
  | { phase: 'out'; absence: Absence }

/** What a session is made of; the browser's parts in the console, others in a test. */
export interface SessionParts {
  token: { get(): string | null; set(value: string): void; clear(): void }
  /** Asks the server whose token it is. */
  me(): Promise<User>
  /** Tells the server that the session ends. */
  farewell(): Promise<unknown>
  /** Calls off what is still being read on its behalf. */
  hangUp(): void
  /** Has nothing come to this browser any more that is for the last person. */
  silence(): void
  /** Drops everything that was read on the last person's behalf. */
  forget(): void
  /** Calls back after so many milliseconds; gives a function that calls it off. */
  later(milliseconds: number, then: () => void): () => void
  now(): number
}

/** Whether an answer says nothing about the token: no answer, too many requests, or a failing server. */
const undecided = (error: unknown) =>
  !(error instanceof Refused) || error.problem.status === 429 || error.problem.status >= 500

/** Who is signed in. One per tab; `changed` tells it that another tab replaced or removed the token. */
export function createSession({ token, me, farewell, hangUp, silence, forget, later, now }: SessionParts) {
  let state: SessionState = { phase: 'checking' }
  let holder: string | null = null
  let failures = 0
  let callOff = () => {}
  const listeners = new Set<() => void>()

  function become(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function leave(absence: Absence) {
    callOff()
    hangUp()
    silence()
    token.clear()
    holder = null
    become({ phase: 'out', absence })
    forget()
  }

  async function check() {
    callOff()
    const asked = token.get()
    holder = asked
    if (!asked) return become({ phase: 'out', absence: { why: 'no-token' } })
    try {
      const user = await me()
      if (holder !== asked) return
      failures = 0
      become({ phase: 'in', user })
    } catch (error) {
      if (holder !== asked) return
      if (!undecided(error)) return leave({ why: 'ended', detail: (error as Refused).message })
      failures += 1
      const wait = backoff(failures)
      callOff = later(wait, () => void check())
      become({ phase: 'offline', retryAt: now() + wait })
    }
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    check,
    /** Starts a session by a fresh token; what was shown stays until the server has said whose it is. */
    async begin(fresh: string) {
      forget()
      token.set(fresh)
      await check()
    },
    /** Ends the session here at once, and on the server when it can be reached. */
    async logout() {
      const goodbye = farewell().catch(() => {})
      leave({ why: 'left' })
      await goodbye
    },
    /** The server answered 401 or 403. However many calls it refused, the session ends once. */
    died(problem: Problem) {
      if (state.phase === 'out' || holder === null) return
      leave({ why: problem.status === 403 ? 'refused' : 'ended', detail: problem.detail })
    },
    /** The stored token may have been changed by another tab. */
    changed() {
      const current = token.get()
      if (current === holder) return
      if (!current) return leave({ why: 'left-elsewhere' })
      hangUp()
      forget()
      become({ phase: 'checking' })
      void check()
    },
  }
}
