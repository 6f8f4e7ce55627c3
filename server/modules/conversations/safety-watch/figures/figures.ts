import { readFileSync } from 'node:fs'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { finderIn } from '../rules/everywhere.ts'
import type { Findings, Found } from '../rules/found.ts'
import { PhraseIndex } from '../rules/phrases.ts'
import { hiragana, normalized } from '../text/japanese.ts'
import type { Token } from '../text/tokens.ts'
import { expansionsOf, lexiconOf } from './expansions.ts'

/** Where an expression stands in a text. */
export interface Figure {
  start: number
  end: number
}
type Search = (text: string) => Figure[]

const sourceOf = (language: ConversationLanguage) =>
  lexiconOf(readFileSync(new URL(`./${language}.txt`, import.meta.url), 'utf8'))

function spacedSearch(language: Exclude<ConversationLanguage, 'ja'>): Search {
  const { macros, patterns } = sourceOf(language)
  const finder = finderIn(language)
  const index = new PhraseIndex<null>(finder.language.split, macros)
  for (const pattern of patterns) index.add(null, pattern)
  return text => {
    const tokens = finder.tokensAgain(text)
    return index
      .find(tokens)
      .filter(({ from, to }) => !tokens.slice(from + 1, to).some(({ isAfterPause }) => isAfterPause))
      .map(({ from, to }) => ({ start: (tokens[from] as Token).start, end: (tokens[to - 1] as Token).end }))
  }
}

/** By how many signs an expression of Japanese is looked up. */
const keyLength = 2

function japaneseSearch(): Search {
  const lexicon = sourceOf('ja')
  const byKey = new Map<string, string[]>()
  for (const pattern of lexicon.patterns)
    for (const wording of expansionsOf(pattern, lexicon)) {
      const known = hiragana(wording.replaceAll(' ', ''))
      const key = known.slice(0, keyLength)
      byKey.set(key, [...(byKey.get(key) ?? []), known])
    }
  for (const wordings of byKey.values()) wordings.sort((a, b) => b.length - a.length)
  return original => {
    const { text, places } = normalized(original)
    const found: Figure[] = []
    for (let at = 0; at < text.length; at++) {
      const wording = byKey.get(text.slice(at, at + keyLength))?.find(known => text.startsWith(known, at))
      if (!wording) continue
      const end = at + wording.length
      found.push({ start: places[at] as number, end: places[end] as number })
    }
    return found
  }
}

const searches = new Map<ConversationLanguage, Search>()

/** Where expressions of the lexicon of a language stand in a text; they may overlap. */
export function figuresIn(text: string, language: ConversationLanguage): Figure[] {
  const search = searches.get(language) ?? (language === 'ja' ? japaneseSearch() : spacedSearch(language))
  searches.set(language, search)
  return search(text)
}

/** Whether a statement begins in an expression and reaches beyond it: “I am dead | tired of living”. */
const isCutBy = (figure: Figure, { start, end }: Found) =>
  figure.start <= start && start < figure.end && figure.end < end

/**
 * A text with a pause and blanks for its figures of speech, so that places stay the same and the words around them are
 * judged without them. An expression stays where a statement begins in it and reaches beyond it.
 */
export function withoutFigures(
  text: string,
  language: ConversationLanguage,
  statements: readonly Found[],
): string {
  let rest = text
  for (const figure of figuresIn(text, language)) {
    if (statements.some(statement => isCutBy(figure, statement))) continue
    const pause = language === 'ja' ? '、' : ','
    rest = rest.slice(0, figure.start) + pause.padEnd(figure.end - figure.start) + rest.slice(figure.end)
  }
  return rest
}

/** What was found in a text without its figures of speech, with the words of each statement as they were said. */
export const asSaid = (findings: Findings, text: string): Findings => ({
  ...findings,
  statements: findings.statements.map(found => ({
    ...found,
    evidence: found.evidence.map((each, at) =>
      at === 0 ? { ...each, words: text.slice(found.start, found.end).trim() } : each,
    ),
  })),
})
