import { useEffect, useMemo, useState } from 'react'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { live } from '#contract/platform/live.ts'
import { ApiError, call } from '#kit/call.ts'
import { createFeed, type FeedState } from '#kit/device-feed/feed.ts'
import { token } from '#kit/token.ts'

/** Maximum number of events per request. */
const limit = 20

/** Subscribes to the device event feed while mounted. */
export function useFeed() {
  const [state, setState] = useState<FeedState>({ events: null, mode: 'starting', failures: 0, interval: 0 })
  const feed = useMemo(
    () =>
      createFeed({
        token: token.get,
        newest: async () => (await call(deviceEvents.list, { query: { limit } })).events,
        async address(last) {
          const { ticket } = await call(live.ticket)
          const query = new URLSearchParams({ token: ticket, ...(last && { last_event_id: last }) })
          return `${deviceEvents.stream.path}?${query}`
        },
        open: address => new EventSource(address),
        statusOf: error => (error instanceof ApiError ? error.problem.status : undefined),
        store: localStorage,
        onStateChange: setState,
      }),
    [],
  )
  useEffect(() => {
    feed.start()
    return feed.stop
  }, [feed])
  return { ...state, retry: feed.retry }
}
