import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ServiceFailure } from '../service.ts'
import { framed, gathering } from './frames.ts'

/** A heavy engine in a process of its own: started when it is first asked, and again when it has ended. */
export interface Engine {
  /** @returns its answer. @throws ServiceFailure; the next call has another process. */
  ask(request: Uint8Array, signal: AbortSignal): Promise<Buffer>
  close(): void
}

interface Bounds {
  /** The most that its JavaScript may hold, in megabytes. */
  heap: number
  /** The longest that one answer may take, in milliseconds. */
  patience: number
  /** How long it lives without being asked, in milliseconds. */
  idle: number
  /** How many may wait for those before them. */
  queue: number
}

type Running = ChildProcessByStdio<Writable, Readable, null>

function start(script: URL, heap: number): Running {
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, fileURLToPath(script)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Of ours it needs nothing, and so it learns nothing.
    env: {},
  })
  // That it is gone is told by its end, not by every write to it.
  child.stdin.on('error', () => {})
  return child
}

/** An engine that has had enough ended before it took a request: see `answering`. */
class Rested extends Error {}

/** Sends one request and reads its answer. @throws ServiceFailure, or {@link Rested} */
function exchange(child: Running, request: Uint8Array, patience: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gather = gathering()
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      settle(() => reject(new ServiceFailure('slow')))
    }, patience)
    const gone = (code: unknown) =>
      settle(() => reject(code === 0 ? new Rested() : new ServiceFailure('broken')))
    const take = (part: Buffer) => {
      const answer = gather(part)
      if (answer) settle(() => resolve(answer))
    }
    const settle = (then: () => void) => {
      clearTimeout(late)
      child.off('exit', gone).off('error', gone)
      child.stdout.off('data', take)
      then()
    }
    child.once('exit', gone).once('error', gone)
    child.stdout.on('data', take)
    child.stdin.write(framed(request))
  })
}

/** An engine that does one thing after the other. @param script what its process runs, with `answering` */
export function engine(script: URL, { heap, patience, idle, queue }: Bounds): Engine {
  let child: Running | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let resting: NodeJS.Timeout | undefined

  function running(): Running {
    if (child) return child
    const started = start(script, heap)
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

  async function next(request: Uint8Array, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted()
    clearTimeout(resting)
    const isNew = child === null
    const used = running()
    try {
      return await exchange(used, request, patience)
    } catch (error) {
      // It may not have ended yet, but nobody is to ask it again.
      if (child === used) child = null
      if (!(error instanceof Rested)) throw error
      if (isNew) throw new ServiceFailure('broken', error)
      return await next(request, signal)
    } finally {
      resting = setTimeout(close, idle).unref()
    }
  }

  return {
    async ask(request, signal) {
      if (waiting >= queue) throw new ServiceFailure('busy')
      waiting += 1
      const answer = last.then(() => next(request, signal))
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
