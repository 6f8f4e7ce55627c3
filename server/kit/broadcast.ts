import type { WebSocket } from 'ws'

/** What a reader may have unread before it is sent the latest of each topic only, in bytes. */
const maxUnread = 65_536

/** One reader of a broadcast. */
export interface Listener {
  /** Sends a message of a topic; while the reader is behind, it takes the place of an older one that waits. */
  send(topic: string, message: Buffer): void
  /** Whether nothing was sent since this was asked last. */
  wasIdle(): boolean
}

/** A message as it is sent, serialised once however many read it. */
export const encodeMessage = (type: string, payload: unknown) =>
  Buffer.from(JSON.stringify({ type, payload }))

const asText = { binary: false, compress: false }

/** Sends to a socket without ever queueing more than one message of a topic for a reader that does not keep up. */
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
