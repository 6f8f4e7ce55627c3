import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { heads } from '#kit/registry.ts'
import { labelsIn } from '#kit/resource/labels.ts'
import { choicesOf, fieldsOf } from '#kit/resource/resource.ts'

const files = import.meta.glob<Record<string, unknown>>('../../../../locales/*/{common,kit,resources}.json', {
  eager: true,
  import: 'default',
})
const [, ...languages] = ['', ...new Set(Object.keys(files).map(path => path.split('/').at(-2) as string))]
const textsIn = (language: string, file: string) =>
  files[`../../../../locales/${language}/${file}.json`] as Record<string, unknown>

/** Plural forms differ by language; `scripts/locales.ts` checks them. */
const plural = /_(zero|one|two|few|many|other)$/

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? keysOf(text, `${path}${key}.`) : [path + key],
  )

describe.each(languages)('the texts in %s', language => {
  it.each(['kit', 'resources'])('have the keys of English: %s', file => {
    const namesIn = (language: string) =>
      new Set(keysOf(textsIn(language, file)).map(key => key.replace(plural, '')))
    expect(namesIn(language)).toEqual(namesIn('en'))
  })

  it.each(heads.map(({ name, load }) => ({ name, load })))('name all of $name', async ({ load }) => {
    const of = await load()
    const missing: string[] = []
    const i18n = createInstance({
      lng: language,
      resources: {
        [language]: { resources: textsIn(language, 'resources'), common: textsIn(language, 'common') },
      },
      saveMissing: true,
      missingKeyHandler: (_, __, key) => missing.push(key),
    })
    await i18n.init()
    const labels = labelsIn(i18n.getFixedT(language, 'resources'), of.name)
    const direct = labelsIn(i18n.getFixedT(language, 'resources'), of.name, i18n)
    const { create, update } = of.api
    const bodies = [create, update].flatMap(call =>
      call ? [...fieldsOf(call.body as z.ZodObject).values()] : [],
    )
    for (const field of [...of.fields.values(), ...bodies]) {
      expect(direct.field(field.name)).toBe(labels.field(field.name))
      for (const choice of choicesOf(field))
        expect(direct.option(field.name, choice)).toBe(labels.option(field.name, choice))
    }
    for (const key of ['many', 'one', 'empty', 'emptyHint', 'failed']) labels.text(key)
    if (create) labels.text('create')
    if (of.alias) labels.text(of.alias.title)
    expect(missing).toEqual([])
  })
})
