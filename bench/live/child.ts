import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The next message of a child process. @throws if it exits first */
export async function receiveFrom<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  const { signal } = over
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('A process ended early'))),
    ])
    return message as T
  } finally {
    over.abort()
  }
}

/** Sends a message to a child process and returns its answer. */
export function request<T>(child: ChildProcess, what: string): Promise<T> {
  const reply = receiveFrom<T>(child)
  child.send(what)
  return reply
}
