import type { WebSocket } from 'ws'

/** Unsent bytes from which on a slow reader only gets the latest message of each topic. */
const maxUnread = 65_536

/** One reader of a broadcast. */
export interface Listener {
  /** Sends a message of a topic; while the reader is slow, it replaces a queued older one. */
  send(topic: string, message: Buffer): void
  /** Whether nothing was sent since the last call. */
  wasIdle(): boolean
}

/** A message, serialized once for all readers. */
export const encodeMessage = (type: string, payload: unknown) =>
  Buffer.from(JSON.stringify({ type, payload }))

const asText = { binary: false, compress: false }

/** Sends to a socket; for a slow reader, at most one message per topic is queued. */
export function socketListener(socket: WebSocket): Listener {
  const waiting = new Map<string, Buffer>()
  let quiet = true

  function flush() {
    while (waiting.size > 0 && isKeepingUp()) {
      const [topic, message] = waiting.entries().next().value as [string, Buffer]
      waiting.delete(topic)
      socket.send(message, asText, flush)
    }
  }
  const isKeepingUp = () => socket.readyState === socket.OPEN && socket.bufferedAmount < maxUnread

  return {
    send(topic, message) {
      quiet = false
      if (isKeepingUp()) socket.send(message, asText, flush)
      else if (socket.readyState === socket.OPEN) waiting.set(topic, message)
    },
    wasIdle() {
      const was = quiet
      quiet = true
      return was
    },
  }
}
