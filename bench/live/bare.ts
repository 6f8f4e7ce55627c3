/**
 * Baseline in a child process: a bare `ws` server that broadcasts one message per second. The parent sends `follow` with
 * the payload, or `rest`; each is answered with the resources used so far.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers'
import { WebSocketServer } from 'ws'
import { encodeMessage } from '#server/kit/broadcast.ts'
import type { Used } from './servers.ts'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 4_096 })
/** Keeps idle clients from reconnecting. */
const heartbeat = encodeMessage('heartbeat', {})
let payload: object | null = null
let second = 0

setInterval(() => {
  second += 1
  if (!payload && second % 15 > 0) return
  const message = payload
    ? encodeMessage('live_metrics', { ...payload, as_of: new Date().toISOString() })
    : heartbeat
  for (const socket of server.clients) socket.send(message, { binary: false, compress: false })
}, 1_000)

await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
for (;;) {
  const [asked] = (await once(process, 'message')) as [string]
  payload = asked === 'rest' ? null : JSON.parse(asked)
  const { user, system } = process.cpuUsage()
  const used: Used = { cpu: (user + system) / 1_000, memory: process.memoryUsage().rss }
  process.send?.(used)
}
