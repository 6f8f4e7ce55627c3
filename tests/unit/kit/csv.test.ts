import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Language } from '#contract/kit/language.ts'
import {
  csv,
  csvCell,
  csvOptions,
  detectDelimiter,
  separatorFor,
  unescapeFormula,
} from '#server/kit/export/csv.ts'
import { naughtyStrings, paddedStrings } from '#tests/fixtures/naughty-strings.ts'

const spectrum = dirname(fileURLToPath(import.meta.resolve('csv-spectrum')))
const cases = (await readdir(join(spectrum, 'csvs'))).map(file => file.replace('.csv', ''))

async function* one<Value>(value: Value) {
  yield value
}

async function written([headings = [], ...rows]: string[][]): Promise<string> {
  let text = ''
  for await (const chunk of csv(headings, one(rows))) text += chunk
  return text
}

const read = (text: string): string[][] =>
  parse(text, { ...csvOptions, delimiter: detectDelimiter(text), cast: unescapeFormula })

const objects = ([headings = [], ...rows]: string[][]) =>
  rows.map(row => Object.fromEntries(headings.map((heading, index) => [heading, row[index]])))

describe('CSV', () => {
  it.for(cases)('reads csv-spectrum’s %s as expected, and writes what it reads the same', async name => {
    const text = await readFile(join(spectrum, 'csvs', `${name}.csv`), 'utf8')
    const json = JSON.parse(await readFile(join(spectrum, 'json', `${name}.json`), 'utf8'))
    const records = await read(text)
    // The set's own CSV and JSON differ in this number.
    const phone = 'Contact Phone Number'
    const expected = [json].flat().map(row => (phone in row ? { ...row, [phone]: '2095257564' } : row))
    expect(objects(records)).toEqual(expected)
    expect(await read(await written(records))).toEqual(records)
  })

  it('keeps every naughty string, alone in its row or not', async () => {
    const texts = [...naughtyStrings, ...paddedStrings, '']
    const alone = [['text'], ...texts.map(text => [text])]
    expect(await read(await written(alone))).toEqual(alone)
    const beside = [['one', 'other'], ...texts.map((text, index) => [text, texts.at(-index - 1) ?? ''])]
    expect(await read(await written(beside))).toEqual(beside)
  })

  it('keeps any text', { timeout: 30_000 }, async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom("'", '=', '"', ',', ';', '\t', '\r', '\n', ' ', '-', 'a', '\uFEFF'),
      }),
    )
    const records = fc
      .integer({ min: 1, max: 4 })
      .chain(width =>
        fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      )
    await fc.assert(
      fc.asyncProperty(records, async given => {
        expect(await read(await written(given))).toEqual(given)
      }),
      { numRuns: 50 },
    )
  })

  it('lets no text start like a formula', () => {
    for (const text of [...naughtyStrings, ...paddedStrings]) {
      expect(csvCell(text).replace(/^"/, ''), text).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }
    expect([csvCell(-1), csvCell(true), csvCell(null), csvCell('')]).toEqual(['-1', 'true', '', ''])
  })

  const signs = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1']
  const invisible = [
    '',
    ' ',
    '\u200B',
    '\u202E',
    '\u2066',
    '\u00AD',
    '\uFEFF',
    '\u0000',
    '\u0007',
    '\u3164',
    "'",
  ]
  const separators = ['', ';', ',', '\t', '\r', '\n', '\r\n', '\u2028']

  it('contains no formula wherever a spreadsheet may start a cell', () => {
    for (const separator of separators)
      for (const hidden of invisible)
        for (const sign of signs) {
          const text = `${separator && `Hub${separator}`}${hidden}${sign}`
          const written = csvCell(text)
          const cells = written.replaceAll('"', '').split(/[;,\t\r\n\u2028]/)
          for (const cell of cells) {
            const visible = cell.replace(/^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u, '')
            expect(visible, JSON.stringify(text)).not.toMatch(/^[=+\-@＝]/)
          }
          expect(read(`x\r\n${written}\r\n`)[1]).toEqual([text])
        }
  })

  it('separates by semicolons where spreadsheets expect them', async () => {
    let text = ''
    for await (const chunk of csv(['a', 'b'], [[['1,5', 'x;y']]], ';')) text += chunk
    expect(text).toBe('\uFEFFa;b\r\n"1,5";"x;y"\r\n')
    expect(['en', 'de', 'fr', 'es', 'ja', 'ar'].map(language => separatorFor(language as Language))).toEqual([
      ',',
      ';',
      ';',
      ';',
      ',',
      ';',
    ])
  })

  it('detects the delimiter from the headings, ignoring quoted ones', () => {
    expect(detectDelimiter('a;b;c\n1,5;2;3')).toBe(';')
    expect(detectDelimiter('\uFEFF"a;b;c",d\n')).toBe(',')
    expect(detectDelimiter('a\tb')).toBe('\t')
    expect(detectDelimiter('alone\nx;y')).toBe(',')
  })
})
