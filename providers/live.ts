import type { LiveEvent, LiveProvider } from '@refinedev/core'
import type { RecordChange } from '#contract/platform/live.ts'
import { call } from '#kit/call.ts'
import { liveness } from '#kit/liveness.ts'
import { ownWrites } from '#kit/own-writes.ts'
import { token } from '#kit/token.ts'
import { createRefresher } from './live/refresher.ts'
import { createLiveStream } from './live/stream.ts'
import { queries } from './queries.ts'

type Subscription = Parameters<LiveProvider['subscribe']>[0]

/** How long, in milliseconds, the stream outlives its last subscription: one screen is left before the next is there. */
const linger = 5_000

const subscriptions = new Set<Subscription>()
/** The token for whose session the stream was opened. */
let holder: string | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** The contract brings zod along, so the shell does not wait for it. */
async function address(signal: AbortSignal) {
  const { live } = await import('#contract/platform/live.ts')
  signal.throwIfAborted()
  const { ticket } = await call(live.ticket, { signal })
  return `${live.changes.path}?${new URLSearchParams({ ticket })}`
}

const otherTabs = new BroadcastChannel('voicedeck-live')

const typeOf: Record<string, string> = { create: 'created', update: 'updated', delete: 'deleted' }

/** Refine's events of one resource: the changes of one type are one event. */
function eventsOf(resource: string, changes: readonly RecordChange[]): LiveEvent[] {
  const byType = Map.groupBy(changes, ({ action }) => typeOf[action] ?? action)
  return [...byType].map(([type, alike]) => ({
    channel: `resources/${resource}`,
    type,
    payload: { ids: alike.flatMap(({ id }) => id ?? []) },
    date: new Date(alike.at(-1)?.at ?? Date.now()),
  }))
}

function tell(resource: string, changes: readonly RecordChange[]) {
  for (const event of eventsOf(resource, changes)) {
    for (const { channel, types, callback } of subscriptions) {
      if (channel === event.channel && (types.includes('*') || types.includes(event.type))) callback(event)
    }
  }
}

const refresher = createRefresher({
  queries,
  answeredAt: ownWrites.answeredAt,
  random: Math.random,
  tell,
})

const stream = createLiveStream({
  address,
  open: address => new EventSource(address),
  hidden: () => document.hidden,
  random: Math.random,
  became(state, resources) {
    liveness.become(state, resources)
    if (state === 'live') otherTabs.postMessage('opened')
  },
  ...refresher,
})

document.addEventListener('visibilitychange', stream.looked)
otherTabs.addEventListener('message', stream.giveWay)

/**
 * Changes made by others, by Server-Sent Events: one stream a tab, shared by all subscriptions. Lists and records on
 * the screen are refetched here ({@link createRefresher}), so Refine's live mode needs not be `auto`; subscriptions
 * keep the stream open and are called at most once a second, with the changes of others alone. Their `params` are not
 * looked at: Refine would not say when they change.
 */
export const liveProvider: LiveProvider = {
  subscribe(subscription) {
    clearTimeout(leaving)
    subscriptions.add(subscription)
    const current = token.get()
    if (current !== holder) stream.stop()
    holder = current
    stream.start()
    return subscription
  },
  unsubscribe(subscription: Subscription) {
    subscriptions.delete(subscription)
    clearTimeout(leaving)
    if (subscriptions.size > 0) return
    // At once where nobody is signed in any more: what is still asked for would be refused.
    if (token.get()) leaving = setTimeout(stream.stop, linger)
    else stream.stop()
  },
}
