import { setTimeout } from 'node:timers/promises'

/** Takes log lines, and hands them to a server elsewhere. */
export interface Collector {
  write(line: string): void
  /** Hands over what waits, by one request at most. */
  close(): Promise<void>
}

interface Pace {
  /** Milliseconds between two requests. */
  every?: number
  /** Lines that wait at most while the server is away; beyond, the oldest are dropped, and counted. */
  most?: number
}

/** Lines of one request at most. */
const batchSize = 1_000
/** The longest that a request may take, in milliseconds. */
const patience = 10_000

/** `fetch` takes no user and password within an address. */
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
 * Posts lines to a collector as newline-delimited JSON, in their order; what it does not take is sent again.
 * @param complain told once whenever the collector goes away
 */
export function openCollector(
  url: string,
  complain: (message: string) => void,
  { every = 1_000, most = 20_000 }: Pace = {},
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
      signal: AbortSignal.timeout(patience),
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
      if (waiting.length <= most) return
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
