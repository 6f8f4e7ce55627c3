import type { DeviceEvent } from '#contract/devices/device-events.ts'
import type { Db } from '#server/db/open.ts'
import { type Asker, eventsAfter, newestPlace, type Placed } from './queries.ts'
import type { Tail } from './tail.ts'

/** Events that a reader who has fallen behind is sent at a time: as large as they come, less than it may leave unread. */
const most = 50

interface Reader {
  send(event: DeviceEvent, place: number): void
  /** Resolves when what was sent is taken, or the reader is gone. */
  drained(): Promise<void>
  /** Ends the stream: the reader comes back, and goes on where it stood. */
  reset(): void
}

/** The organization whose events a caller sees, null for all; undefined where the database must be asked for each. */
function sightOf({ grant, actor }: Asker): string | null | undefined {
  if (grant.reach === 'all') return null
  if (grant.reach === 'organization') return actor.organizationId ?? undefined
  return undefined
}

/**
 * Sends a reader all events behind a place that it may see, each once and in order: from the table as long as it is
 * behind, then as they come.
 * @param after the place it has read up to; without one it begins at the newest.
 * @returns where it begins, and how to start and to stop.
 */
export async function followEvents(
  db: Db,
  tail: Tail,
  asker: Asker,
  after: number | null,
  reader: Reader,
): Promise<{ at: number; start: () => void; stop: () => void }> {
  const sight = sightOf(asker)
  let place = after ?? 0
  let stopped = false
  // Nothing goes out before the start.
  let catching = true

  const sendAll = (events: readonly Placed[]) => {
    for (const { seq, event } of events) reader.send(event, seq)
  }

  async function catchUp() {
    if (catching) return
    catching = true
    try {
      while (place < tail.at() && !stopped) {
        const to = tail.at()
        const events = await eventsAfter(db, { after: place, to, most, of: asker })
        if (stopped) return
        sendAll(events)
        place = events.length === most ? (events.at(-1) as Placed).seq : to
        await reader.drained()
      }
    } catch {
      reader.reset()
    } finally {
      catching = false
    }
  }

  /** Whoever has caught up misses nothing: the tail tells of each event as it reads it. */
  function came(events: readonly Placed[], to: number) {
    if (catching || to <= place) return
    if (sight === undefined) return void catchUp()
    sendAll(events.filter(({ seq }) => seq > place))
    place = to
  }

  const stop = await tail.follow({ organizationId: sight ?? null, came })
  // Another instance may have read further than this one; a place that nobody has reached yet is not ours.
  if (after === null) place = tail.at()
  else if (after > tail.at()) place = Math.min(after, await newestPlace(db))
  return {
    at: place,
    start() {
      catching = false
      void catchUp()
    },
    stop() {
      stopped = true
      stop()
    },
  }
}
