/** Milliseconds between a loss and the next try, and how much earlier or later that may be, so that tabs do not return all at once. */
export const reconnectAfter = 5_000
export const jitter = 0.1
/** Tries in a row after which it gives up. */
export const maxAttempts = 10
/** Milliseconds from the open connection to what it is asked for. */
export const subscribeAfter = 100
/** Milliseconds of silence after which a connection is dead, whatever the network says: more than two heartbeats of the server. */
export const silence = 40_000

/** What went wrong last; its text is in the locale `live`. */
export type SocketTrouble =
  | { kind: 'error' }
  | { kind: 'lost'; code: number }
  | { kind: 'failed' }
  | { kind: 'gave_up' }

export interface SocketState {
  status: 'connecting' | 'connected' | 'closed'
  /** Tries since the server last took it. */
  attempts: number
  trouble: SocketTrouble | null
}

export type SocketEvent =
  /** Somebody wants it: at first, or by the Reconnect button. */
  | { type: 'asked' }
  /** The pause before the next try is over. */
  | { type: 'waited' }
  | { type: 'opened' }
  /** The server knows who it is. Until then a connection proves nothing: one that is ended each time would be tried for ever. */
  | { type: 'taken' }
  | { type: 'errored' }
  | { type: 'closed'; code: number }
  /** The browser refused to make a connection at all. */
  | { type: 'refused' }

/** What is to be done after an event: open a connection, now or after the pause. */
export type SocketEffect = 'open' | 'wait' | null

export const unasked: SocketState = { status: 'closed', attempts: 0, trouble: null }

/** The close code of a connection that is over because it was meant to be (RFC 6455, 7.4.1). */
const normal = 1000

function retried(state: SocketState, trouble: SocketTrouble): [SocketState, SocketEffect] {
  if (state.attempts >= maxAttempts)
    return [{ ...state, status: 'closed', trouble: { kind: 'gave_up' } }, null]
  return [{ ...state, status: 'closed', trouble }, 'wait']
}

/** The state after an event, and what is to be done. */
export function next(state: SocketState, event: SocketEvent): [SocketState, SocketEffect] {
  switch (event.type) {
    case 'asked':
      return state.status === 'closed'
        ? [{ status: 'connecting', attempts: 0, trouble: null }, 'open']
        : [state, null]
    case 'waited':
      return [{ ...state, status: 'connecting', attempts: state.attempts + 1 }, 'open']
    case 'opened':
      return [{ ...state, status: 'connected', trouble: null }, null]
    case 'taken':
      return [{ ...state, attempts: 0 }, null]
    case 'errored':
      return [{ ...state, trouble: { kind: 'error' } }, null]
    case 'closed':
      return event.code === normal
        ? [{ status: 'closed', attempts: 0, trouble: null }, null]
        : retried(state, { kind: 'lost', code: event.code })
    case 'refused':
      return retried(state, { kind: 'failed' })
  }
}
