import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/** Dangers in one to eight words, by language; nothing is trained on them. */
const turns = readFileSync(new URL('./short-turns.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t') as [language: string, text: string])

test.for(conversationLanguages)('nine in ten dangers of a few words are noticed in %s', language => {
  const own = turns.filter(([of]) => of === language).map(([, text]) => text)
  const missed = own.filter(text => assess(text, language).risk < worrying)
  expect(missed.length / own.length, missed.join('\n')).toBeLessThanOrEqual(0.1)
})
