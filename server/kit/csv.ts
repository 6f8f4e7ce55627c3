type Row = Record<string, unknown>

const byteOrderMark = '\uFEFF'

/**
 * One cell after RFC 4180; a text that a spreadsheet would take for a formula is led by an apostrophe
 * (OWASP, "CSV Injection").
 */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

/** UTF-8 CSV with a byte order mark for Excel, in chunks of about 64 KB; memory stays flat however many rows come. */
export async function* csv(
  columns: readonly string[],
  rows: AsyncIterable<Row>,
  shown: (row: Row) => Row,
): AsyncGenerator<string> {
  let chunk = byteOrderMark + line(columns.map(cell))
  for await (const row of rows) {
    const visible = shown(row)
    chunk += line(columns.map(name => cell(visible[name])))
    if (chunk.length > 65_536) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}
