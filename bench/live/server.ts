/**
 * A server that sends a message a second while it is told to, in a process of its own: `server.ts bare|hub PORT`. Its
 * parent says `send` or `rest`, and is answered by what was used until then.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers'
import pino from 'pino'
import { WebSocketServer } from 'ws'
import { messageOf } from '#server/kit/broadcast.ts'
import type { Actor } from '#server/kit/call.ts'
import { serveSocket } from '#server/modules/live-metrics/connection.ts'
import { openHub } from '#server/modules/live-metrics/hub.ts'

/** What a server used since it began. */
export interface Used {
  /** Milliseconds. */
  cpu: number
  /** Bytes. */
  memory: number
  /** When each connection was opened, in milliseconds of the epoch. */
  opened: number[]
}

const [kind, port] = process.argv.slice(2)
const opened: number[] = []
let sending = false
let latest = { sent_at: 0, filler: '' }

/** A new one each second, or what was sent last. */
function payload() {
  if (sending) latest = { sent_at: performance.timeOrigin + performance.now(), filler: 'x'.repeat(300) }
  return latest
}

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), backlog: 4_096 })
server.on('connection', () => opened.push(Date.now()))

if (kind === 'hub') {
  const hub = openHub(async () => payload(), pino({ level: 'silent' }))
  const analyst: Actor = {
    id: 'analyst',
    userId: 1,
    name: 'Analyst',
    email: null,
    role: 'analyst',
    organizationId: 'service',
    sessionId: 'session',
    provenLately: false,
    secondFactorMissing: false,
  }
  server.on('connection', socket => serveSocket(socket, hub, async () => analyst))
} else {
  setInterval(() => {
    if (!sending) return
    const message = messageOf('live_metrics', payload())
    for (const socket of server.clients) socket.send(message, { binary: false, compress: false })
  }, 1_000)
}

await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
for (;;) {
  const [asked] = await once(process, 'message')
  sending = asked === 'send'
  const { user, system } = process.cpuUsage()
  const used: Used = {
    cpu: (user + system) / 1_000,
    memory: process.memoryUsage().rss,
    opened: opened.splice(0),
  }
  process.send?.(used)
}
