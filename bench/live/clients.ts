import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Sockets that are opened at once. */
const batch = 200

const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const delays: number[] = []
for (let opened = 0; opened < count; opened += batch) {
  const sockets = Array.from(
    { length: Math.min(batch, count - opened) },
    () => new WebSocket(`ws://127.0.0.1:${port}`),
  )
  for (const socket of sockets) {
    socket.on('message', data => {
      const { payload } = JSON.parse(String(data)) as { payload: { sent_at: number } }
      delays.push(performance.timeOrigin + performance.now() - payload.sent_at)
    })
  }
  await Promise.all(sockets.map(socket => once(socket, 'open')))
}
process.send?.('open')
process.on('message', () => process.send?.(delays))
