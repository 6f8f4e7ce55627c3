/**
 * What a broadcast costs at the least, in a process of its own: a `ws` server alone that sends a message a second to all.
 * Its parent says `follow` with the payload of the message, or `rest`, and is answered by what was used until then.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers'
import { WebSocketServer } from 'ws'
import { encodeMessage } from '#server/kit/broadcast.ts'
import type { Used } from './servers.ts'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 4_096 })
/** A sign of life for those who would come back for want of one, as a server that says nothing else gives it. */
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
