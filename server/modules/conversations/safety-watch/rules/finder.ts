import type { Emotion } from '#contract/conversations/judgement.ts'
import type { SpacedLanguage, Topic } from '../languages/language.ts'
import { isKnownWord } from '../text/known-words.ts'
import { Speller } from '../text/spelling.ts'
import { plain, type Token, tokensOf } from '../text/tokens.ts'
import { WordCache } from '../text/word-cache.ts'
import { catalog, type RuleName, ruleNames } from './catalog.ts'
import { PhraseIndex } from './phrases.ts'

export type Feeling = Exclude<Emotion, 'neutral'>
export type Cue =
  | 'idiom'
  | 'cause'
  | 'trifle'
  | 'game'
  | 'neutral'
  | 'told'
  | 'asked'
  | 'about'
  | 'affirmed'
  | 'past'
  | 'denial'
export type Tag =
  | { kind: 'rule'; name: RuleName; isCertain: boolean }
  | { kind: 'cue'; cue: Cue }
  | { kind: 'feeling'; feeling: Feeling }
  | { kind: 'topic'; topic: Topic }

const lists = [
  'negations',
  'closingNegations',
  'transparent',
  'pronouns',
  'conjunctions',
  'restarts',
  'openRestarts',
  'firstPerson',
  'others',
  'animals',
  'reporting',
  'pastBefore',
  'present',
  'conditional',
  'hypothetical',
] as const
export type WordList = (typeof lists)[number]

/** A language made ready to be looked for in texts. */
export interface Finder {
  language: SpacedLanguage
  words: Readonly<Record<WordList, ReadonlySet<string>>>
  index: PhraseIndex<Tag>
  tokens: (text: string) => Token[]
  /** The same; of the text that was read last, without reading it once more. */
  tokensAgain: (text: string) => Token[]
  /** The tokens of a text without mended typing errors. */
  tokensAsWritten: (text: string) => Token[]
}

const isIn = (words: ReadonlySet<string>, { forms }: Token) => forms.some(form => words.has(form))

/** Whether a token is one of a list's words. */
export const is = (finder: Finder, list: WordList, token: Token | undefined): boolean =>
  token !== undefined && isIn(finder.words[list], token)

/** Puts together what was torn apart: "my self", "can t". */
function rejoined(tokens: Token[], joined: ReadonlyMap<string, string[]>): Token[] {
  if (joined.size === 0) return tokens
  const all: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const [token, nextToken] = [tokens[at] as Token, tokens[at + 1]]
    const whole =
      nextToken?.sentence === token.sentence
        ? joined.get(`${token.forms[0]} ${nextToken.forms[0]}`)
        : undefined
    if (whole && nextToken) {
      for (const word of whole) all.push({ ...token, forms: [word], end: nextToken.end })
      at += 1
    } else all.push(token)
  }
  return all
}

export function finderOf(language: SpacedLanguage): Finder {
  const { macros, readings } = language
  const splitWords = new WordCache<string[]>()
  const split = (word: string) => splitWords.get(word, () => language.split(word))
  const wordsOf = (text: string) => text.split(' ').flatMap(part => split(plain(part)))
  const joined = new Map(
    Object.entries(language.joined ?? {}).map(([torn, whole]) => [wordsOf(torn).join(' '), wordsOf(whole)]),
  )
  const words = Object.fromEntries(
    lists.map(list => [
      list,
      new Set(
        language[list]
          .split(/[\s-]+/)
          .filter(Boolean)
          .flatMap(word => split(plain(word))),
      ),
    ]),
  ) as Record<WordList, Set<string>>
  const index = new PhraseIndex<Tag>(
    split,
    macros,
    token => isIn(words.negations, token),
    token => isIn(words.conjunctions, token),
  )
  for (const name of ruleNames) {
    const gaps = { negation: 'fixed' in catalog[name], clause: true }
    const { rules, certain } = language
    const isCertain = 'certain' in catalog[name]
    if (rules[name]) index.add({ kind: 'rule', name, isCertain }, rules[name], gaps)
    if (certain[name]) index.add({ kind: 'rule', name, isCertain: true }, certain[name], gaps)
  }
  const cues: [Cue, string | undefined][] = [
    ['idiom', language.idioms],
    ['idiom', language.harmless],
    ['cause', language.figurative.causes],
    ['trifle', language.figurative.trifles],
    ['game', language.figurative.games],
    ['neutral', language.neutral],
    ['told', language.told],
    ['asked', language.asked],
    ['about', language.about],
    ['affirmed', language.affirmed],
    ['past', language.past],
    ['denial', language.negationsAfter],
  ]
  for (const [cue, phrases] of cues)
    if (phrases) index.add({ kind: 'cue', cue }, phrases, { negation: true, clause: cue !== 'idiom' })
  const speller = new Speller(
    new Set([...index.vocabulary, ...words.negations, ...words.firstPerson]),
    isKnownWord,
  )
  for (const [feeling, phrases] of Object.entries(language.feelings))
    index.add({ kind: 'feeling', feeling: feeling as Feeling }, phrases)
  for (const [topic, phrases] of Object.entries(language.topics))
    index.add({ kind: 'topic', topic: topic as Topic }, phrases)
  function read(text: string, isMended: boolean): Token[] {
    const tokens = rejoined(tokensOf(text, split, language.filler), joined)
    if (isMended) speller.mend(tokens)
    if (readings)
      for (const token of tokens)
        for (const form of [...token.forms])
          for (const reading of readings(form)) if (!token.forms.includes(reading)) token.forms.push(reading)
    return tokens
  }
  let last: { text: string; tokens: Token[] } | null = null
  return {
    language,
    words,
    index,
    tokensAgain(text) {
      return last?.text === text ? last.tokens : this.tokens(text)
    },
    tokens(text) {
      const tokens = read(text, true)
      last = { text, tokens }
      return tokens
    },
    tokensAsWritten: text => read(text, false),
  }
}
