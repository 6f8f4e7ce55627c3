import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'

/** Patterns for facts that people share, and questions about them, in a language. */
export interface MemoryLanguage {
  /** Each extracts one kind of fact and phrases it in the second person. */
  statements: readonly {
    pattern: RegExp
    fact: (groups: string[]) => { subject: string; statement: string }
  }[]
  /** Matches questions, which state no facts. */
  isQuestion: RegExp
  /** Matches questions about a fact the person may have shared. */
  isQuestionAboutSelf: RegExp
  /** Groups of synonyms. */
  synonyms: readonly (readonly string[])[]
}

const languages: Record<ConversationLanguage, MemoryLanguage> = {
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  de: german,
  ar: arabic,
}

/** A fact that a person shared. */
export interface Fact {
  /** Key of the fact; the newest statement per subject wins. */
  subject: string
  /** Phrased in the second person. */
  statement: string
}

const maxSubjectLength = 60

/** Extracts facts from a turn; questions contain none. */
export function extractFacts(turn: string, code: ConversationLanguage): Fact[] {
  const { statements, isQuestion } = languages[code]
  if (isQuestion.test(turn)) return []
  const facts = new Map<string, Fact>()
  for (const { pattern, fact } of statements) {
    const match = turn.match(pattern)
    if (!match) continue
    const { subject, statement } = fact([...match])
    const key = subject.toLowerCase().trim()
    if (key && key.length <= maxSubjectLength && !facts.has(key))
      facts.set(key, { subject: key, statement: statement.trim() })
  }
  return [...facts.values()]
}

/** Words of a text, singular, with synonyms replaced by the first of their group. */
function normalizedWords(text: string, code: ConversationLanguage): string[] {
  const single = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(word => {
    const form = single(word)
    const group = languages[code].synonyms.find(words => words.some(one => single(one) === form))
    return single(group?.[0] ?? form)
  })
}

/** Share of a subject's words that occur in a question, 0 to 1. */
function questionOverlap(question: string, subject: string, code: ConversationLanguage): number {
  if (code === 'ja') {
    const forms = languages.ja.synonyms.find(words => words.includes(subject)) ?? [subject]
    return forms.some(form => question.includes(form)) ? 1 : 0
  }
  const asked = new Set(normalizedWords(question, code))
  const words = normalizedWords(subject, code)
  return words.filter(word => asked.has(word)).length / words.length
}

/**
 * The fact that a turn asks for: null if it is unknown, undefined if the turn asks for none.
 * @param known newest first; wins ties
 */
export function recallFact(
  turn: string,
  code: ConversationLanguage,
  known: readonly Fact[],
): Fact | null | undefined {
  const { isQuestion, isQuestionAboutSelf } = languages[code]
  if (!isQuestion.test(turn)) return undefined
  let best: { fact: Fact; share: number } | undefined
  for (const fact of known) {
    const overlap = questionOverlap(turn, fact.subject, code)
    if (overlap >= 0.5 && overlap > (best?.share ?? 0)) best = { fact, share: overlap }
  }
  return best?.fact ?? (isQuestionAboutSelf.test(turn) ? null : undefined)
}
