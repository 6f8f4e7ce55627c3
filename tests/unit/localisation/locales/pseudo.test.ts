import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type ResourceKey } from 'i18next'
import { describe, expect, it } from 'vitest'
import { toPseudoLocale } from '../../../../providers/pseudo.ts'

const folder = new URL('../../../../locales/en/', import.meta.url)
const english = readdirSync(folder).map(file => [
  file,
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as ResourceKey,
])

/** Every text with its key; plural forms under their own. */
const flat = (texts: ResourceKey, path = ''): [string, string][] =>
  typeof texts === 'string'
    ? [[path, texts]]
    : Object.entries(texts as object).flatMap(([key, inner]) => flat(inner, `${path}.${key}`))

const machinery = (text: string) => [...text.matchAll(/\{\{.*?\}\}|<\/?\w+>/g)].map(String).sort()

describe('a pseudo-locale', () => {
  it('accents and lengthens words, and leaves placeholders alone', () => {
    expect(toPseudoLocale({ save: 'Save', sorry: '{{name}} is <b>not</b> there' }, 'en-XA')).toEqual({
      save: '⟦Šáṽé óñé⟧',
      sorry: '⟦{{name}} íš <b>ñóŧ</b> ŧĥéŕé óñé ŧŵ⟧',
    })
  })

  it('leaves the words alone where only the direction differs', () => {
    expect(toPseudoLocale({ back: { to: 'Back to {{screen}}' } }, 'ar-XB')).toEqual({
      back: { to: '⟦Back to {{screen}}⟧' },
    })
  })

  it('has a text for every plural category', async () => {
    const i18n = createInstance({
      lng: 'ar-XB',
      resources: {
        'ar-XB': {
          translation: toPseudoLocale({ found_one: 'one', found_other: '{{count}}' }, 'ar-XB') as object,
        },
      },
    })
    await i18n.init()
    const said = [0, 1, 2, 3, 11, 100].map(count => i18n.t('found' as never, { count } as never))
    expect(said).toEqual(['⟦0⟧', '⟦one⟧', '⟦2⟧', '⟦3⟧', '⟦11⟧', '⟦100⟧'])
  })

  it.each(english)('keeps the placeholders and tags of %s', (_, texts) => {
    for (const language of ['en-XA', 'ar-XB']) {
      const made = new Map(flat(toPseudoLocale(texts as ResourceKey, language)))
      for (const [key, text] of flat(texts as ResourceKey)) {
        expect(made.get(key)).toMatch(/^⟦.*⟧$/s)
        expect(machinery(made.get(key) ?? '')).toEqual(machinery(text))
      }
    }
  })
})
