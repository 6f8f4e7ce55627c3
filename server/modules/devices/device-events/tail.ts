import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/open.ts'
import { eventsAfter, newestPlace, type Placed } from './queries.ts'

/** Milliseconds between two looks while somebody follows: what other instances keep is found by looking. */
const lookEvery = 500
/** Events that are read at a time. */
const most = 1_000

/** What follows the tail. */
export interface Follower {
  /** Whose events it is told of; without one, of those of all organizations. */
  organizationId?: string | null
  /** @param to the place up to which these are all that it is to be told of */
  came(events: readonly Placed[], to: number): void
}

export interface Tail {
  /** Up to where the tail has read; grows from the first follower on. */
  at(): number
  /** Looks at once instead of when the time comes. */
  look(): void
  /** @returns how to stop following, once the tail stands at the newest event. */
  follow(follower: Follower): Promise<() => void>
  close(): void
}

/**
 * Reads every event once for all who follow on this instance, in the order of all. The table alone is believed: so
 * nothing is lost with an instance, whichever of them keeps an event.
 */
export function openTail(db: Db, log: FastifyBaseLogger): Tail {
  /** By organization, so that thousands who each follow their own cost nothing where nothing happens; null for all. */
  const followers = new Map<string | null, Set<Follower>>()
  let place = 0
  let started: Promise<void> | null = null
  let reading = false
  let again = false
  let closing = new AbortController()

  async function read() {
    do {
      again = false
      const events = await eventsAfter(db, { after: place, most })
      const last = events.at(-1)
      if (!last) continue
      place = last.seq
      again ||= events.length === most
      for (const follower of followers.get(null) ?? []) follower.came(events, place)
      for (const [organizationId, own] of Map.groupBy(events, ({ event }) => event.organization_id)) {
        for (const follower of followers.get(organizationId) ?? []) follower.came(own, place)
      }
    } while (again)
  }

  function look() {
    if (followers.size === 0) return
    again = true
    if (reading) return
    reading = true
    read()
      .catch((error: unknown) => log.error({ err: error }, 'device events were not read and are read again'))
      .finally(() => {
        reading = false
      })
  }

  async function lookOn({ signal }: AbortController) {
    while (!signal.aborted) {
      look()
      await wait(lookEvery, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Begins at the newest event; while nobody follows, nothing is read. */
  async function start() {
    place = await newestPlace(db)
    closing = new AbortController()
    void lookOn(closing)
  }

  return {
    at: () => place,
    look,
    async follow(follower) {
      started ??= start().catch(error => {
        started = null
        throw error
      })
      await started
      const key = follower.organizationId ?? null
      const alike = followers.get(key) ?? new Set()
      followers.set(key, alike.add(follower))
      return () => {
        alike.delete(follower)
        if (alike.size === 0 && followers.get(key) === alike) followers.delete(key)
        if (followers.size > 0) return
        closing.abort()
        started = null
      }
    },
    close: () => closing.abort(),
  }
}
