import { describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { encodeMessage, socketListener } from '#server/kit/broadcast.ts'

/** A socket whose reader reads when the test says so. */
function reader() {
  const unread: { bytes: Buffer; read?: () => void }[] = []
  const received: string[] = []
  const socket = {
    OPEN: 1,
    readyState: 1,
    get bufferedAmount() {
      return unread.reduce((sum, { bytes }) => sum + bytes.length, 0)
    },
    send(bytes: Buffer, _options: unknown, read?: () => void) {
      unread.push({ bytes, ...(read && { read }) })
    },
  }
  const readAll = () => {
    for (let next = unread.shift(); next; next = unread.shift()) {
      received.push(String(next.bytes))
      next.read?.()
    }
  }
  return { listener: socketListener(socket as unknown as WebSocket), received, readAll, unread }
}

describe('a listener of a broadcast', () => {
  test('that keeps up receives every message, byte for byte like the others', () => {
    const { listener, received, readAll, unread } = reader()
    const message = encodeMessage('live_metrics', { n: 1 })
    listener.send('live_metrics', message)
    expect(unread[0]?.bytes).toBe(message)
    readAll()
    expect(received).toEqual(['{"type":"live_metrics","payload":{"n":1}}'])
  })

  test('that falls behind receives the latest message of each topic once it reads, and none of those missed', () => {
    const { listener, received, readAll, unread } = reader()
    const filler = 'x'.repeat(40_000)
    for (let n = 0; n < 500; n++) {
      listener.send('a', encodeMessage('a', { n, filler }))
      listener.send('b', encodeMessage('b', { n }))
    }
    expect(unread.length).toBeLessThan(10)
    readAll()
    const numbers = received.map(text => JSON.parse(text)).map(({ type, payload }) => `${type}${payload.n}`)
    expect(numbers.slice(-2).sort()).toEqual(['a499', 'b499'])
    expect(numbers.length).toBeLessThan(10)
  })
})
