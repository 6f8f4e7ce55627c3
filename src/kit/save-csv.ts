type Cell = string | number | null

/** How a text begins that a spreadsheet would take for a formula (OWASP, "CSV Injection"). */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A cell as RFC 4180 writes it; what a spreadsheet would take for a formula is kept a text. */
function written(cell: Cell): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table as CSV, its headings first. */
export const csvOf = (rows: readonly (readonly Cell[])[]) =>
  `${rows.map(row => row.map(written).join(',')).join('\r\n')}\r\n`

/** Saves a table as a CSV file, marked as UTF-8 for spreadsheets. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob([`\uFEFF${csvOf(rows)}`], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click()
  // The browser has taken the file over once the click is handled.
  setTimeout(URL.revokeObjectURL, 0, url)
}
