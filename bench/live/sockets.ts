/**
 * Console sockets in a child process: `sockets.ts PORT COUNT TOKEN`. The parent sends `follow` or `rest`; each is answered
 * with what was received so far.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import { createLiveSocket, type LiveSocket, type Socket } from '#kit/live-socket/live-socket.ts'

/** What the sockets received since the last request. */
export interface Heard {
  /** Milliseconds from each message's timestamp to its arrival. */
  delays: number[]
  /** Times of connection attempts, in epoch milliseconds. */
  tried: number[]
  /** Times of the first message after a reconnect. */
  back: number[]
}

/** Sockets opened concurrently. */
const batch = 200

const [port, count, token = ''] = process.argv.slice(2)
const fresh = (): Heard => ({ delays: [], tried: [], back: [] })
const sockets: LiveSocket[] = []
let heard = fresh()
let unfollow: (() => void)[] = []

/** Opens a socket that reconnects like the console's. */
function open(): Promise<void> {
  return new Promise(resolve => {
    const live = createLiveSocket({
      open() {
        heard.tried.push(Date.now())
        const url = `ws://127.0.0.1:${port}${liveMetricsPath}?client_id=bench-${sockets.length}`
        return new WebSocket(url) as unknown as Socket
      },
      token: () => token,
      random: Math.random,
      onStateChange: ({ status }) => status === 'connected' && resolve(),
    })
    sockets.push(live)
    live.connect()
  })
}

function follow(live: LiveSocket) {
  let lost = false
  const stops = [
    live.on('live_metrics', payload => {
      const now = Date.now()
      if (lost) heard.back.push(now)
      lost = false
      heard.delays.push(now - Date.parse((payload as { as_of: string }).as_of))
    }),
    live.on('*', (_, type) => {
      if (type === 'authenticated') lost = true
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

for (let opened = 0; opened < Number(count); opened += batch)
  await Promise.all(Array.from({ length: Math.min(batch, Number(count) - opened) }, open))
process.send?.('open')
for (;;) {
  const [asked] = await once(process, 'message')
  if (asked === 'follow') unfollow = sockets.map(follow)
  if (asked === 'rest') for (const stop of unfollow.splice(0)) stop()
  process.send?.(heard)
  heard = fresh()
}
