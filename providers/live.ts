import type { LiveEvent, LiveProvider } from '@refinedev/core'
import type { RecordChange } from '#contract/platform/live.ts'
import { call, ownWrites } from '#kit/call.ts'
import { firstContent } from '#kit/first-content.ts'
import { liveStatus } from '#kit/live-status.ts'
import { isPreview } from '#kit/preview/preview.ts'
import { token } from '#kit/token.ts'
import { createRefresher } from './live/refresher.ts'
import { createLiveStream } from './live/stream.ts'
import { queryClient } from './query-client.ts'

type Subscription = Parameters<LiveProvider['subscribe']>[0]

/** Milliseconds that the stream stays open after its last subscription ends, to bridge navigation between screens. */
const lingerMs = 5_000

/** Milliseconds after navigation in which a query may take over a response that `index.html` requested. */
const startupMs = 10_000

const subscriptions = new Set<Subscription>()
/** The token that the stream was opened with. */
let streamToken: string | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** Imported lazily because the contract depends on zod, which the shell does not need. */
async function address(signal: AbortSignal) {
  const { live } = await import('#contract/platform/live.ts')
  signal.throwIfAborted()
  const { ticket } = await call(live.ticket, { signal })
  return `${live.changes.path}?${new URLSearchParams({ ticket })}`
}

const otherTabs = new BroadcastChannel('voicedeck-live')

const typeOf: Record<string, string> = { create: 'created', update: 'updated', delete: 'deleted' }

/** Groups changes of one resource by type into Refine events. */
function eventsOf(resource: string, changes: readonly RecordChange[]): LiveEvent[] {
  const byType = Map.groupBy(changes, ({ action }) => typeOf[action] ?? action)
  return [...byType].map(([type, alike]) => ({
    channel: `resources/${resource}`,
    type,
    payload: { ids: alike.flatMap(({ id }) => id ?? []) },
    date: new Date(alike.at(-1)?.at ?? Date.now()),
  }))
}

function notifySubscribers(resource: string, changes: readonly RecordChange[]) {
  for (const event of eventsOf(resource, changes)) {
    for (const { channel, types, callback } of subscriptions) {
      if (channel === event.channel && (types.includes('*') || types.includes(event.type))) callback(event)
    }
  }
}

const refresher = createRefresher({
  queries: queryClient,
  answeredAt: ownWrites.answeredAt,
  readAt: () => (performance.now() < startupMs ? performance.timeOrigin : Date.now()),
  random: Math.random,
  onOthersChanges: notifySubscribers,
})

const stream = createLiveStream({
  address,
  open: address => new EventSource(address),
  hidden: () => document.hidden,
  random: Math.random,
  onStatusChange(state, resources) {
    liveStatus.set(state, resources)
    if (state === 'live') otherTabs.postMessage('opened')
  },
  ...refresher,
})

document.addEventListener('visibilitychange', stream.handleVisibilityChange)
otherTabs.addEventListener('message', stream.yieldConnection)

function connect() {
  if (subscriptions.size === 0 || isPreview) return
  const current = token.get()
  if (current !== streamToken) stream.stop()
  streamToken = current
  stream.start()
}

/**
 * Live updates by Server-Sent Events: one stream per tab, shared by all subscriptions. Visible lists and records are
 * refetched here ({@link createRefresher}), so Refine's live mode does not need `auto`; subscriptions keep the stream
 * open and receive other users' changes at most once per second. Subscription `params` are ignored because Refine
 * does not report when they change.
 */
export const liveProvider: LiveProvider = {
  subscribe(subscription) {
    clearTimeout(leaving)
    subscriptions.add(subscription)
    void firstContent.then(connect)
    return subscription
  },
  unsubscribe(subscription: Subscription) {
    subscriptions.delete(subscription)
    clearTimeout(leaving)
    if (subscriptions.size > 0) return
    // Immediately after sign-out: further requests would be refused.
    if (token.get()) leaving = setTimeout(stream.stop, lingerMs)
    else stream.stop()
  },
}
