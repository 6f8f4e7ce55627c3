import type { DeviceEvent } from '#contract/device-events.ts'
import type { Db } from '#server/db/open.ts'
import { type Asker, eventsAfter, newestPlace, type Placed } from './queries.ts'
import type { Stretch, Tail } from './tail.ts'

/** Events that a reader who has fallen behind is sent at a time: as large as they come, less than it may leave unread. */
const most = 50

interface Reader {
  send(event: DeviceEvent, place: number): void
  /** Resolves when what was sent is taken, or the reader is gone. */
  drained(): Promise<void>
  /** Ends the stream: the reader comes back, and goes on where it stood. */
  reset(): void
}

/** Whether a caller sees an event, where that can be said without asking the database. */
function sightOf({ grant, actor }: Asker): ((event: DeviceEvent) => boolean) | null {
  if (grant.reach === 'all') return () => true
  if (grant.reach === 'organization') return event => event.organization_id === actor.organizationId
  return null
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
  const sees = sightOf(asker)
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

  function came({ from, to, events }: Stretch) {
    if (catching || to <= place) return
    if (!sees || place < from) return void catchUp()
    sendAll(events.filter(({ seq, event }) => seq > place && sees(event)))
    place = Math.max(place, to)
  }

  const stop = await tail.follow(came)
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
