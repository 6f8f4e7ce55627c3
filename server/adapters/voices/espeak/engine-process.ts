import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ServiceFailure } from '../../service.ts'

/** What the engine is asked to say. */
export interface Utterance {
  voice: string
  text: string
}

/** The engine's process: started when it is first asked, and again when it has ended. */
export interface Engine {
  /** @returns samples, 16 bits little-endian. @throws ServiceFailure; the next call has another process. */
  say(utterance: Utterance, signal: AbortSignal): Promise<Buffer>
  close(): void
}

interface Bounds {
  /** The longest that one answer may take, in milliseconds. */
  patience?: number
  /** How long it lives without being asked, in milliseconds. */
  idle?: number
  /** How many may wait for those before them. */
  queue?: number
}

type Running = ChildProcessByStdio<Writable, Readable, null>

const script = fileURLToPath(new URL('./engine.ts', import.meta.url))

function start(): Running {
  const child = spawn(process.execPath, ['--max-old-space-size=128', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Of ours it needs nothing, and so it learns nothing.
    env: {},
  })
  // That it is gone is told by its end, not by every write to it.
  child.stdin.on('error', () => {})
  return child
}

/** Sends one request and reads its answer. */
function exchange(child: Running, utterance: Utterance, patience: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let read = 0
    let end = Number.POSITIVE_INFINITY
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      settle(() => reject(new ServiceFailure('slow')))
    }, patience)
    const gone = () => settle(() => reject(new ServiceFailure('broken')))
    const take = (part: Buffer) => {
      parts.push(part)
      read += part.length
      if (read >= 4 && end === Number.POSITIVE_INFINITY) end = 4 + Buffer.concat(parts).readUInt32BE()
      if (read >= end) settle(() => resolve(Buffer.concat(parts).subarray(4, end)))
    }
    const settle = (then: () => void) => {
      clearTimeout(late)
      child.off('exit', gone).off('error', gone)
      child.stdout.off('data', take)
      then()
    }
    child.once('exit', gone).once('error', gone)
    child.stdout.on('data', take)
    child.stdin.write(`${JSON.stringify(utterance)}\n`)
  })
}

/** One engine, which says one thing after the other. */
export function engine({ patience = 15_000, idle = 60_000, queue = 32 }: Bounds = {}): Engine {
  let child: Running | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let resting: NodeJS.Timeout | undefined

  function running(): Running {
    if (child) return child
    const started = start()
    const forget = () => {
      if (child === started) child = null
    }
    started.once('exit', forget).once('error', forget)
    child = started
    return started
  }

  function close() {
    clearTimeout(resting)
    child?.kill('SIGKILL')
    child = null
  }

  async function next(utterance: Utterance, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted()
    clearTimeout(resting)
    try {
      return await exchange(running(), utterance, patience)
    } finally {
      resting = setTimeout(close, idle).unref()
    }
  }

  return {
    async say(utterance, signal) {
      if (waiting >= queue) throw new ServiceFailure('busy')
      waiting += 1
      const answer = last.then(() => next(utterance, signal))
      last = answer.catch(() => {})
      try {
        return await answer
      } finally {
        waiting -= 1
      }
    },
    close,
  }
}
