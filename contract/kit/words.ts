import type { Language } from './language.ts'

/** A word of a sentence with its position; in Japanese, a character. Quoted text is one word. */
export interface Word {
  text: string
  /** Inflections of a word have the same stem. */
  stem: string
  start: number
  end: number
  isQuoted?: true
}

/** Splits a sentence into words. */
export type Split = (sentence: string) => Word[]

const quoted = /["“”„«»「」『』]([^"“”„«»「」『』]+)["“”„«»「」『』]/u
const day = /\d{4}-\d\d-\d\d/u
/** Serial numbers such as AB-12 are one word. */
const code = /\p{Script=Latin}+[-_/]?\d[\p{Script=Latin}\d_/-]*/u
const spaced = /\p{N}+|[\p{L}\p{M}]+/u
/** Japanese is written without spaces. */
const unspaced = /\p{Nd}+|\p{Script=Latin}+|\p{L}\p{M}*/u

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/**
 * Strips the prefixes and suffixes of Arabic words after Larkey, Ballesteros and Connell, "Light Stemming for Arabic
 * Information Retrieval" (2007), light10.
 */
function arabicStem(word: string): string {
  const letters = withoutAccents(word)
    .replace(/ـ/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى$/, 'ي')
  const bare = letters.replace(/^و(?=..{2})/, '').replace(/^(?:ال|بال|كال|فال|لل)(?=.{2})/, '')
  return bare.replace(/(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$/, end => (bare.length - end.length >= 2 ? '' : end))
}

type Stem = (word: string) => string

const stemmers: Record<Language, () => Promise<Stem>> = {
  en: async () => (await import('@orama/stemmers/english')).stemmer,
  es: async () => (await import('@orama/stemmers/spanish')).stemmer,
  fr: async () => (await import('@orama/stemmers/french')).stemmer,
  de: async () => (await import('@orama/stemmers/german')).stemmer,
  ja: async () => word => word,
  ar: async () => arabicStem,
}

/** Loads what splits sentences of a language. */
export async function splitterOf(language: Language): Promise<Split> {
  const stem = await stemmers[language]()
  const kinds = [quoted, day, code, language === 'ja' ? unspaced : spaced]
  const pattern = new RegExp(kinds.map(({ source }) => source).join('|'), 'gu')
  const stemOf = (text: string) => {
    const lower = text.normalize('NFKC').toLowerCase()
    // Accents distinguish letters in Japanese, and are often left out elsewhere.
    return language === 'ja' ? lower : withoutAccents(stem(withoutAccents(lower)))
  }
  return sentence =>
    [...sentence.matchAll(pattern)].map(({ 0: text, 1: inner, index }) => ({
      text: inner ?? text,
      stem: stemOf(inner ?? text),
      start: index,
      end: index + text.length,
      ...(inner !== undefined && { isQuoted: true as const }),
    }))
}
