import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type CallOptions, request } from './call.ts'

/**
 * Saves a streamed response as a file.
 * @param progress called with the bytes received so far
 * @throws as {@link request}, and when the stream breaks: an incomplete file is not saved
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  name: string,
  progress: (bytes: number) => void,
): Promise<void> {
  const response = await request(endpoint, options)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of chunksOf(response)) {
    parts.push(part)
    bytes += part.byteLength
    progress(bytes)
  }
  saveFile(name, new Blob(parts, { type: response.headers.get('content-type') ?? '' }))
}

/** Iterates a response body; not every browser supports async iteration of streams. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    yield part.value
  }
}

type Cell = string | number | null

/** Prefixes that a spreadsheet would interpret as a formula (OWASP, "CSV Injection"). */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Escapes a cell (RFC 4180) and neutralizes formulas. */
function escapeCell(cell: Cell): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV, header first. */
export const csvOf = (rows: readonly (readonly Cell[])[]) =>
  `${rows.map(row => row.map(escapeCell).join(',')).join('\r\n')}\r\n`

/** Milliseconds that a browser may take to start reading a saved blob. */
const savingMs = 60_000

/** Saves a blob as a file. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(URL.revokeObjectURL, savingMs, url)
}

/** Saves rows as a CSV file, with a byte order mark for spreadsheets. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, new Blob([`\uFEFF${csvOf(rows)}`], { type: 'text/csv;charset=utf-8' }))
