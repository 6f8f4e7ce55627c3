import { describe, expect, test } from 'vitest'
import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { contexts } from '#contract/conversations/safety.ts'
import { readHeldOut, readIdioms } from '../../../../scripts/safety/held-out.ts'
import { readInnocent, readParaphrases } from '../../../../scripts/safety/metamorphic/material.ts'
import { flaggedFrom, folds, readCorpus, readLookAlikes } from '../../../../scripts/training/corpus.ts'
import { readFrames } from '../../../../scripts/training/frames.ts'
import { readSayings, readSmallTalk, readSpokenDangers } from '../../../../scripts/training/grammars.ts'

const bare = ({ text }: { text: string }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Letters up to which a sentence is what everybody says: “I can't breathe”. */
const commonplace = 12

const sayings = readSayings()
const grammars = {
  harmless: [...readSmallTalk(), ...sayings.filter(({ level }) => level === 0)],
  dangers: [...readSpokenDangers(), ...sayings.filter(({ level }) => level > 0)],
}

describe.for(conversationLanguages)('the labelled corpus in %s', language => {
  const turns = readCorpus([language])
  const lookAlikes = { open: readLookAlikes('open', [language]), aside: readLookAlikes('aside', [language]) }
  const own = <T extends { language: string }>(all: readonly T[]) =>
    all.filter(turn => turn.language === language)
  const made = {
    framed: own(readFrames()),
    harmless: own(grammars.harmless),
    dangers: own(grammars.dangers),
  }
  const learned = new Set([...turns, ...lookAlikes.open, ...Object.values(made).flat()].map(bare))
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

  test.for(['checks', 'unseen', 'idioms', 'twins', 'small-talk-aside'] as const)(
    'shares no sentence with the %s, which nothing is trained on',
    set => {
      const others = readCorpus([language], set)
      expect(others.length).toBeGreaterThanOrEqual(80)
      expect(others.map(bare).filter(text => learned.has(text))).toEqual([])
    },
  )

  test('has look-alikes in pairs of a harmless sentence and a danger, a third of them put aside', () => {
    const all = readCorpus([language], 'look-alikes')
    expect(all.map(({ level }) => level >= flaggedFrom)).toEqual(all.map((_, at) => at % 2 === 1))
    expect(lookAlikes.aside.length).toBeGreaterThanOrEqual(80)
    expect(lookAlikes.aside.length / all.length).toBeCloseTo(1 / 3, 1)
    expect(lookAlikes.aside.map(bare).filter(text => learned.has(text))).toEqual([])
  })

  test('shares no sentence with what is held out', () => {
    const heldOut = new Set(
      [
        ...readHeldOut(language),
        ...readIdioms(language).map(text => ({ text })),
        ...readInnocent(language).map(text => ({ text })),
        ...readParaphrases(language).flatMap(({ text, paraphrase }) => [{ text }, { text: paraphrase }]),
      ].map(bare),
    )
    const all = [...learned, ...lookAlikes.aside.map(bare)]
    expect(all.filter(text => text.length > commonplace && heldOut.has(text))).toEqual([])
  })

  test('has grammars that make thousands of harmless turns and of dangers of every category', () => {
    expect(made.harmless.length).toBeGreaterThanOrEqual(4_000)
    expect(made.dangers.length).toBeGreaterThanOrEqual(5_000)
    const saidOf = (level: 'harmless' | 'danger') =>
      own(sayings).filter(saying => (saying.level === 0) === (level === 'harmless')).length
    expect(saidOf('harmless')).toBeGreaterThanOrEqual(2_500)
    expect(saidOf('danger')).toBeGreaterThanOrEqual(1_400)
    expect(new Set(made.dangers.map(({ category }) => category)).size).toBeGreaterThanOrEqual(8)
    const all = [...made.harmless, ...made.dangers]
    expect(all.filter(({ text }) => /[{}()[\]|]/.test(text))).toEqual([])
    const harmless = new Set(made.harmless.map(bare))
    expect(made.dangers.filter(turn => harmless.has(bare(turn)))).toEqual([])
  })

  test('has families in every fold', () => {
    expect(new Set(turns.map(({ fold }) => fold)).size).toBe(folds)
  })
})
