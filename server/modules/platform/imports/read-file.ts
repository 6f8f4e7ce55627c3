import { isUtf8 } from 'node:buffer'
import { maxImportCellLength, maxImportColumns, maxImportRows } from '#contract/platform/imports.ts'
import { readCsv } from '#server/kit/export/read-csv.ts'
import { Problem } from '#server/kit/problem.ts'

/** Decodes an uploaded file. @throws Problem 422 if it is not UTF-8. */
export function textOf(file: Buffer): string {
  if (!isUtf8(file)) throw new Problem(422, 'The file isn’t UTF-8. Save it as “CSV UTF-8” and try again.')
  return file.toString('utf8')
}

export interface FileRows {
  headings: string[]
  /** The cells of each row, as a JSON array. */
  rows: string[]
}

const limits = {
  maxColumns: maxImportColumns,
  maxRows: maxImportRows,
  maxCellLength: maxImportCellLength,
}

/**
 * Parses CSV into headings and rows.
 * @throws Problem 422 if it is malformed, has no rows, or exceeds a limit
 */
export async function rowsOf(text: string): Promise<FileRows> {
  if (text.includes('\0'))
    throw new Problem(422, 'The file contains a character that can’t be stored (U+0000)')
  const [headings, ...rows] = await readCsv(text, limits)
  if (!headings || rows.length === 0)
    throw new Problem(422, 'The file needs a header row and at least one more row')
  return { headings: JSON.parse(headings), rows }
}
