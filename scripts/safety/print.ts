import type { Interval } from './statistics.ts'

export const percent = (share: number, digits = 1): string =>
  Number.isNaN(share) ? '–' : `${(share * 100).toFixed(digits)} %`

export const figure = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3))

export const withInterval = ({ value, low, high }: Interval): string =>
  Number.isNaN(value) ? '–' : `${value.toFixed(3)} [${figure(low)}, ${figure(high)}]`

export const shareWithInterval = ({ value, low, high }: Interval): string =>
  Number.isNaN(value) ? '–' : `${percent(value)} [${percent(low)}, ${percent(high)}]`

/** Prints rows below their headings, the first column to the left and the others to the right. */
export function printTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  console.log([`\n${title}`, line(headings), ...rows.map(line)].join('\n'))
}
