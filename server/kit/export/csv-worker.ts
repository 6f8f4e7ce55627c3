import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse/sync'
import { csvOptions, detectDelimiter, unescapeFormula } from './csv.ts'
import type { CsvLimits, CsvMessage } from './read-csv.ts'

/** Records of one message: a message is read on the main thread, which must not stall. */
const batchSize = 500

const { text, limits } = workerData as { text: string; limits: CsvLimits }
const post = (message: CsvMessage) => parentPort?.postMessage(message)

class LimitExceeded extends Error {}

let records = 0
let batch: string[] = []

try {
  parse(text, {
    ...csvOptions,
    delimiter: detectDelimiter(text),
    cast(cell, { index }) {
      if (index >= limits.maxColumns)
        throw new LimitExceeded(`A file can have up to ${limits.maxColumns} columns`)
      if (cell.length > limits.maxCellLength)
        throw new LimitExceeded(
          `A cell can have up to ${limits.maxCellLength} characters (row ${records + 1})`,
        )
      return unescapeFormula(cell)
    },
    on_record(record: string[]) {
      if (++records > limits.maxRows + 1)
        throw new LimitExceeded(`A file can have up to ${limits.maxRows} rows`)
      batch.push(JSON.stringify(record))
      if (batch.length >= batchSize) {
        post({ records: batch })
        batch = []
      }
      return null
    },
  })
  post({ records: batch })
  post({ done: true })
} catch (error) {
  const { message } = error as Error
  post({ error: error instanceof LimitExceeded ? message : `The file isn’t valid CSV: ${message}` })
}
