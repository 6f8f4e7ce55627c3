/** Delay in milliseconds before reconnecting, and its relative jitter, so that tabs do not reconnect all at once. */
export const reconnectDelayMs = 5_000
export const jitter = 0.1
/** Consecutive attempts before giving up. */
export const maxAttempts = 10
/** Milliseconds between opening the connection and subscribing. */
export const subscribeDelayMs = 100
/** Milliseconds without data after which the connection is considered dead: more than two server heartbeats. */
export const silenceTimeoutMs = 40_000

/** The last problem; texts are in the `live` namespace. */
export type SocketTrouble =
  | { kind: 'error' }
  | { kind: 'lost'; code: number }
  | { kind: 'failed' }
  | { kind: 'gave_up' }

export interface SocketState {
  status: 'connecting' | 'connected' | 'closed'
  /** Attempts since the server last authenticated the connection. */
  attempts: number
  trouble: SocketTrouble | null
}

export type SocketEvent =
  /** Requested initially, or by the Reconnect button. */
  | { type: 'asked' }
  /** The delay before the next attempt is over. */
  | { type: 'waited' }
  | { type: 'opened' }
  /**
   * Authenticated by the server. Resetting the counter any earlier would retry forever when the server closes each
   * new connection.
   */
  | { type: 'taken' }
  | { type: 'errored' }
  | { type: 'closed'; code: number }
  /** The browser refused to create a connection. */
  | { type: 'refused' }

/** What to do after an event: open a connection, now or after the delay. */
export type SocketEffect = 'open' | 'wait' | null

export const initialState: SocketState = { status: 'closed', attempts: 0, trouble: null }

/** Close code of a normal closure (RFC 6455, 7.4.1). */
const normal = 1000

function retried(state: SocketState, trouble: SocketTrouble): [SocketState, SocketEffect] {
  if (state.attempts >= maxAttempts)
    return [{ ...state, status: 'closed', trouble: { kind: 'gave_up' } }, null]
  return [{ ...state, status: 'closed', trouble }, 'wait']
}

/** The state after an event, and the effect to run. */
export function nextState(state: SocketState, event: SocketEvent): [SocketState, SocketEffect] {
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
