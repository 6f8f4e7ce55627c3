import { describe, expect, test } from 'vitest'
import { diffWords } from '#kit/text-editor/diff-words.ts'
import { samplesOf } from '#kit/text-editor/plural-samples.ts'
import { keysIn, markOf, unmarked } from '#kit/translate-mode/marks.ts'

describe('a mark', () => {
  test('leads back to its key wherever the text is shown, and is invisible', () => {
    const save = `Guardar${markOf('common:save')}`
    const whole = `${save} · ${`3 días${markOf('kit:days')}`}!`
    expect(keysIn(whole)).toEqual(['common:save', 'kit:days'])
    expect(unmarked(whole)).toBe('Guardar · 3 días!')
    expect(markOf('common:save')).toBe(save.slice('Guardar'.length))
    expect(keysIn('Guardar')).toEqual([])
  })

  test('that was truncated leads nowhere', () => {
    expect(keysIn(markOf('common:save').slice(1))).toEqual([])
  })

  test('is unique for each of thousands of keys', () => {
    const marks = Array.from({ length: 5_000 }, (_, index) => markOf(`many:${index}`))
    expect(new Set(marks).size).toBe(5_000)
    expect(keysIn(marks[4_321] as string)).toEqual(['many:4321'])
  })
})

describe('a difference', () => {
  test('is shown word by word', () => {
    expect(diffWords('Show all the devices', 'Show every device of the devices')).toEqual([
      { kind: 'same', text: 'Show ' },
      { kind: 'gone', text: 'all' },
      { kind: 'new', text: 'every' },
      { kind: 'same', text: ' ' },
      { kind: 'new', text: 'device of ' },
      { kind: 'same', text: 'the devices' },
    ])
    expect(diffWords('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
    expect(diffWords('old', '')).toEqual([{ kind: 'gone', text: 'old' }])
  })

  test('contains both texts completely', () => {
    const [before, after] = ['a b  c d', 'b a c  d e']
    const pieces = diffWords(before, after)
    const without = (kind: string) =>
      pieces
        .filter(piece => piece.kind !== kind)
        .map(({ text }) => text)
        .join('')
    expect([without('new'), without('gone')]).toEqual([before, after])
  })
})

test('plural samples match CLDR', () => {
  expect(samplesOf('en', 'one')).toEqual([1])
  expect(samplesOf('es', 'many')).toEqual([1_000_000])
  expect(samplesOf('ar', 'two')).toEqual([2])
  expect(samplesOf('ar', 'few')).toEqual([3, 4, 5, 6])
  expect(samplesOf('ar', 'many')).toEqual([11, 12, 13, 14])
  expect(samplesOf('ja', 'other')).toEqual([0, 1, 2, 3])
})
