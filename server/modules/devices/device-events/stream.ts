import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { DeviceEvent } from '#contract/devices/device-events.ts'
import type { Db } from '#server/db/open.ts'
import { latestSeq, listEventsAfter, type Requester, type SequencedEvent } from './queries.ts'

/** Polling interval in milliseconds while there are followers; events of other instances are found by polling. */
const pollIntervalMs = 500
/** Events read per query. */
const tailBatchSize = 1_000

/** A subscriber of the tail. */
export interface Follower {
  /** Only events of this organization; all where absent. */
  organizationId?: string | null
  /** @param to sequence number up to which these are all events */
  onEvents(events: readonly SequencedEvent[], to: number): void
}

export interface Tail {
  /** Sequence number up to which the tail has read. */
  position(): number
  /** Polls now instead of at the next interval. */
  poll(): void
  /** @returns an unsubscribe function, once the tail is at the newest event */
  follow(follower: Follower): Promise<() => void>
  close(): void
}

/**
 * Reads every event once for all followers on this instance, in order. Only the table is read, so no event is lost when
 * the instance that stored it dies.
 */
export function openTail(db: Db, log: FastifyBaseLogger): Tail {
  /** By organization, so that idle organizations cost nothing; null for all. */
  const followers = new Map<string | null, Set<Follower>>()
  let position = 0
  let started: Promise<void> | null = null
  let reading = false
  let again = false
  let closing = new AbortController()

  async function publishNewEvents() {
    do {
      again = false
      const events = await listEventsAfter(db, { after: position, limit: tailBatchSize })
      const last = events.at(-1)
      if (!last) continue
      position = last.seq
      again ||= events.length === tailBatchSize
      for (const follower of followers.get(null) ?? []) follower.onEvents(events, position)
      for (const [organizationId, own] of Map.groupBy(events, ({ event }) => event.organization_id)) {
        for (const follower of followers.get(organizationId) ?? []) follower.onEvents(own, position)
      }
    } while (again)
  }

  function poll() {
    if (followers.size === 0) return
    again = true
    if (reading) return
    reading = true
    publishNewEvents()
      .catch((error: unknown) => log.error({ err: error }, 'reading device events failed and is retried'))
      .finally(() => {
        reading = false
      })
  }

  async function pollUntilAborted({ signal }: AbortController) {
    while (!signal.aborted) {
      poll()
      await wait(pollIntervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Starts at the newest event; nothing is read while there are no followers. */
  async function start() {
    position = await latestSeq(db)
    closing = new AbortController()
    void pollUntilAborted(closing)
  }

  return {
    position: () => position,
    poll,
    async follow(follower) {
      started ??= start().catch(error => {
        started = null
        throw error
      })
      await started
      const key = follower.organizationId ?? null
      const peers = followers.get(key) ?? new Set()
      followers.set(key, peers.add(follower))
      return () => {
        peers.delete(follower)
        if (peers.size === 0 && followers.get(key) === peers) followers.delete(key)
        if (followers.size > 0) return
        closing.abort()
        started = null
      }
    },
    close: () => closing.abort(),
  }
}

/** Events per catch-up query: at their largest, still below the send buffer of a stream. */
const catchUpBatchSize = 50

interface Reader {
  send(event: DeviceEvent, seq: number): void
  /** Resolves when the send buffer is drained or the reader has gone. */
  drained(): Promise<void>
  /** Ends the stream; the reader reconnects and resumes. */
  reset(): void
}

/** The organization whose events a caller may see, null for all; undefined where access must be checked per event. */
function visibleOrganization({ grant, actor }: Requester): string | null | undefined {
  if (grant.reach === 'all') return null
  if (grant.reach === 'organization') return actor.organizationId ?? undefined
  return undefined
}

/**
 * Sends a reader every visible event after a position, once and in order: from the table until it has caught up, then
 * live.
 * @param after sequence number read so far; null starts at the newest event
 */
export async function followEvents(
  db: Db,
  tail: Tail,
  requester: Requester,
  after: number | null,
  reader: Reader,
): Promise<{ at: number; start: () => void; stop: () => void }> {
  const visible = visibleOrganization(requester)
  let position = after ?? 0
  let stopped = false
  // True until start(), so that nothing is sent before.
  let isCatchingUp = true

  const sendAll = (events: readonly SequencedEvent[]) => {
    for (const { seq, event } of events) reader.send(event, seq)
  }

  async function catchUp() {
    if (isCatchingUp) return
    isCatchingUp = true
    try {
      while (position < tail.position() && !stopped) {
        const to = tail.position()
        const events = await listEventsAfter(db, {
          after: position,
          to,
          limit: catchUpBatchSize,
          of: requester,
        })
        if (stopped) return
        sendAll(events)
        position = events.length === catchUpBatchSize ? (events.at(-1) as SequencedEvent).seq : to
        await reader.drained()
      }
    } catch {
      reader.reset()
    } finally {
      isCatchingUp = false
    }
  }

  function onEvents(events: readonly SequencedEvent[], to: number) {
    if (isCatchingUp || to <= position) return
    if (visible === undefined) return void catchUp()
    sendAll(events.filter(({ seq }) => seq > position))
    position = to
  }

  const stop = await tail.follow({ organizationId: visible ?? null, onEvents })
  // Another instance may have read further than this one; a position beyond the newest event is invalid.
  if (after === null) position = tail.position()
  else if (after > tail.position()) position = Math.min(after, await latestSeq(db))
  return {
    at: position,
    start() {
      isCatchingUp = false
      void catchUp()
    },
    stop() {
      stopped = true
      stop()
    },
  }
}
