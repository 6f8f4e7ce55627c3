import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/**
 * What people in danger say in the words of harmless phrases: “I fell off my chair”, not laughing. `danger` were tuned to,
 * `aside` were not; `harmless` are what the phrases are for. Nothing is trained on them.
 */
const turns = readFileSync(new URL('./in-earnest.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t') as [language: string, kind: 'aside' | 'danger' | 'harmless', text: string])

test.for(conversationLanguages)('dangers in the words of harmless phrases are noticed in %s', language => {
  const flagged = (of: string) => {
    const own = turns.filter(([one, kind]) => one === language && kind === of)
    return own.filter(([, , text]) => assess(text, language).risk >= worrying).length / own.length
  }
  expect.soft(flagged('danger')).toBeGreaterThanOrEqual(0.8)
  expect.soft(flagged('aside')).toBeGreaterThanOrEqual(0.75)
  expect.soft(flagged('harmless')).toBeLessThanOrEqual(0.07)
})
