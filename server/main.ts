import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What the last start compiled, which takes a quarter of the processor time of the next. A folder that cannot be
// written changes nothing. `npm start` names the folder by NODE_COMPILE_CACHE, which also covers this file: if one file
// is missing, Node loads its compiler of TypeScript, and keeps it.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/voicedeck/compiled', import.meta.url)))

/** Variables of which any one switches OpenTelemetry on. */
const telemetryVariables = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
]

/** Milliseconds after which the process exits even if the shutdown is not complete; see `start.ts`. */
const shutdownTimeoutMs = 30_000

// The reader of stdout may exit (`npm start | head`); that must not stop the server.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  })
}

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
stopping.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), shutdownTimeoutMs).unref())

// Imported on demand: the library takes memory and time at the start.
const hasTelemetry =
  process.env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  telemetryVariables.some(variable => process.env[variable])
const stopTelemetry = hasTelemetry ? (await import('./telemetry.ts')).startTelemetry() : undefined

try {
  const { start } = await import('./start.ts')
  const running = await start(process.env, stopping.signal)
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  await running.stop()
  await stopTelemetry?.()
  process.exit(0)
} catch (error) {
  if (error === stopping.signal.reason) process.exit(0)
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}
