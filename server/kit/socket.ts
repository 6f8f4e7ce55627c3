import type { WebSocket } from 'ws'
import type { z } from 'zod'
import { encodeMessage, type Listener, socketListener } from './broadcast.ts'
import type { Actor } from './call.ts'

const authTimeoutMs = 5_000
/** Message limit between two heartbeats, because a message may cause a database query. */
const maxMessages = 60
/** Close codes of RFC 6455, section 7.4.1, and the IANA registry. */
export const closeCodes = { refused: 1008, failed: 1011, restarting: 1012 } as const

const heartbeat = encodeMessage('heartbeat', {})

/** What clients may send; `auth` is handled by {@link serveSocket}. */
export type SocketMessage = { type: 'auth'; token: string } | { type: string }
type Other<M extends SocketMessage> = Exclude<M, { type: 'auth' }>

/** What a service does for one authenticated socket. */
export interface SocketClient<M extends SocketMessage> {
  /** Messages are handled one after the other. */
  handle(actor: Actor, message: Other<M>): void | Promise<void>
  /** Called on each heartbeat of an authenticated socket. */
  beat?(actor: Actor): void
  /** Forgets everything about the socket: it was closed, or authenticates again. */
  reset(): void
}

/** A service that clients reach by WebSocket. */
export interface SocketService<M extends SocketMessage = SocketMessage> {
  messages: z.ZodType<M>
  connect(listener: Listener, close: (code: number, reason: string) => void): SocketClient<M>
  close(): void
}

/** One open socket. */
export interface Connection {
  /** The authenticated actor; null before authentication. */
  actor(): Actor | null
  /** Pings, and sends a heartbeat message if the socket was idle. Terminates a socket that did not answer the last ping. */
  beat(): void
  close(code: number, reason: string): void
}

/**
 * Serves a socket: authentication within a deadline, then the messages of the service.
 * @param identify resolves a token to its actor
 */
export function serveSocket<M extends SocketMessage>(
  socket: WebSocket,
  service: SocketService<M>,
  identify: (token: string) => Promise<Actor | null>,
): Connection {
  const listener = socketListener(socket)
  let actor: Actor | null = null
  let alive = true
  let messageCount = 0
  const close = (code: number, reason: string) => socket.close(code, reason)
  const client = service.connect(listener, close)
  const deadline = setTimeout(() => close(closeCodes.refused, 'Not signed in'), authTimeoutMs)

  function parse(data: unknown): M | null {
    try {
      return service.messages.parse(JSON.parse(String(data)))
    } catch {
      return null
    }
  }

  /** Clears what the socket did before, perhaps for another actor. */
  async function authenticate(token: string) {
    client.reset()
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
    if (message.type === 'auth') return authenticate((message as { token: string }).token)
    if (!actor) return close(closeCodes.refused, 'Please sign in first')
    await client.handle(actor, message as Other<M>)
    // Closed while it was handled.
    if (socket.readyState !== socket.OPEN) client.reset()
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
    client.reset()
  })

  return {
    actor: () => actor,
    beat() {
      if (!alive) return socket.terminate()
      alive = false
      messageCount = 0
      socket.ping()
      if (!actor) return
      client.beat?.(actor)
      if (listener.wasIdle()) listener.send('heartbeat', heartbeat)
    },
    close,
  }
}
