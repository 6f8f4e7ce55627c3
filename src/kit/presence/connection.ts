import { type OpenRecord, presencePath, type RecordPresence } from '#contract/platform/presence.ts'
import { createLiveSocket } from '../live-socket/live-socket.ts'
import { openSocket } from '../live-socket/open-socket.ts'
import { token } from '../token.ts'

/** Milliseconds after which a hidden tab no longer counts as having its records open. */
const hiddenTimeoutMs = 300_000
/** Milliseconds for which changes are collected: a click from field to field is one message. */
const collectMs = 100
/** Milliseconds before a connection that could not be made is tried again. */
const retryMs = 30_000

interface PresenceDependencies {
  records(): readonly OpenRecord[]
  onRecord(state: RecordPresence): void
  /** Called when the connection is lost: it is not known who is there. */
  onLost(): void
}

/**
 * Keeps the presence socket open while there are records to tell of.
 * @returns a function to be called whenever the records have changed
 */
export function openPresence({ records, onRecord, onLost }: PresenceDependencies): () => void {
  let isWanted = false
  let collecting: ReturnType<typeof setTimeout> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined

  const socket = createLiveSocket({
    open: () => openSocket(presencePath),
    token: token.get,
    random: Math.random,
    subscription: () => ({ type: 'open', records: records() }),
    onStateChange({ status, trouble }) {
      if (status !== 'closed') return
      onLost()
      clearTimeout(retrying)
      if (trouble?.kind === 'gave_up') retrying = setTimeout(() => isWanted && socket.connect(), retryMs)
    },
  })
  socket.on('record', payload => onRecord(payload as RecordPresence))

  function update() {
    const isNeeded = records().length > 0 && token.get() !== null
    if (isNeeded && isWanted) socket.resubscribe()
    else if (isNeeded) socket.connect()
    else if (isWanted) socket.disconnect()
    isWanted = isNeeded
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving)
    if (document.hidden) {
      leaving = setTimeout(() => {
        isWanted = false
        socket.disconnect()
      }, hiddenTimeoutMs)
    } else update()
  })

  return () => {
    clearTimeout(collecting)
    collecting = setTimeout(update, collectMs)
  }
}
