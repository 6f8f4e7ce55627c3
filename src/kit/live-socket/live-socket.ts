import {
  initialState,
  jitter,
  nextState,
  reconnectDelayMs,
  type SocketEvent,
  type SocketState,
  silenceTimeoutMs,
  subscribeDelayMs,
} from './state.ts'

/** Close code of a connection that ended without a close frame (RFC 6455, 7.1.5). */
const abnormalClosure = 1006

/** The part of WebSocket in use. */
export interface Socket {
  send(text: string): void
  close(code?: number): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onerror: (() => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** Dependencies: the browser in the console, fakes in tests. */
export interface SocketDependencies {
  /** @throws when the browser cannot create a connection */
  open(): Socket
  /** The current bearer token. */
  token(): string | null
  /** In [0, 1). */
  random(): number
  onStateChange(state: SocketState): void
  /** What is sent to subscribe; by default, the subscribed types. */
  subscription?(types: readonly string[]): object
}

/** Receives messages of one type, or of all types with `*`. */
export type MessageListener = (payload: unknown, type: string) => void

export interface LiveSocket {
  /** Connects; also used by the Reconnect button after giving up. */
  connect(): void
  /** Closes until `connect` is called again. */
  disconnect(): void
  /** @returns a function that unsubscribes. The server is sent the subscribed types, without `*`. */
  on(type: string, listener: MessageListener): () => void
  /** Sends the subscription again, because it has changed. */
  resubscribe(): void
}

function parseMessage(data: unknown): { type: string; payload: unknown } | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown; payload?: unknown }
    return typeof message.type === 'string' ? { type: message.type, payload: message.payload } : null
  } catch {
    return null
  }
}

/** Keeps a socket open according to `state.ts` and dispatches messages by type. */
export function createLiveSocket({
  open,
  token,
  random,
  onStateChange,
  subscription = subscriptions => ({ type: 'subscribe', subscriptions }),
}: SocketDependencies): LiveSocket {
  const listeners = new Map<string, Set<MessageListener>>()
  let state = initialState
  let socket: Socket | null = null
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function dispatch(event: SocketEvent) {
    const [after, effect] = nextState(state, event)
    state = after
    onStateChange(state)
    if (effect === 'open') start()
    if (effect === 'wait') {
      const pause = reconnectDelayMs * (1 - jitter + 2 * jitter * random())
      timer = setTimeout(() => dispatch({ type: 'waited' }), pause)
    }
  }

  const sendMessage = (message: object) => socket?.send(JSON.stringify(message))
  const subscribe = () => sendMessage(subscription([...listeners.keys()].filter(type => type !== '*')))

  function start() {
    try {
      socket = open()
    } catch {
      return dispatch({ type: 'refused' })
    }
    isOpen = false
    const mine = socket
    const own = (work: () => void) => () => {
      if (socket === mine) work()
    }
    const lose = (code: number) => {
      clearTimeout(timer)
      clearTimeout(watch)
      socket = null
      dispatch({ type: 'closed', code })
    }
    const listen = () => {
      clearTimeout(watch)
      watch = setTimeout(
        own(() => {
          mine.close()
          lose(abnormalClosure)
        }),
        silenceTimeoutMs,
      )
    }
    mine.onopen = own(() => {
      isOpen = true
      listen()
      dispatch({ type: 'opened' })
      sendMessage({ type: 'auth', token: token() })
      timer = setTimeout(own(subscribe), subscribeDelayMs)
    })
    mine.onmessage = ({ data }) =>
      own(() => {
        listen()
        route(data)
      })()
    mine.onerror = own(() => dispatch({ type: 'errored' }))
    mine.onclose = ({ code }) => own(() => lose(code))()
  }

  function route(data: unknown) {
    const message = parseMessage(data)
    if (!message) return
    if (message.type === 'authenticated') dispatch({ type: 'taken' })
    for (const type of [message.type, '*'])
      for (const listener of listeners.get(type) ?? []) listener(message.payload, message.type)
  }

  return {
    connect() {
      clearTimeout(timer)
      dispatch({ type: 'asked' })
    },
    disconnect() {
      clearTimeout(timer)
      clearTimeout(watch)
      const left = socket
      // Browsers complain of a connection that is closed before it is open.
      if (left && !isOpen) left.onopen = () => left.close(1000)
      else left?.close(1000)
      socket = null
      dispatch({ type: 'closed', code: 1000 })
    },
    on(type, listener) {
      const heard = listeners.get(type) ?? new Set()
      listeners.set(type, heard.add(listener))
      if (heard.size === 1 && state.status === 'connected') subscribe()
      return () => {
        heard.delete(listener)
        if (heard.size > 0) return
        listeners.delete(type)
        if (state.status === 'connected') subscribe()
      }
    },
    resubscribe() {
      if (state.status === 'connected') subscribe()
    },
  }
}
