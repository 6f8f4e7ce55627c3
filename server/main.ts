import { once } from 'node:events'
import { start } from './start.ts'

/** The longest that a stop may take before the process ends regardless, in milliseconds; see `start.ts`. */
const patience = 30_000

// Whoever read the log may leave (`npm start | head`); that must not end what answers alarms.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  })
}

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
stopping.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), patience).unref())

try {
  const running = await start(process.env, stopping.signal)
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  await running.stop()
  process.exit(0)
} catch (error) {
  if (error === stopping.signal.reason) process.exit(0)
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}
