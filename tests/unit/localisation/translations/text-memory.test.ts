import { describe, expect, test } from 'vitest'
import { gistOf, takeOver } from '#contract/localisation/text-memory.ts'

describe('what is compared of a source', () => {
  test('is its words, without placeholders and tags', () => {
    expect(gistOf('  <0>{{count, number}}</0> devices of {{name}} ')).toBe('devices of')
  })
})

describe('a suggestion that is taken over', () => {
  const suggestion = {
    source: { text: '{{name}} has {{count}} devices' },
    forms: { text: '{{ count }} dispositivos de {{name}}' },
  }

  test('gets the placeholders of the new source by position', () => {
    const source = { text: '{{person}} has {{n, number}} devices' }
    const taken = takeOver({ source, forms: {}, wanted: ['text'], focused: 'text', suggestion })
    expect(taken).toEqual({ text: '{{n, number}} dispositivos de {{person}}' })
  })

  test('keeps placeholders that both sources have', () => {
    const source = { text: '{{count}} devices are with {{owner}}' }
    const taken = takeOver({ source, forms: {}, wanted: ['text'], focused: 'text', suggestion })
    expect(taken).toEqual({ text: '{{count}} dispositivos de {{owner}}' })
  })

  test('fills every plural form if it has plural forms, and the one with the cursor otherwise', () => {
    const plural = {
      source: { one: '{{count}} file', other: '{{count}} files' },
      forms: { one: '{{count}} archivo', other: '{{count}} archivos' },
    }
    const source = { one: '{{n}} document', other: '{{n}} documents' }
    const wanted = ['one', 'many', 'other'] as const
    const forms = { one: '', many: 'x', other: 'y' }
    expect(takeOver({ source, forms, wanted, focused: 'many', suggestion: plural })).toEqual({
      one: '{{n}} archivo',
      many: '{{n}} archivos',
      other: '{{n}} archivos',
    })
    const single = { source: { text: 'Files' }, forms: { text: 'Archivos' } }
    expect(takeOver({ source, forms, wanted, focused: 'many', suggestion: single })).toEqual({
      one: '',
      many: 'Archivos',
      other: 'y',
    })
  })

  test('of a plural text fills a text without plural with its general form', () => {
    const plural = {
      source: { one: '{{count}} file', other: '{{count}} files' },
      forms: { one: '{{count}} archivo', other: '{{count}} archivos' },
    }
    const taken = takeOver({
      source: { text: '{{total}} files' },
      forms: {},
      wanted: ['text'],
      focused: 'text',
      suggestion: plural,
    })
    expect(taken).toEqual({ text: '{{total}} archivos' })
  })
})
