import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const textOf = (file: string) => readFile(new URL(file, root), 'utf8')
const states = ['met', 'by setting', 'n/a', 'open']
const filesIn = (text: string) =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path ?? '')

describe('docs/asvs.md', () => {
  test('assesses each requirement once, with a reason', async () => {
    const text = await textOf('docs/asvs.md')
    const rows = [...text.matchAll(/^\| ([\d.]+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)]
    const ids = rows.map(([, id]) => id)
    // The requirements of levels 1 and 2 in chapters 2, 6, 7, 8, 9, 11 and 16 of ASVS 5.0.
    expect(ids).toHaveLength(108)
    expect(new Set(ids).size).toBe(108)
    for (const [, id, , state, by] of rows) {
      expect.soft(states, id).toContain(state)
      if (state === 'met' || state === 'by setting')
        expect.soft(filesIn(by ?? '').length, `${id} names no file`).toBeGreaterThan(0)
    }
    for (const state of states)
      expect(text).toContain(`${rows.filter(([, , , is]) => is === state).length} ${state}`)
  })
})

test.each(['docs/asvs.md', 'docs/threat-model.md', 'docs/adr/0026-privacy-and-retention.md'])(
  'every file that %s names exists',
  async document => {
    const files = filesIn(await textOf(document)).filter(path => !path.startsWith('DATA_DIR/'))
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter(path => !existsSync(new URL(path, root)))).toEqual([])
  },
)
