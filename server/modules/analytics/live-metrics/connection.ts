import type { WebSocket } from 'ws'
import { ClientMessage, type LiveTopic } from '#contract/analytics/live-metrics.ts'
import { grant } from '#contract/kit/permissions.ts'
import { encodeMessage, socketListener } from '#server/kit/broadcast.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Hub } from './hub.ts'
import { topics } from './topics.ts'

/** How long a client may take to say who it is, in milliseconds. */
const authWithin = 5_000
/** What a client may say between two heartbeats: each message may cost a look at the database. */
const mostMessages = 60
/** Close codes of RFC 6455, 7.4.1, and of IANA's registry. */
export const closing = { refused: 1008, failed: 1011, restarting: 1012 } as const

const heartbeat = encodeMessage('heartbeat', {})

/** One open socket. */
export interface Connection {
  /** Whose session it was opened by; null until the client said so. */
  actor(): Actor | null
  /** Asks for a sign of life, and gives one that scripts hear too where nothing else was said; ends a socket that gave none since it was asked last. */
  beat(): void
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
  const listener = socketListener(socket)
  let actor: Actor | null = null
  let alive = true
  let said = 0
  let unfollow: (() => void)[] = []
  const close = (code: number, reason: string) => socket.close(code, reason)
  const deadline = setTimeout(() => close(closing.refused, 'Nobody signed in'), authWithin)

  function letGo() {
    for (const stop of unfollow.splice(0)) stop()
  }

  function subscribe(viewer: Actor, wanted: readonly string[]) {
    if (socket.readyState !== socket.OPEN) return
    letGo()
    const followed = [...new Set(wanted)].filter(isTopic).flatMap(topic => {
      const granted = grant(viewer.role, topics[topic].access)
      return granted ? [{ topic, granted }] : []
    })
    const subscriptions = followed.map(({ topic }) => topic)
    listener.send('subscribed', encodeMessage('subscribed', { subscriptions }))
    unfollow = followed.map(({ topic, granted }) =>
      hub.follow(topic, { grant: granted, actor: viewer }, listener),
    )
  }

  /** Whoever signs in follows nothing yet, whoever held the socket before. */
  async function authenticate(token: string) {
    letGo()
    actor = await identify(token)
    if (!actor) return close(closing.refused, 'Please sign in')
    if (actor.isSecondFactorMissing) return close(closing.refused, 'Please set up two-factor authentication')
    clearTimeout(deadline)
    listener.send('authenticated', encodeMessage('authenticated', {}))
  }

  async function answer(data: unknown) {
    const message = parse(data)
    if (!message) return close(closing.refused, 'This message is not understood')
    if (message.type === 'auth') return authenticate(message.token)
    if (!actor) return close(closing.refused, 'Please sign in first')
    subscribe(actor, message.subscriptions)
  }

  /** Messages are answered in their order, however long the first takes. */
  let answered: Promise<void> = Promise.resolve()
  socket.on('message', data => {
    said += 1
    if (said > mostMessages) return close(closing.refused, 'Too many messages')
    answered = answered
      .then(() => (socket.readyState === socket.OPEN ? answer(data) : undefined))
      .catch(() => close(closing.failed, 'Something went wrong'))
  })
  // The close code says to the client what was wrong.
  socket.on('error', () => {})
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    letGo()
  })

  return {
    actor: () => actor,
    beat() {
      if (!alive) return socket.terminate()
      alive = false
      said = 0
      socket.ping()
      if (actor && listener.wasIdle()) listener.send('heartbeat', heartbeat)
    },
    close,
  }
}
