import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { judgeFile } from '../../../../scripts/safety/judge-file.ts'

function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'turns.tsv'), content)
  return join(folder, 'turns.tsv')
}

test('each line of a file is judged, with or without a heading', () => {
  const rows = 'en\tI am going to kill myself.\nfr\tIl fait beau.\n'
  for (const content of [rows, `language\ttext\n${rows}`]) {
    const [risky, harmless, ...others] = judgeFile(fileOf(content)).map(line => JSON.parse(line))
    expect(risky).toMatchObject({ language: 'en', text: 'I am going to kill myself.', flagged: true })
    expect(risky.categories).toEqual(['self_harm'])
    expect(Object.keys(risky)).toEqual(
      expect.arrayContaining(['risk', 'level', 'flagged', 'categories', 'sentiment', 'emotion']),
    )
    expect(harmless).toMatchObject({ language: 'fr', flagged: false })
    expect(others).toEqual([])
  }
})

test('an unknown language is reported with its line', () => {
  expect(() => judgeFile(fileOf('en\tHello.\nxx\tHello.\n'))).toThrow('Line 2 begins with “xx”')
})
