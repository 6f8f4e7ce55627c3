import { maxImportRows } from '#contract/imports.ts'
import { delimiterOf, rawText, recordsOf } from '#server/kit/export/csv.ts'
import { Problem } from '#server/kit/problem.ts'

/** The text of an uploaded file. @throws Problem 422 when it is not UTF-8. */
export function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new Problem(422, 'The file isn’t UTF-8. Save it as “CSV UTF-8” and try again.')
  }
}

export interface FileRows {
  headings: string[]
  rows: string[][]
}

/**
 * The rows of a CSV text, each as wide as its headings at least.
 * @throws Problem 422 when it is not readable, holds no rows or too many.
 */
export async function rowsOf(text: string): Promise<FileRows> {
  if (text.includes('\0'))
    throw new Problem(422, 'The file contains a character that can’t be stored (U+0000)')
  const records: string[][] = []
  try {
    for await (const record of recordsOf(text, delimiterOf(text))) {
      if (records.length > maxImportRows)
        throw new Problem(422, `A file can have up to ${maxImportRows} rows`)
      records.push(record.map(rawText))
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(422, `The file isn’t valid CSV: ${(error as Error).message}`)
  }
  const [headings, ...rows] = records
  if (!headings || rows.length === 0)
    throw new Problem(422, 'The file needs a header row and at least one more row')
  return { headings, rows }
}
