import { maxImportRows } from '#contract/platform/imports.ts'
import { detectDelimiter, parseCsv, unescapeFormula } from '#server/kit/export/csv.ts'
import { Problem } from '#server/kit/problem.ts'

/** Decodes an uploaded file. @throws Problem 422 if it is not UTF-8. */
export function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new Problem(422, 'The file is not in UTF-8. Save it as “CSV UTF-8” and try again.')
  }
}

export interface FileRows {
  headings: string[]
  rows: string[][]
}

/**
 * Parses CSV into headings and rows.
 * @throws Problem 422 if it is malformed, or has no rows or too many.
 */
export async function rowsOf(text: string): Promise<FileRows> {
  if (text.includes('\0')) throw new Problem(422, 'The file holds a character that cannot be stored (U+0000)')
  const records: string[][] = []
  try {
    for await (const record of parseCsv(text, detectDelimiter(text))) {
      if (records.length > maxImportRows)
        throw new Problem(422, `A file may hold ${maxImportRows} rows at most`)
      records.push(record.map(unescapeFormula))
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(422, `The file is not readable as CSV: ${(error as Error).message}`)
  }
  const [headings, ...rows] = records
  if (!headings || rows.length === 0)
    throw new Problem(422, 'The file needs a row of headings and one more row')
  return { headings, rows }
}
