import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { receiveFrom } from './live/child.ts'

/** One kind of call. In its path and body, `{id}` is replaced by one of `ids`, and `{new}` by a text never used before. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With its query. */
  path: string
  body?: object
  /** Instead of those of the load. */
  headers?: Record<string, string>
  ids?: readonly string[]
  /** Share of the calls; 1 by default. */
  weight?: number
}

export interface Load {
  /** The connections are spread over these servers in turn. */
  urls: readonly string[]
  headers: Record<string, string>
  calls: readonly Call[]
  /** Each waits for an answer before its next call. */
  connections: number
  seconds: number
  /** Shorter answers count as failed; in bytes. */
  minBytes?: number
}

export interface Outcome {
  calls: number
  /** Answers that are not 2xx or too short, and calls without an answer. */
  failed: number
  perSecond: number
  /** Time of a call in milliseconds. */
  p50: number
  p99: number
  /** CPU milliseconds of the generator. */
  cpu: number
}

/** Generates load from a process of its own, so that its CPU time is neither the benchmark's nor the server's. */
export interface Generator {
  run(load: Load): Promise<Outcome>
  close(): void
}

export function openGenerator(): Generator {
  const child = fork(fileURLToPath(new URL('./load-generator/process.ts', import.meta.url)))
  return {
    run(load) {
      const outcome = receiveFrom<Outcome>(child)
      child.send(load)
      return outcome
    },
    close: () => void child.kill(),
  }
}

/** Makes a call once. @returns the body of the answer; @throws if it is refused */
export async function probe(url: string, headers: Load['headers'], call: Call): Promise<string> {
  const { method, path, body, ids } = call
  const fill = (text: string) => text.replace('{id}', ids?.[0] ?? '').replace('{new}', () => randomUUID())
  const response = await fetch(url + fill(path), {
    method,
    headers: { ...(call.headers ?? headers), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: fill(JSON.stringify(body)) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text
}
