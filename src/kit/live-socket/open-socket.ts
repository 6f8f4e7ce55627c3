import type { Socket } from './live-socket.ts'

/** Opens a WebSocket at a path of this origin. */
export function openSocket(path: string): Socket {
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return new WebSocket(url) as Socket
}
