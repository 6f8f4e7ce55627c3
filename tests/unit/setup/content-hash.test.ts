import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentHash } from '../../../scripts/setup/content-hash.mjs'

const entries = ['index.html', 'src', 'absent']

let root: string
let before: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'voicedeck-hash-'))
  mkdirSync(join(root, 'src/pages'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<html>')
  writeFileSync(join(root, 'src/pages/a.tsx'), 'a')
  before = contentHash(root, entries)
})

afterEach(() => rmSync(root, { recursive: true }))

test('touching a file changes nothing', () => {
  utimesSync(join(root, 'index.html'), 0, 0)
  expect(contentHash(root, entries)).toBe(before)
})

test('the order of the entries changes nothing', () => {
  expect(contentHash(root, entries.toReversed())).toBe(before)
})

test('a changed, added, renamed or removed file changes it', () => {
  const seen = new Set([before])
  const changes = [
    () => writeFileSync(join(root, 'src/pages/a.tsx'), 'b'),
    () => writeFileSync(join(root, 'src/c.tsx'), ''),
    () => renameSync(join(root, 'src/c.tsx'), join(root, 'src/d.tsx')),
    () => rmSync(join(root, 'index.html')),
  ]
  for (const change of changes) {
    change()
    seen.add(contentHash(root, entries))
  }
  expect(seen.size).toBe(changes.length + 1)
})
