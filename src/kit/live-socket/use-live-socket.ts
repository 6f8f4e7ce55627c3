import { useEffect, useRef, useState } from 'react'
import { liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import { token } from '../token.ts'
import { createLiveSocket, type LiveSocket, type Socket } from './live-socket.ts'
import { next, type SocketState, unasked } from './state.ts'

/** Opens the browser's socket, by a name of this one connection. */
function open(): Socket {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16)).join('')
  const url = new URL(`${liveMetricsPath}?client_id=${name}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return new WebSocket(url) as Socket
}

export interface LiveConnection {
  state: SocketState
  /** Tries again once it has given up, or was ended. */
  connect(): void
}

/** Follows types of live messages as long as the screen is shown. Which types these are is settled when it appears. */
export function useLiveSocket(heard: Readonly<Record<string, (payload: unknown) => void>>): LiveConnection {
  const [state, setState] = useState(() => next(unasked, { type: 'asked' })[0])
  const socket = useRef<LiveSocket>(null)
  const listeners = useRef(heard)
  listeners.current = heard
  useEffect(() => {
    const live = createLiveSocket({ open, token: token.get, random: Math.random, became: setState })
    for (const type of Object.keys(listeners.current))
      live.on(type, payload => listeners.current[type]?.(payload))
    socket.current = live
    live.connect()
    return () => live.disconnect()
  }, [])
  return { state, connect: () => socket.current?.connect() }
}
