import { useEffect, useMemo, useState } from 'react'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { live } from '#contract/platform/live.ts'
import { call, Refused } from '#kit/call.ts'
import { createFeed, type FeedState } from '#kit/device-feed/feed.ts'
import { token } from '#kit/token.ts'

/** Events that a look fetches. */
const fetched = 20

/** The feed of device events for as long as the screen is there. */
export function useFeed() {
  const [state, setState] = useState<FeedState>({ events: null, mode: 'starting', failures: 0, interval: 0 })
  const feed = useMemo(
    () =>
      createFeed({
        token: token.get,
        newest: async () => (await call(deviceEvents.list, { query: { limit: fetched } })).events,
        async address(last) {
          const { ticket } = await call(live.ticket)
          const query = new URLSearchParams({ token: ticket, ...(last && { last_event_id: last }) })
          return `${deviceEvents.stream.path}?${query}`
        },
        open: address => new EventSource(address),
        statusOf: error => (error instanceof Refused ? error.problem.status : undefined),
        store: localStorage,
        became: setState,
      }),
    [],
  )
  useEffect(() => {
    feed.start()
    return feed.stop
  }, [feed])
  return { ...state, retry: feed.retry }
}
