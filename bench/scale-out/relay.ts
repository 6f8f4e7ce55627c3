import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP connection that can be cut as by a broken network: silently, without closing anything. */
export interface Relay {
  port: number
  cut(): void
  mend(): void
}

/** Relays connections to a port of this machine. */
export async function openRelay(to: number): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const join = ([one, other]: [Socket, Socket]) => {
    one.pipe(other)
    other.pipe(one)
  }
  const part = ([one, other]: [Socket, Socket]) => {
    for (const [from, into] of [
      [one, other],
      [other, one],
    ] as const) {
      from.unpipe(into)
      from.pause()
    }
  }
  const server = createServer(client => {
    const pair: [Socket, Socket] = [client, connect(to, '127.0.0.1')]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
    if (!isCut) join(pair)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const pair of pairs) part(pair)
    },
    mend() {
      isCut = false
      for (const pair of pairs) join(pair)
    },
  }
}
