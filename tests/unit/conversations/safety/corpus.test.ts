import { describe, expect, test } from 'vitest'
import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { contexts } from '#contract/conversations/safety.ts'
import { flaggedFrom, folds, readCorpus } from '../../../../scripts/training/corpus.ts'

describe.for(conversationLanguages)('the labelled corpus in %s', language => {
  const turns = readCorpus([language])
  const dangers = turns.filter(({ level }) => level >= flaggedFrom)

  test('contains dangerous and harmless turns of every category', () => {
    expect(dangers.length).toBeGreaterThanOrEqual(400)
    expect(turns.length - dangers.length).toBeGreaterThanOrEqual(500)
    const named = new Set(dangers.map(({ category }) => category))
    for (const category of ['self_harm', 'medical', 'fall', 'abuse', 'medication', 'third_party', 'distress'])
      expect(named).toContain(category)
  })

  test('labels each row with a known category that fits its level', () => {
    const known = new Set<string>(['none', ...contexts])
    expect(turns.filter(({ category }) => !known.has(category))).toEqual([])
    expect(turns.filter(({ category, level }) => category === 'none' && level >= flaggedFrom)).toEqual([])
    expect(dangers.filter(({ category }) => category === 'none')).toEqual([])
  })

  test('shares no sentence with the checks, which nothing is trained on', () => {
    const bare = ({ text }: { text: string }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    const learned = new Set(turns.map(bare))
    const checks = readCorpus([language], 'checks')
    expect(checks.length).toBeGreaterThan(100)
    expect(checks.map(bare).filter(text => learned.has(text))).toEqual([])
  })

  test('has families in every fold', () => {
    expect(new Set(turns.map(({ fold }) => fold)).size).toBe(folds)
  })
})
