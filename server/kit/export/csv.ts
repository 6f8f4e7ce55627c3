import type { Language } from '#contract/kit/language.ts'

const byteOrderMark = '\uFEFF'

/** Characters at which a spreadsheet of some locale may begin a new cell. */
const separators = String.raw`,;\t\r\n\v\f\u0085\u2028\u2029`
/** What a spreadsheet ignores before a formula: spaces, quotes, and invisible, bidirectional and control characters. */
const ignored = String.raw`[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s'"]--[${separators}]]*`
/** Text that a spreadsheet may take for a formula (OWASP, "CSV Injection"). */
const formula = String.raw`(?=${ignored}[=+\-@＝＋－＠﹢﹣﹦﹫])`
/** Where a spreadsheet may start a formula: at the beginning, also after tabs and line breaks, or after a separator. */
const beginnings = String.raw`(?:^(?:${formula}|(?='*[\t\r\n]))|(?<=[${separators}])${formula})`
const unescaped = new RegExp(beginnings, 'gv')
const escaped = new RegExp(String.raw`^'(?:${formula}|(?='*[\t\r\n]))|(?<=[${separators}])'${formula}`, 'gv')

/**
 * One cell after RFC 4180. Wherever a spreadsheet would read a formula, it gets an apostrophe in front, which
 * {@link unescapeFormula} removes again. Text behind a separator counts, because a spreadsheet of another locale splits
 * the line there.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replaceAll(unescaped, "'")
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text that {@link csvCell} wrote. */
export const unescapeFormula = (text: string) => text.replaceAll(escaped, '')

type Separator = ',' | ';'

/** Languages in whose regions lists are separated by semicolons, mostly because the comma is the decimal sign. */
const semicolonLanguages: readonly (Language | undefined)[] = ['es', 'fr', 'de', 'ar']

/** The separator that spreadsheets of a language expect; files for programs have commas. */
export const separatorFor = (language?: Language): Separator =>
  semicolonLanguages.includes(language) ? ';' : ','

/** One record; an empty line would not be read as one. */
const line = (cells: readonly unknown[], separator: Separator) =>
  `${cells.map(csvCell).join(separator) || '""'}\r\n`

/** UTF-8 CSV with a byte order mark for Excel: the headings first, then a chunk for each batch of rows. */
export async function* csv(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly unknown[])[]> | readonly (readonly (readonly unknown[])[])[],
  separator: Separator = ',',
): AsyncGenerator<string> {
  yield byteOrderMark + line(headings, separator)
  for await (const batch of batches) yield batch.map(cells => line(cells, separator)).join('')
}

/**
 * Options for reading CSV that people or spreadsheets wrote, with or without a byte order mark. Empty lines are skipped;
 * records may differ in length.
 */
export const csvOptions = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} as const

/** Characters of a file in which its delimiter is looked for. */
const sampleLength = 65_536

/** The delimiter of a CSV text, a comma, semicolon or tab: the most frequent one in its first line. */
export function detectDelimiter(text: string): string {
  const first =
    /^(?:"(?:[^"]|"")*"|[^"\r\n])*/
      .exec(text.slice(0, sampleLength))?.[0]
      .replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map(mark => ({ mark, count: first.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}
