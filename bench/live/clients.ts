/** So many sockets of the console, in a process of their own: `clients.ts PORT COUNT`. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { createLiveSocket, type Socket } from '#kit/live-socket/live-socket.ts'

/** Sockets that are opened at once. */
const batch = 200

const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const delays: number[] = []

/** Opens a socket that follows the bench's topic, and comes back by the console's rules. */
function follow(): Promise<void> {
  return new Promise(resolve => {
    const live = createLiveSocket({
      open: () => new WebSocket(`ws://127.0.0.1:${port}`) as unknown as Socket,
      token: () => 'bench',
      random: Math.random,
      became: ({ status }) => status === 'connected' && resolve(),
    })
    live.on('live_metrics', payload => {
      const { sent_at } = payload as { sent_at: number }
      delays.push(performance.timeOrigin + performance.now() - sent_at)
    })
    live.connect()
  })
}

for (let opened = 0; opened < count; opened += batch)
  await Promise.all(Array.from({ length: Math.min(batch, count - opened) }, follow))
process.send?.('open')
for (;;) {
  await once(process, 'message')
  process.send?.(delays.splice(0))
}
