import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  avoidedPhrases,
  avoidedWords,
  findKeyViolations,
  findPhrases,
  findViolations,
} from '../../../scripts/words.ts'

const glossary = await readFile(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')
const avoided = avoidedWords(glossary)
const phrases = avoidedPhrases(glossary)

test('reads the words to avoid from the glossary, each with the term to use', () => {
  expect(avoided.size).toBeGreaterThan(30)
  expect(avoided.get('in force')).toBe('active users')
  expect(avoided.get('prove anew')).toBe('step-up')
})

test.each([
  ['a function', 'export function listPeopleInForce() {}'],
  ['a parameter', 'const load = (inForce: string[]) => inForce.length'],
  ['a property', 'export interface Users { readonly inForce: boolean }'],
  ['an import', "import { inForce } from './users.ts'"],
  ['a constant', 'const MAX_IN_FORCE = 3'],
])('reports %s with a listed word', (_, source) => {
  expect(findViolations('server/kit/users.ts', source, avoided)).toEqual([
    expect.stringMatching(/^server\/kit\/users\.ts: .+ – the glossary says "active users"$/),
  ])
})

test('reports a file name with a listed word', () => {
  expect(findViolations('server/kit/in-force.ts', '', avoided)).toHaveLength(1)
})

test('accepts other words that contain one, comments and strings', () => {
  const source = `
    // in force, inForce
    const text = 'inForce'
    export const enforcement = text
    export const reinforce = () => text
  `
  expect(findViolations('server/kit/users.ts', source, avoided)).toEqual([])
})

test('reports nested locale keys with a listed word, in all plural forms', () => {
  const json =
    '{ "queue": { "heralds": { "title": "Alerts" }, "tell_one": "Notify", "tell_other": "Notify" } }'
  expect(findKeyViolations('locales/en/emergency.json', json, avoided)).toEqual([
    'locales/en/emergency.json: heralds – the glossary says "alert notifications"',
    'locales/en/emergency.json: tell_one – the glossary says "report, print, log"',
    'locales/en/emergency.json: tell_other – the glossary says "report, print, log"',
  ])
})

test.each(['Keys that nobody uses', 'Nobody was reached', 'She sees to it.'])(
  'reports the phrase in "%s"',
  text => {
    expect(findPhrases('docs/x.md', text, phrases)).toHaveLength(1)
  },
)

test.each(['No one was reached', 'See to-do', 'ends_in_nobody_new'])('accepts the text "%s"', text => {
  expect(findPhrases('docs/x.md', text, phrases)).toEqual([])
})
