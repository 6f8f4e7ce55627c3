import { parse } from 'csv-parse'

const byteOrderMark = '\uFEFF'

/** How a text begins that a spreadsheet would take for a formula (OWASP, "CSV Injection"), behind any apostrophes. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * One cell after RFC 4180. What a spreadsheet would take for a formula is led by one apostrophe more than it has, so
 * that {@link unescapeFormula} finds the text again, whatever it was.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text that {@link csvCell} wrote: without the apostrophe that kept it from being a formula. */
export const unescapeFormula = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

/** One record; a line without a character would be none. */
const line = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',') || '""'}\r\n`

/** UTF-8 CSV with a byte order mark for Excel: the headings at once, then a chunk for each batch of rows. */
export async function* csv(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly unknown[])[]> | readonly (readonly (readonly unknown[])[])[],
): AsyncGenerator<string> {
  yield byteOrderMark + line(headings)
  for await (const batch of batches) yield batch.map(line).join('')
}

/**
 * The records of a CSV text, its headings among them: delimited by commas, semicolons or tabs, with or without a byte
 * order mark. Empty lines are no records, and one with fewer or more cells than the first is a record all the same.
 * @throws with a position, when quotes do not match.
 */
export const parseCsv = (text: string, delimiter: string): AsyncIterable<string[]> =>
  parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })

/** The delimiter of a CSV text: the one that its first line has most of. */
export function detectDelimiter(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map(mark => ({ mark, count: first.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}
