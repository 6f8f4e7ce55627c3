import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** What a process says next. @throws where it ends without a word. */
export async function hear<T>(child: ChildProcess): Promise<T> {
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

/** Tells a process something, and hears its answer. */
export function ask<T>(child: ChildProcess, what: string): Promise<T> {
  const answer = hear<T>(child)
  child.send(what)
  return answer
}
