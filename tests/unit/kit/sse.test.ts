import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { formatEvent, heartbeatIntervalMs, maxUnread, openEventStream } from '#server/kit/sse.ts'

const response = () => new ServerResponse(new IncomingMessage(new Socket()))

function open(mayGoOn = async () => true) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return openEventStream(response(), mayGoOn)
}

describe('a frame', () => {
  test('is one event, whatever its data or id contains', () => {
    expect(formatEvent('change', JSON.stringify({ name: 'a\n\nevent: b' }), '7\nevent: c')).toBe(
      'id: 7event: c\nevent: change\ndata: {"name":"a\\n\\nevent: b"}\n\n',
    )
    expect(formatEvent('ready', '{}')).toBe('event: ready\ndata: {}\n\n')
  })
})

describe('a feed', () => {
  test('ends with a reset when too much is unread, and buffers no more than that', async () => {
    const feed = open()
    for (let count = 0; count < 10_000; count += 1) feed.send('change', 'x'.repeat(1_000))
    const sent = await text(feed.body)
    expect(sent.endsWith('\n\nevent: reset\ndata: {}\n\n')).toBe(true)
    expect(sent.length).toBeGreaterThan(maxUnread)
    expect(sent.length).toBeLessThan(maxUnread + 2_000)
  })

  test('checks at each heartbeat whether it may continue, and ends when it may not', async () => {
    const answers = [true, false]
    const feed = open(async () => answers.shift() ?? true)
    const closed = vi.fn()
    feed.onClose(closed)
    await vi.advanceTimersByTimeAsync(heartbeatIntervalMs * 3)
    expect(await text(feed.body)).toBe('retry: 3000\n\n: heartbeat\nevent: heartbeat\ndata: {}\n\n')
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
  })

  test('continues while that check fails', async () => {
    const feed = open(() => Promise.reject(new Error('the database is away')))
    await vi.advanceTimersByTimeAsync(heartbeatIntervalMs)
    expect(feed.body.readableEnded).toBe(false)
    expect(String(feed.body.read())).toContain(': heartbeat')
    feed.body.destroy()
  })
})
