import { readFileSync } from 'node:fs'

/** The rows of a tab-separated file without quoting, by the names in its first line. */
export function readTsv(file: URL | string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/)
  const names = header.split('\t')
  return lines.map((line, at) => {
    const cells = line.split('\t')
    if (cells.length !== names.length)
      throw new Error(`Line ${at + 2} of ${file} has ${cells.length} columns instead of ${names.length}`)
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']))
  })
}
