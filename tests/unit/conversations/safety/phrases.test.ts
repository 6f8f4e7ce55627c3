import { expect, test } from 'vitest'
import { type Gaps, PhraseIndex } from '#server/modules/conversations/safety-watch/rules/phrases.ts'
import { tokensOf } from '#server/modules/conversations/safety-watch/text/tokens.ts'

const split = (word: string) => [word]

function found(phrases: string, text: string, gaps?: Gaps): string[] {
  const index = new PhraseIndex<string>(
    split,
    { food: 'cake,mince pies' },
    ({ forms }) => forms.includes('not'),
    ({ forms }) => forms.includes('and'),
  )
  const tokens = tokensOf(text, split)
  return index
    .add('found', phrases, gaps)
    .find(tokens)
    .map(({ from, to }) => text.slice(tokens[from]?.start, tokens[to - 1]?.end))
}

test.for([
  ['a choice', 'ate (cake,mince pies)', 'I ate mince pies', ['ate mince pies']],
  ['something optional', 'ate [the last] cake', 'I ate cake', ['ate cake']],
  ['any ending', 'choke* on', 'he is choking on it', []],
  ['any ending of the same beginning', 'chok* on', 'he is choking on it', ['choking on']],
  ['a gap of up to three words', 'ate .. cake', 'I ate all of the cake', ['ate all of the cake']],
  ['no gap over a negation', 'ate .. cake', 'I ate but not cake', []],
  ['a macro', 'overdosed on {food}', 'I overdosed on cake', ['overdosed on cake']],
  ['nothing that a guard forbids', 'overdosed on {food} !(and)', 'I overdosed on cake and pills', []],
  ['what no guard forbids', 'overdosed on {food} !(and)', 'I overdosed on cake again', ['overdosed on cake']],
  ['what ends before the guard', 'overdosed on {food} !(and)', 'I overdosed on cake', ['overdosed on cake']],
  [
    'what a new sentence follows',
    'overdosed on cake !(and)',
    'I overdosed on cake. And pies',
    ['overdosed on cake'],
  ],
  [
    'nothing that a guard forbids further on',
    'push me in my chair !(.. stairs)',
    'they push me in my chair down the stairs',
    [],
  ],
] as const)('finds %s', ([, phrases, text, expected]) => {
  expect(found(phrases, text)).toEqual(expected)
})

test('refuses a phrase that begins with a gap or a guard', () => {
  for (const phrase of ['.. cake', '!(no) cake']) expect(() => found(phrase, 'cake')).toThrow(/cannot begin/)
})

test.for([
  ['no gap over a pause', 'tablet .. wake up', 'my tablet, he will not wake up', []],
  ['no gap over a conjunction', 'tablet .. wake up', 'my tablet and he will not wake up', []],
  [
    'a pause behind the gap',
    'tablet .. wake up',
    'my tablet will not, wake up',
    ['tablet will not, wake up'],
  ],
] as const)('within a clause, %s', ([, phrases, text, expected]) => {
  expect(found(phrases, text, { negation: true, clause: false })).toEqual(expected)
})
