// Must not import zod: the editor checks terms on every keystroke without loading it.
import { type Finding, missing, type Span } from './checks/checks.ts'
import { type FormName, type Forms, withoutCodes } from './text-forms.ts'

/** How a term must be translated. */
export interface Term {
  term: string
  allowed: readonly string[]
  forbidden: readonly string[]
  note: string | null
}

/** A word of a sentence; inflections of a word have the same stem. */
interface Word {
  stem: string
  start: number
  end: number
}
export type SplitWords = (sentence: string) => readonly Word[]

/** Where a term occurs in a text, in any inflection. */
function occurrences(words: readonly Word[], term: readonly Word[]): Span[] {
  if (term.length === 0) return []
  return words.flatMap((first, at) => {
    const last = words[at + term.length - 1]
    const isMatch = last && term.every(({ stem }, index) => words[at + index]?.stem === stem)
    return isMatch ? [{ start: first.start, end: last.end }] : []
  })
}

const within = (inner: Span, outer: Span) => inner.start >= outer.start && inner.end <= outer.end
const isLonger = (one: Span, other: Span) => one.end - one.start > other.end - other.start

/** A term found in a text. */
export interface FoundTerm extends Span {
  term: Term
}

/** Finds terms in a source text, in order; of overlapping ones, the longer. Placeholders and tags are skipped. */
export function findTerms(split: SplitWords, source: string, terms: readonly Term[]): FoundTerm[] {
  const words = split(withoutCodes(source))
  const found = terms.flatMap(term => occurrences(words, split(term.term)).map(span => ({ ...span, term })))
  return found
    .filter(one => !found.some(other => within(one, other) && isLonger(other, one)))
    .sort((one, other) => one.start - other.start)
}

/** Stems shorter than this begin many words by chance. */
const minCompoundStem = 4

/** Whether a term of one word is part of a compound, such as “Gerät” in “Geräteereignisse”. */
function isInCompound(words: readonly Word[], term: readonly Word[]): boolean {
  const [only] = term
  if (!only || term.length > 1 || only.stem.length < minCompoundStem) return false
  return words.some(({ stem }) => stem.startsWith(only.stem) || stem.endsWith(only.stem))
}

interface Checked {
  terms: readonly Term[]
  forms: Forms
  /** Splits translations. */
  split: SplitWords
}

/** Checks a translation for the terms of its source: an allowed translation is missing, or a forbidden one is used. */
export function checkTerms({ terms, forms, split }: Checked): Finding[] {
  return Object.entries(forms).flatMap(([name, text]) => {
    const form = name as FormName
    const words = split(withoutCodes(text))
    if (words.length === 0) return []
    return terms.flatMap((term): Finding[] => {
      const spansOf = (translation: string) => occurrences(words, split(translation))
      const allowed = term.allowed.flatMap(spansOf)
      // "Alarma" may be forbidden and "alarma silenciosa" allowed.
      const used = (translation: string) =>
        spansOf(translation).filter(span => !allowed.some(other => within(span, other)))
      const [preferred] = term.allowed
      return [
        ...term.forbidden.flatMap(subject =>
          used(subject).map(({ start, end }) => ({
            check: 'term_forbidden' as const,
            form,
            term: term.term,
            subject,
            start,
            end,
            ...(preferred !== undefined && { fix: { start, end, text: preferred } }),
          })),
        ),
        ...(allowed.length === 0 && !term.allowed.some(one => isInCompound(words, split(one)))
          ? [{ ...missing('term_missing', text, term.allowed.join(' / ')), form, term: term.term }]
          : []),
      ]
    })
  })
}
