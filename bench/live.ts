/**
 * `npm run bench:live`: sockets that are sent a message each second by the hub of the live socket, beside a bare `ws`
 * server that broadcasts the same bytes. `--sockets=5000 --seconds=10`; the clients live in a process of their own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type WebSocket, WebSocketServer } from 'ws'
import { listenerOf, messageOf } from '#server/kit/broadcast.ts'
import { benchmark, type Measured, ms, percentile } from './harness.ts'

type Send = (sockets: ReadonlySet<WebSocket>, payload: object) => void

/** The hub's way: serialised once, and never more than the latest for a reader who is behind. */
function hub(): Send {
  const listeners = new WeakMap<WebSocket, ReturnType<typeof listenerOf>>()
  return (sockets, payload) => {
    const message = messageOf('live_metrics', payload)
    for (const socket of sockets) {
      let listener = listeners.get(socket)
      if (!listener) {
        listener = listenerOf(socket)
        listeners.set(socket, listener)
      }
      listener.send('live_metrics', message)
    }
  }
}

const bare: Send = (sockets, payload) => {
  const message = messageOf('live_metrics', payload)
  for (const socket of sockets) socket.send(message, { binary: false, compress: false })
}

const clients = fileURLToPath(new URL('./live/clients.ts', import.meta.url))

async function measure(name: string, send: Send, count: number, seconds: number): Promise<Measured> {
  const before = process.memoryUsage().rss
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 1024 })
  await once(server, 'listening')
  const child = fork(clients, [String((server.address() as AddressInfo).port), String(count)])
  await once(child, 'message')
  const memory = process.memoryUsage().rss - before
  const cpu = process.cpuUsage()
  for (let second = 0; second < seconds; second++) {
    send(server.clients, { sent_at: performance.timeOrigin + performance.now(), filler: 'x'.repeat(300) })
    await setTimeout(1_000)
  }
  const { user, system } = process.cpuUsage(cpu)
  child.send('report')
  const [delays] = (await once(child, 'message')) as [number[]]
  child.kill()
  server.close()
  if (delays.length !== count * seconds)
    throw new Error(`${delays.length} messages came of ${count * seconds}`)
  return {
    server: name,
    sockets: count,
    'delivery p50 ms': ms(percentile(delays, 0.5)),
    'delivery p99 ms': ms(percentile(delays, 0.99)),
    'CPU ms a second': ms((user + system) / 1_000 / seconds),
    'memory a socket, KB': ms(memory / 1_024 / count),
  }
}

export default benchmark({
  name: 'live',
  about:
    'a message a second to many sockets, by the hub of the live socket and by a bare ws broadcast of the same bytes',
  async run({ flags }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        sockets: { type: 'string', default: '5000' },
        seconds: { type: 'string', default: '10' },
      },
    })
    const [count, seconds] = [Number(values.sockets), Number(values.seconds)]
    return [await measure('bare ws', bare, count, seconds), await measure('hub', hub(), count, seconds)]
  },
})
