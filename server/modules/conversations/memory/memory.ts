import type { ConversationLanguage } from '#contract/conversations.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'
import type { MemoryLanguage } from './language.ts'

const languages: Record<ConversationLanguage, MemoryLanguage> = {
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  de: german,
  ar: arabic,
}

/** Something that a person told of themself. */
export interface Fact {
  /** What it is of: of each thing, the newest word holds. */
  subject: string
  /** As it is said to the person. */
  statement: string
}

const longest = 60

/** What a person tells of themself in a turn; a question tells nothing. */
export function factsIn(turn: string, code: ConversationLanguage): Fact[] {
  const { tells, asks } = languages[code]
  if (asks.test(turn)) return []
  const found = new Map<string, Fact>()
  for (const { pattern, fact } of tells) {
    const match = turn.match(pattern)
    if (!match) continue
    const { subject, statement } = fact([...match])
    const key = subject.toLowerCase().trim()
    if (key && key.length <= longest && !found.has(key))
      found.set(key, { subject: key, statement: statement.trim() })
  }
  return [...found.values()]
}

/** The words of a text, each as the first of those that mean the same, without a plural's ending. */
function wordsOf(text: string, code: ConversationLanguage): string[] {
  const single = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(word => {
    const form = single(word)
    const group = languages[code].alike.find(words => words.some(one => single(one) === form))
    return single(group?.[0] ?? form)
  })
}

/** How well a question asks for a subject: the share of its words, 0 to 1. */
function shareAsked(question: string, subject: string, code: ConversationLanguage): number {
  if (code === 'ja') {
    const forms = languages.ja.alike.find(words => words.includes(subject)) ?? [subject]
    return forms.some(form => question.includes(form)) ? 1 : 0
  }
  const asked = new Set(wordsOf(question, code))
  const words = wordsOf(subject, code)
  return words.filter(word => asked.has(word)).length / words.length
}

/**
 * The fact that a turn asks for: null where it asks for one that is not known, undefined where it asks for none.
 * @param known the newest first, which wins among those that fit alike
 */
export function askedFor(
  turn: string,
  code: ConversationLanguage,
  known: readonly Fact[],
): Fact | null | undefined {
  const { asks, asksOfSelf } = languages[code]
  if (!asks.test(turn)) return undefined
  let best: { fact: Fact; share: number } | undefined
  for (const fact of known) {
    const found = shareAsked(turn, fact.subject, code)
    if (found >= 0.5 && found > (best?.share ?? 0)) best = { fact, share: found }
  }
  return best?.fact ?? (asksOfSelf.test(turn) ? null : undefined)
}
