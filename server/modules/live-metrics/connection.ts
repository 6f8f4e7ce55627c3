import type { WebSocket } from 'ws'
import { ClientMessage, type LiveTopic } from '#contract/live-metrics.ts'
import { grant } from '#contract/permissions.ts'
import { listenerOf, messageOf } from '#server/kit/broadcast.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Hub } from './hub.ts'
import { topics } from './topics.ts'

/** How long a client may take to say who it is, in milliseconds. */
const authWithin = 5_000
/** Close codes of RFC 6455, 7.4.1, and of IANA's registry. */
export const closing = { refused: 1008, restarting: 1012 } as const

/** One open socket. */
export interface Connection {
  /** Whose session it was opened by; null until the client said so. */
  actor(): Actor | null
  /** Whether the client answered the ping before; pings again. */
  isAlive(): boolean
  close(code: number, reason: string): void
}

const isTopic = (name: string): name is LiveTopic => Object.hasOwn(topics, name)

function parse(data: unknown): ClientMessage | null {
  try {
    return ClientMessage.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}

/**
 * Serves a socket: authentication within its time, then subscriptions as far as the permission table allows them.
 * @param identify finds who holds a token
 */
export function serveSocket(
  socket: WebSocket,
  hub: Hub,
  identify: (token: string) => Promise<Actor | null>,
): Connection {
  const listener = listenerOf(socket)
  let actor: Actor | null = null
  let alive = true
  let unfollow: (() => void)[] = []
  const close = (code: number, reason: string) => socket.close(code, reason)
  const deadline = setTimeout(() => close(closing.refused, 'Nobody signed in'), authWithin)

  function subscribe(viewer: Actor, wanted: readonly string[]) {
    if (socket.readyState !== socket.OPEN) return
    for (const stop of unfollow) stop()
    const followed = [...new Set(wanted)].filter(isTopic).flatMap(topic => {
      const granted = grant(viewer.role, topics[topic].access)
      return granted ? [{ topic, granted }] : []
    })
    const subscriptions = followed.map(({ topic }) => topic)
    listener.send('subscribed', messageOf('subscribed', { subscriptions }))
    unfollow = followed.map(({ topic, granted }) =>
      hub.follow(topic, { grant: granted, actor: viewer }, listener),
    )
  }

  async function answer(data: unknown) {
    const message = parse(data)
    if (!message) return close(closing.refused, 'This message is not understood')
    if (message.type === 'subscribe') {
      if (!actor) return close(closing.refused, 'Please sign in first')
      return subscribe(actor, message.subscriptions)
    }
    actor = await identify(message.token)
    if (!actor) return close(closing.refused, 'Please sign in')
    clearTimeout(deadline)
    listener.send('authenticated', messageOf('authenticated', {}))
  }

  /** Messages are answered in their order, however long the first takes. */
  let answered: Promise<void> = Promise.resolve()
  socket.on('message', data => {
    answered = answered.then(() => answer(data)).catch(() => close(closing.refused, 'Something went wrong'))
  })
  socket.on('pong', () => {
    alive = true
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearTimeout(deadline)
    for (const stop of unfollow) stop()
    unfollow = []
  })

  return {
    actor: () => actor,
    isAlive() {
      if (!alive) return false
      alive = false
      socket.ping()
      return true
    },
    close,
  }
}
