import { Worker } from 'node:worker_threads'
import type { Language } from '#contract/kit/language.ts'
import { invalidField } from '#server/kit/problem.ts'
import type { ExportedFile, ReadTexts } from './format.ts'

type Format = 'xliff' | 'po'
/** What the worker does: writes a file, or reads one. */
export type FileTask =
  | { format: Format; file: ExportedFile }
  | { format: Format; content: string; language: Language }
export type FileReport = { content: string } | { texts: ReadTexts } | { error: string }

/** How long a file may take, in milliseconds. */
const timeoutMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }

const tooLong = () => invalidField('content', 'The file takes too long to read. Split it into smaller files.')

/** Runs a task in a worker thread, so that no file stalls the event loop. @throws Problem 422 if the file is invalid */
async function run(task: FileTask): Promise<FileReport> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task, resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<FileReport>()
  const timer = setTimeout(() => reject(tooLong()), timeoutMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong() : error),
  )
  try {
    const report = await promise
    if ('error' in report) throw invalidField('content', report.error)
    return report
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Writes the working copies of a language as XLIFF or gettext. */
export async function writeFile(format: Format, file: ExportedFile): Promise<string> {
  const report = await run({ format, file })
  return 'content' in report ? report.content : ''
}

/** Reads an XLIFF or gettext file. @throws Problem 422 if it is invalid as a whole */
export async function readFile(format: Format, content: string, language: Language): Promise<ReadTexts> {
  const report = await run({ format, content, language })
  return 'texts' in report ? report.texts : new Map()
}
