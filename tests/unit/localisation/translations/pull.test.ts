import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { applyTexts } from '#contract/localisation/published-texts.ts'
import { pull } from '../../../../scripts/locales/pull.ts'

const before = `{
  "zebra": "Cebra",
  "days_one": "un día",
  "days_other": "{{count}} días",
  "inner": {
    "title": "Título"
  },
  "apple": "Manzana"
}
`

async function locales(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'voicedeck-locales-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'es'))
  await writeFile(join(folder, 'es/common.json'), before)
  return pathToFileURL(`${folder}/`)
}

test('published texts are merged into the files, whose order and format stay', async () => {
  const folder = await locales()
  const pulled = await pull(folder, 'es', {
    common: { 'inner.title': 'Rótulo', zebra: 'Cebra', days_many: '{{count}} de días', 'inner.new': 'Nuevo' },
  })
  expect(pulled).toEqual([
    { key: 'es/common:inner.title', before: 'Título', after: 'Rótulo' },
    { key: 'es/common:days_many', before: undefined, after: '{{count}} de días' },
    { key: 'es/common:inner.new', before: undefined, after: 'Nuevo' },
  ])
  expect(await readFile(new URL('es/common.json', folder), 'utf8')).toBe(`{
  "zebra": "Cebra",
  "days_one": "un día",
  "days_other": "{{count}} días",
  "inner": {
    "title": "Rótulo",
    "new": "Nuevo"
  },
  "apple": "Manzana",
  "days_many": "{{count}} de días"
}
`)
})

test('nothing is written where nothing changed, or outside the folder', async () => {
  const folder = await locales()
  expect(await pull(folder, 'es', { common: { apple: 'Manzana' } })).toEqual([])
  expect(await readFile(new URL('es/common.json', folder), 'utf8')).toBe(before)
  await expect(pull(folder, 'es', { '../../etc': { a: 'b' } })).rejects.toThrow('not the name of a file')
})

test('applying texts changes neither the file nor the object prototype', () => {
  const file = { a: 'A', b: { c: 'C' } }
  expect(applyTexts(file, { 'b.c': 'X', '__proto__.polluted': 'yes', 'a.deeper': 'Y' })).toEqual({
    a: { deeper: 'Y' },
    b: { c: 'X' },
  })
  expect(file).toEqual({ a: 'A', b: { c: 'C' } })
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})
