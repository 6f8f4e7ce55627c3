import type { WebSocket } from 'ws'
import { ClientMessage, type LiveTopic } from '#contract/analytics/live-metrics.ts'
import { grant } from '#contract/kit/permissions.ts'
import { encodeMessage, socketListener } from '#server/kit/broadcast.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Hub } from './hub.ts'
import { topics } from './topics.ts'

const authTimeoutMs = 5_000
/** Message limit between two heartbeats, because a message may cause a database query. */
const maxMessages = 60
/** Close codes of RFC 6455, section 7.4.1, and the IANA registry. */
export const closeCodes = { refused: 1008, failed: 1011, restarting: 1012 } as const

const heartbeat = encodeMessage('heartbeat', {})

/** One open socket. */
export interface Connection {
  /** The authenticated actor; null before authentication. */
  actor(): Actor | null
  /** Pings, and sends a heartbeat message if the socket was idle. Terminates a socket that did not answer the last ping. */
  checkAlive(): void
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
 * Serves a socket: authentication within a deadline, then subscriptions allowed by the permission table.
 * @param identify resolves a token to its actor
 */
export function serveSocket(
  socket: WebSocket,
  hub: Hub,
  identify: (token: string) => Promise<Actor | null>,
): Connection {
  const listener = socketListener(socket)
  let actor: Actor | null = null
  let alive = true
  let messageCount = 0
  let unsubscribers: (() => void)[] = []
  const close = (code: number, reason: string) => socket.close(code, reason)
  const deadline = setTimeout(() => close(closeCodes.refused, 'Not signed in'), authTimeoutMs)

  function unsubscribe() {
    for (const stop of unsubscribers.splice(0)) stop()
  }

  function subscribe(viewer: Actor, wanted: readonly string[]) {
    if (socket.readyState !== socket.OPEN) return
    unsubscribe()
    const followed = [...new Set(wanted)].filter(isTopic).flatMap(topic => {
      const granted = grant(viewer.role, topics[topic].access)
      return granted ? [{ topic, granted }] : []
    })
    const subscriptions = followed.map(({ topic }) => topic)
    listener.send('subscribed', encodeMessage('subscribed', { subscriptions }))
    unsubscribers = followed.map(({ topic, granted }) =>
      hub.follow(topic, { grant: granted, actor: viewer }, listener),
    )
  }

  /** Clears existing subscriptions, which may belong to another actor. */
  async function authenticate(token: string) {
    unsubscribe()
    actor = await identify(token)
    if (!actor) return close(closeCodes.refused, 'Please sign in')
    if (actor.isSecondFactorMissing)
      return close(closeCodes.refused, 'Please set up two-factor authentication')
    clearTimeout(deadline)
    listener.send('authenticated', encodeMessage('authenticated', {}))
  }

  async function handleMessage(data: unknown) {
    const message = parse(data)
    if (!message) return close(closeCodes.refused, 'This message is not understood')
    if (message.type === 'auth') return authenticate(message.token)
    if (!actor) return close(closeCodes.refused, 'Please sign in first')
    subscribe(actor, message.subscriptions)
  }

  /** Serializes messages. */
  let answered: Promise<void> = Promise.resolve()
  socket.on('message', data => {
    messageCount += 1
    if (messageCount > maxMessages) return close(closeCodes.refused, 'Too many messages')
    answered = answered
      .then(() => (socket.readyState === socket.OPEN ? handleMessage(data) : undefined))
      .catch(() => close(closeCodes.failed, 'Something went wrong'))
  })
  // The close code reports the error to the client.
  socket.on('error', () => {})
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    unsubscribe()
  })

  return {
    actor: () => actor,
    checkAlive() {
      if (!alive) return socket.terminate()
      alive = false
      messageCount = 0
      socket.ping()
      if (actor && listener.wasIdle()) listener.send('heartbeat', heartbeat)
    },
    close,
  }
}
