import { Worker } from 'node:worker_threads'
import { Problem } from '../problem.ts'

/** Limits of a CSV file. */
export interface CsvLimits {
  maxColumns: number
  /** Without the headings. */
  maxRows: number
  maxCellLength: number
}

/** What the worker reports: records as JSON arrays of their cells, in batches. */
export type CsvMessage = { records: string[] } | { done: true } | { error: string }

/** How long parsing may take, in milliseconds. */
const timeoutMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }
/** Files that are parsed at the same time. */
const maxWorkers = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * Parses CSV in a worker thread, so that no file stalls the event loop.
 * @returns the records with the headings first, each as a JSON array of its cells
 * @throws Problem 422 if the file is malformed or exceeds a limit
 */
export async function readCsv(text: string, limits: CsvLimits): Promise<string[]> {
  if (running < maxWorkers) running += 1
  else await new Promise<void>(resolve => waiting.push(resolve))
  try {
    return await parseInWorker(text, limits)
  } finally {
    // The slot passes to the next in line.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function parseInWorker(text: string, limits: CsvLimits): Promise<string[]> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), {
    workerData: { text, limits },
    resourceLimits,
  })
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const records: string[] = []
  const timer = setTimeout(
    () => reject(new Problem(422, 'The file takes too long to read. Split it into smaller files.')),
    timeoutMs,
  )
  worker.on('message', (message: CsvMessage) => {
    if ('records' in message) for (const record of message.records) records.push(record)
    else if ('error' in message) reject(new Problem(422, message.error))
    else resolve(records)
  })
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Problem(422, 'The file takes too long to read. Split it into smaller files.')
        : error,
    ),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
