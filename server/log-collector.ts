import { setTimeout } from 'node:timers/promises'

/** A stream that forwards log lines to a remote collector. */
export interface Collector {
  write(line: string): void
  /** Sends queued lines in at most one request. */
  close(): Promise<void>
}

interface Pace {
  /** Milliseconds between two requests. */
  every?: number
  /** Maximum number of queued lines; beyond it, the oldest are dropped and counted. */
  maxQueued?: number
}

/** Maximum number of lines per request. */
const batchSize = 1_000
/** Request timeout in milliseconds. */
const timeoutMs = 10_000

/** `fetch` rejects URLs with credentials, so these are sent as a header. */
function addressOf(url: string) {
  const address = new URL(url)
  const user = [address.username, address.password].map(decodeURIComponent).join(':')
  address.username = ''
  address.password = ''
  return { address, user: user === ':' ? null : Buffer.from(user).toString('base64') }
}

const droppedLine = (lines: number) =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines, msg: 'log lines were dropped' })}\n`

/**
 * Posts lines to a collector as newline-delimited JSON, in order; failed requests are repeated.
 * @param complain called once each time the collector becomes unavailable
 */
export function openCollector(
  url: string,
  complain: (message: string) => void,
  { every = 1_000, maxQueued = 20_000 }: Pace = {},
): Collector {
  const { address, user } = addressOf(url)
  let waiting: string[] = []
  let dropped = 0
  let away = false
  const closing = new AbortController()

  async function send(lines: string[]): Promise<void> {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(user && { authorization: `Basic ${user}` }) },
      body: lines.join(''),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!ok) throw new Error(`it answered ${status}`)
  }

  async function handOver(): Promise<void> {
    if (dropped > 0) waiting.unshift(droppedLine(dropped))
    dropped = 0
    const lines = waiting.splice(0, batchSize)
    if (lines.length === 0) return
    try {
      await send(lines)
      away = false
    } catch (error) {
      waiting = [...lines, ...waiting]
      if (!away) complain(`Log lines cannot be handed over: ${(error as Error).message}`)
      away = true
    }
  }

  async function goOn(): Promise<void> {
    while (!closing.signal.aborted) {
      do await handOver()
      while (!away && waiting.length >= batchSize)
      await setTimeout(every, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  const going = goOn()
  return {
    write(line) {
      waiting.push(line)
      if (waiting.length <= maxQueued) return
      waiting.shift()
      dropped += 1
    },
    async close() {
      closing.abort()
      await going
      await handOver()
    },
  }
}
