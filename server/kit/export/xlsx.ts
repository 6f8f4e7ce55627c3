import type { CellValue } from 'hucre/xlsx'
import type { FieldKind } from '#contract/kit/fields.ts'
import type { Columns } from './columns.ts'

/** Characters that fit into a cell. */
const maxCellLength = 32_767
/** The first day that spreadsheets can show. */
const minDate = Date.UTC(1900, 2, 1)

/** Text that XML 1.0 can represent: without lone surrogates and noncharacters; the library escapes control characters. */
const xmlText = (text: string) => text.toWellFormed().replace(/[\uFFFE\uFFFF]/g, '\uFFFD')

function textCell(value: string): string {
  if (value.length <= maxCellLength) return xmlText(value)
  const cut = value.slice(0, maxCellLength - 1)
  // A surrogate pair is not cut in half.
  return `${xmlText(cut.replace(/[\uD800-\uDBFF]$/, ''))}…`
}

function cellOf(value: unknown, kind: FieldKind | undefined): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return textCell(JSON.stringify(value))
  if (kind === 'instant' || kind === 'day') {
    const date = new Date(value)
    if (date.getTime() >= minDate) return date
  }
  return textCell(value)
}

const dateFormats: Partial<Record<FieldKind, string>> = {
  instant: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
}

/**
 * A workbook in which texts are cells of type text, never formulas, and instants (in UTC) and days are dates. A text too
 * long for a cell ends in an ellipsis; rows beyond a sheet's 1,048,576 continue in another sheet.
 */
export async function* xlsx(
  name: string,
  { headings, kinds }: Columns,
  batches: AsyncIterable<readonly (readonly unknown[])[]>,
): AsyncGenerator<Uint8Array> {
  // Loaded by the first workbook, because it takes memory.
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* rows() {
    for await (const batch of batches)
      for (const row of batch) yield row.map((value, index) => cellOf(value, kinds[index]))
  }
  yield* writeXlsxStream(rows(), {
    name,
    columns: headings.map((header, index) => {
      const numFmt = dateFormats[kinds[index] ?? 'text']
      return { header: textCell(header), ...(numFmt && { numFmt }) }
    }),
    freezePane: { rows: 1 },
  })
}
