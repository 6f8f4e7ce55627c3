import { describe, expect, test } from 'vitest'
import { fallBack, transforms } from '../../../../scripts/safety/metamorphic/transform.ts'
import { randomFrom } from '../../../../scripts/safety/random.ts'

const apply = (name: string, text: string, language: 'en' | 'de' | 'fr' | 'ja' | 'ar', seed = 1) =>
  transforms[name]?.(text, language, randomFrom(seed))

describe('a transformation', () => {
  test.for(Object.keys(transforms))('gives the same text for the same seed: %s', name => {
    const text = 'I can’t get up, please help.'
    expect(apply(name, text, 'en', 7)).toBe(apply(name, text, 'en', 7))
  })

  test('keeps the alarm between innocent clauses', () => {
    for (let seed = 0; seed < 20; seed++) {
      const before = apply('innocent prefix', 'I fell.', 'en', seed)
      expect(before?.endsWith('I fell.')).toBe(true)
      expect(before?.length).toBeGreaterThan('I fell.'.length)
      expect(apply('innocent suffix', 'I fell.', 'en', seed)).toMatch(/^I fell/)
      expect(apply('prefix and suffix', 'I fell.', 'en', seed)).toMatch(/.I fell./)
    }
  })

  test('puts an alarm after a clause in another language', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { host, text } = fallBack('I fell.', 'en', randomFrom(seed))
      expect(host).not.toBe('en')
      expect(text).toMatch(/.I fell.$/)
    }
  })

  test('changes at most two letters of a word by a typing error', () => {
    for (let seed = 0; seed < 50; seed++) {
      const text = 'I have fallen over.'
      const wrong = apply('typo', text, 'en', seed) ?? ''
      expect(Math.abs(wrong.length - text.length)).toBeLessThanOrEqual(1)
      expect(wrong.split(' ').filter(word => !text.split(' ').includes(word)).length).toBeLessThanOrEqual(1)
    }
  })

  test('drops what a hurried or foreign keyboard drops', () => {
    expect(['I cant get up', 'I can t get up']).toContain(apply('no apostrophes', 'I can’t get up', 'en'))
    expect(apply('no accents', 'Je suis tombée', 'fr')).toBe('Je suis tombee')
    const umlauts = Array.from({ length: 20 }, (_, seed) => apply('no accents', 'Ich möchte', 'de', seed))
    expect(new Set(umlauts)).toEqual(new Set(['Ich mochte', 'Ich moechte']))
    expect(apply('no accents', 'أنا مُتعبة', 'ar')).toBe('انا متعبه')
    expect(apply('no punctuation', '転んで、立てません。', 'ja')).toBe('転んで 立てません')
  })

  test('returns null where there is nothing to change', () => {
    expect(apply('no accents', 'I fell', 'en')).toBeNull()
    expect(apply('no apostrophes', 'I fell', 'en')).toBeNull()
    expect(apply('casing', '転びました', 'ja')).toBeNull()
    expect(apply('typo', 'I am ill', 'en')).toBeNull()
  })
})
