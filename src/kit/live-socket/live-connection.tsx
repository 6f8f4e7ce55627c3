import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import { Button } from '../button.tsx'
import { isPreview } from '../preview/preview.ts'
import { Badge } from '../resource/badge.tsx'
import { token } from '../token.ts'
import { createLiveSocket, type LiveSocket, type Socket } from './live-socket.ts'
import styles from './live-state.module.css'
import { openSocket } from './open-socket.ts'
import { initialState, nextState, type SocketState, type SocketTrouble } from './state.ts'

/** Connection status of a live screen, with a reconnect button after giving up. */
export function LiveState({ of: { state, connect } }: { of: LiveConnection }) {
  const { t } = useTranslation('live')
  const { status, trouble } = state
  const textOf = (trouble: SocketTrouble) =>
    trouble.kind === 'lost' ? t('lost', { code: trouble.code }) : t(trouble.kind)
  const isOver = status === 'closed' && (!trouble || trouble.kind === 'gave_up')
  return (
    <div className={styles.state} role="status">
      <Badge tone={status === 'connected' ? 'green' : trouble ? 'yellow' : 'grey'}>
        {trouble && status !== 'connected' ? textOf(trouble) : t(status)}
      </Badge>
      {isOver && <Button onClick={connect}>{t('reconnect')}</Button>}
    </div>
  )
}

/** Opens a WebSocket with a unique client id. */
function open(): Socket {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16)).join('')
  return openSocket(`${liveMetricsPath}?client_id=${name}`)
}

export interface LiveConnection {
  state: SocketState
  /** Reconnects after giving up or disconnecting. */
  connect(): void
}

/** Subscribes to message types while the screen is mounted. The types are fixed on mount. */
export function useLiveSocket(heard: Readonly<Record<string, (payload: unknown) => void>>): LiveConnection {
  const [state, setState] = useState(() => nextState(initialState, { type: 'asked' })[0])
  const socket = useRef<LiveSocket>(null)
  const listeners = useRef(heard)
  listeners.current = heard
  useEffect(() => {
    if (isPreview) return
    const live = createLiveSocket({ open, token: token.get, random: Math.random, onStateChange: setState })
    for (const type of Object.keys(listeners.current))
      live.on(type, payload => listeners.current[type]?.(payload))
    socket.current = live
    live.connect()
    return () => live.disconnect()
  }, [])
  return { state, connect: () => socket.current?.connect() }
}
