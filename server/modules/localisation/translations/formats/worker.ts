import { parentPort, workerData } from 'node:worker_threads'
import { FileError } from './format.ts'
import { readPo, writePo } from './po.ts'
import type { FileReport, FileTask } from './run.ts'
import { readXliff } from './xliff-read.ts'
import { writeXliff } from './xliff-write.ts'

function perform(task: FileTask): FileReport {
  if ('file' in task)
    return { content: task.format === 'po' ? writePo(task.file) : [...writeXliff(task.file)].join('') }
  const { format, content, language } = task
  return { texts: format === 'po' ? readPo(content, language) : readXliff(content, language) }
}

try {
  parentPort?.postMessage(perform(workerData as FileTask))
} catch (error) {
  if (!(error instanceof FileError)) throw error
  parentPort?.postMessage({ error: error.message } satisfies FileReport)
}
