import {
  jitter,
  next,
  reconnectAfter,
  type SocketEvent,
  type SocketState,
  silence,
  subscribeAfter,
  unasked,
} from './state.ts'

/** The code of a connection that ended without a word (RFC 6455, 7.1.5). */
const cutOff = 1006

/** What is used of the browser's WebSocket. */
export interface Socket {
  send(text: string): void
  close(code?: number): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onerror: (() => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** What a live socket is made of; the browser's parts in the console, others in a test. */
export interface SocketParts {
  /** @throws where the browser makes no connection. */
  open(): Socket
  /** The bearer token of now. */
  token(): string | null
  /** From 0 up to 1. */
  random(): number
  became(state: SocketState): void
}

/** Hears messages of a type, or with `*` of all. */
export type MessageListener = (payload: unknown, type: string) => void

export interface LiveSocket {
  /** Connects; the same by the Reconnect button once it has given up. */
  connect(): void
  /** Closes for good, until it is asked again. */
  disconnect(): void
  /** @returns how to stop. The server is told of the types that anybody listens to, `*` left out. */
  on(type: string, listener: MessageListener): () => void
}

function read(data: unknown): { type: string; payload: unknown } | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown; payload?: unknown }
    return typeof message.type === 'string' ? { type: message.type, payload: message.payload } : null
  } catch {
    return null
  }
}

/** Keeps a socket of live messages open by the rules of `state.ts`, and tells each message to those who listen to its type. */
export function createLiveSocket({ open, token, random, became }: SocketParts): LiveSocket {
  const listeners = new Map<string, Set<MessageListener>>()
  let state = unasked
  let socket: Socket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function happened(event: SocketEvent) {
    const [after, effect] = next(state, event)
    state = after
    became(state)
    if (effect === 'open') start()
    if (effect === 'wait') {
      const pause = reconnectAfter * (1 - jitter + 2 * jitter * random())
      timer = setTimeout(() => happened({ type: 'waited' }), pause)
    }
  }

  const say = (message: object) => socket?.send(JSON.stringify(message))
  const subscribe = () =>
    say({ type: 'subscribe', subscriptions: [...listeners.keys()].filter(type => type !== '*') })

  function start() {
    try {
      socket = open()
    } catch {
      return happened({ type: 'refused' })
    }
    const mine = socket
    const own = (work: () => void) => () => {
      if (socket === mine) work()
    }
    const lose = (code: number) => {
      clearTimeout(timer)
      clearTimeout(watch)
      socket = null
      happened({ type: 'closed', code })
    }
    const listen = () => {
      clearTimeout(watch)
      watch = setTimeout(
        own(() => {
          mine.close()
          lose(cutOff)
        }),
        silence,
      )
    }
    mine.onopen = own(() => {
      listen()
      happened({ type: 'opened' })
      say({ type: 'auth', token: token() })
      timer = setTimeout(own(subscribe), subscribeAfter)
    })
    mine.onmessage = ({ data }) =>
      own(() => {
        listen()
        route(data)
      })()
    mine.onerror = own(() => happened({ type: 'errored' }))
    mine.onclose = ({ code }) => own(() => lose(code))()
  }

  function route(data: unknown) {
    const message = read(data)
    if (!message) return
    if (message.type === 'authenticated') happened({ type: 'taken' })
    for (const type of [message.type, '*'])
      for (const listener of listeners.get(type) ?? []) listener(message.payload, message.type)
  }

  return {
    connect() {
      clearTimeout(timer)
      happened({ type: 'asked' })
    },
    disconnect() {
      clearTimeout(timer)
      clearTimeout(watch)
      socket?.close(1000)
      socket = null
      happened({ type: 'closed', code: 1000 })
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
  }
}
