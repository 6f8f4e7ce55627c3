import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ServiceFailure } from '../service.ts'
import { createFrameReader, encodeFrame } from './protocol.ts'

/** A heavy engine in a child process, started on the first request and restarted after it exits. */
export interface Engine {
  /** @returns the answer. @throws ServiceFailure; the next call starts a new process */
  ask(request: Uint8Array, signal: AbortSignal): Promise<Buffer>
  close(): void
}

interface Bounds {
  /** JavaScript heap limit in megabytes. */
  heap: number
  /** Timeout of one answer in milliseconds. */
  timeoutMs: number
  /** Idle time in milliseconds after which the process exits. */
  idle: number
  /** Maximum queued requests. */
  queue: number
}

type Running = ChildProcessByStdio<Writable, Readable, null>

function start(script: URL, heap: number): Running {
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, fileURLToPath(script)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // An empty environment: the engine must not see the server's secrets.
    env: {},
  })
  // The exit event reports a dead process; ignore write errors.
  child.stdin.on('error', () => {})
  return child
}

/** The engine exited over its memory limit before it took the request. */
class EngineRecycled extends Error {}

/** Sends one request and reads its answer. @throws ServiceFailure, or {@link EngineRecycled} if the process was recycled */
function exchange(child: Running, request: Uint8Array, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gather = createFrameReader()
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      finish(() => reject(new ServiceFailure('slow')))
    }, timeoutMs)
    const gone = (code: unknown) =>
      finish(() => reject(code === 0 ? new EngineRecycled() : new ServiceFailure('broken')))
    const take = (part: Buffer) => {
      const reply = gather(part)
      if (reply) finish(() => resolve(reply))
    }
    const finish = (then: () => void) => {
      clearTimeout(late)
      child.off('exit', gone).off('error', gone)
      child.stdout.off('data', take)
      then()
    }
    child.once('exit', gone).once('error', gone)
    child.stdout.on('data', take)
    child.stdin.write(encodeFrame(request))
  })
}

/** An engine that handles one request at a time. @param script the child's entry point */
export function createEngine(script: URL, { heap, timeoutMs, idle, queue }: Bounds): Engine {
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
      return await exchange(used, request, timeoutMs)
    } catch (error) {
      // The process may still be exiting; do not reuse it.
      if (child === used) child = null
      if (!(error instanceof EngineRecycled)) throw error
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
      const reply = last.then(() => next(request, signal))
      last = reply.catch(() => {})
      try {
        return await reply
      } finally {
        waiting -= 1
      }
    },
    close,
  }
}
