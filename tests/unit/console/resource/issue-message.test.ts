import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import type { Refusal } from '#contract/kit/refusal.ts'
import { issueMessages, type Labels } from '#kit/resource/labels.ts'
import kit from '#locales/es/kit.json' with { type: 'json' }

const i18n = createInstance()
await i18n.init({
  lng: 'es',
  resources: { es: { kit } },
  defaultNS: 'kit',
  interpolation: { escapeValue: false },
})
const labels = { field: (name: string) => (name === 'serial' ? 'Número de serie' : 'Nombre') } as Labels
const said = (...refusals: Refusal[]) => issueMessages(refusals, labels, i18n.getFixedT(null, 'kit'))
const refusal = (given: Partial<Refusal>): Refusal => ({
  field: null,
  code: null,
  values: {},
  text: 'In English',
  ...given,
})

it('shows known reasons in the reader’s language, field by field', () => {
  expect(
    said(
      refusal({ field: 'name', code: 'required' }),
      refusal({ field: 'serial', code: 'taken' }),
      refusal({ field: 'serial', code: 'long', values: { count: 64 } }),
    ),
  ).toBe(
    'Nombre es obligatorio; Número de serie: Ya está en uso; Número de serie: Debe tener como máximo 64 caracteres',
  )
  expect(said(refusal({ field: 'name', code: 'unnamed', values: { text: 'A & B' } }))).toBe(
    'Nombre: Nada se llama «A & B»',
  )
})

it('shows the server’s own words where there is no translation', () => {
  expect(said(refusal({}))).toBe('In English')
  expect(said(refusal({ field: 'name' }))).toBe('Nombre: In English')
})
