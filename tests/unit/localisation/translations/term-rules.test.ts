import { describe, expect, test } from 'vitest'
import { splitterOf } from '#contract/kit/words.ts'
import { checkTerms, findTerms, type Term } from '#contract/localisation/term-rules.ts'

const term = (name: string, allowed: string[], forbidden: string[] = []): Term => ({
  term: name,
  allowed,
  forbidden,
  note: null,
})
const [english, spanish, german, japanese, arabic] = await Promise.all([
  splitterOf('en'),
  splitterOf('es'),
  splitterOf('de'),
  splitterOf('ja'),
  splitterOf('ar'),
])

describe('a term in a source', () => {
  test('is found in any inflection, with its place', () => {
    const [found, ...others] = findTerms(english, 'Two Pendants report', [term('pendant', ['colgante'])])
    expect(others).toEqual([])
    expect(found).toMatchObject({ start: 4, end: 12 })
  })

  test('is not part of a word, a placeholder or a tag', () => {
    const terms = [term('pendant', ['colgante'])]
    expect(findTerms(english, 'Independants, {{pendant}}, <pendant>x</pendant>', terms)).toEqual([])
  })

  test('gives way to a longer one', () => {
    const terms = [term('alert', ['alerta']), term('alert queue', ['cola de alertas'])]
    const found = findTerms(english, 'The alert queue shows each alert', terms)
    expect(found.map(({ term }) => term.term)).toEqual(['alert queue', 'alert'])
  })
})

const check = (split: typeof spanish, terms: Term[], forms: object) =>
  checkTerms({ terms, forms, split }).map(({ check, form, subject }) => [check, form, subject])

describe('a translation', () => {
  test('uses an allowed translation in any inflection', () => {
    expect(check(spanish, [term('alert', ['aviso', 'alerta'])], { text: 'Tres alertas abiertas' })).toEqual(
      [],
    )
    expect(check(german, [term('device', ['Gerät'])], { text: 'Drei Geräte' })).toEqual([])
    expect(check(japanese, [term('device', ['機器'])], { text: '三台の機器です' })).toEqual([])
    expect(check(arabic, [term('device', ['جهاز'])], { text: 'الجهاز متصل' })).toEqual([])
  })

  test('uses it in a compound', () => {
    expect(check(german, [term('device', ['Gerät'])], { text: 'Letzte Geräteereignisse' })).toEqual([])
    expect(check(german, [term('device', ['Gerät'])], { text: 'Letzte Ereignisse' })).toEqual([
      ['term_missing', 'text', 'Gerät'],
    ])
  })

  test('without an allowed translation is reported for each form', () => {
    expect(
      check(spanish, [term('alert', ['aviso', 'alerta'])], { one: 'Una alarma', other: 'Dos avisos' }),
    ).toEqual([['term_missing', 'one', 'aviso / alerta']])
  })

  test('with a forbidden translation is reported, unless it is part of an allowed one', () => {
    const terms = [term('silent alarm', ['alarma silenciosa'], ['alarma'])]
    expect(check(spanish, terms, { text: 'Alarmas silenciosas' })).toEqual([])
    expect(check(spanish, terms, { text: 'Alarma silenciosa y otra alarma' })).toEqual([
      ['term_forbidden', 'text', 'alarma'],
    ])
  })

  test('that is empty is left to the other rules', () => {
    expect(check(spanish, [term('alert', ['alerta'])], { text: ' ' })).toEqual([])
  })
})
