import { type CellValue, writeXlsxStream } from 'hucre/xlsx'

/** Characters that a cell of a spreadsheet can hold. */
const longest = 32_767

function cellOf(value: unknown): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/**
 * A workbook whose texts are cells of type text, never formulas. A text too long for a cell ends in an ellipsis; rows
 * beyond a sheet's 1,048,576 go on in another.
 */
export function xlsx(
  name: string,
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly unknown[])[]>,
): AsyncIterable<Uint8Array> {
  async function* rows() {
    for await (const batch of batches) for (const row of batch) yield row.map(cellOf)
  }
  return writeXlsxStream(rows(), {
    name,
    columns: headings.map(header => ({ header })),
    freezePane: { rows: 1 },
  })
}
