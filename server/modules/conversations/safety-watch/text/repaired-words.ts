import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { languageOf } from '../models/concept-finder.ts'
import { readPacked } from '../models/packed.ts'
import { wordsOf } from '../models/text-features.ts'
import { isKnownWord } from './known-words.ts'
import { isSwapped, Speller } from './spelling.ts'
import { WordCache } from './word-cache.ts'

/** A stretch of a text with what probably was meant there. */
export interface Repair {
  start: number
  end: number
  instead: string
}

export type SpacedLanguage = Exclude<ConversationLanguage, 'ja'>

interface Lexicon {
  /** How often words occur in the training texts: 0 for what exists and is never put in. */
  counts: ReadonlyMap<string, number>
  /** Finds those one edit away. */
  speller: Speller
}

const file = new URL('../models/lexicon.bin', import.meta.url)
const lexicons = new Map<SpacedLanguage, Lexicon>()

/** The words of each language: a line “# language”, then lines “word count”. */
const readLexicons = (): Map<string, string[]> =>
  new Map(
    readPacked(file)
      .toString()
      .split('# ')
      .slice(1)
      .map(block => block.trimEnd().split('\n'))
      .map(([language = '', ...lines]) => [language, lines]),
  )

function lexiconOf(language: SpacedLanguage): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const counts = new Map(
    (readLexicons().get(language) ?? []).map(line => {
      const [word = '', count] = line.split(' ')
      return [word, Number(count)] as const
    }),
  )
  const offered = [...counts].filter(([, count]) => count > 0).map(([word]) => word)
  const exists = (word: string) => counts.has(word) || isKnownWord(word)
  const lexicon = { counts, speller: new Speller(new Set(offered), exists) }
  lexicons.set(language, lexicon)
  return lexicon
}

const shortestStem = 3
/** What Arabic writes together with a word: conjunctions, prepositions and the article, and endings. */
const before = ['و', 'ف', 'ب', 'ل', 'ك', 'ال', 'وال', 'بال', 'لل', 'فال', 'ه', 'ح', 'س', 'وب', 'ول']
const after = ['ي', 'ه', 'ها', 'ك', 'هم', 'نا', 'ني', 'كم', 'وا', 'ت', 'ين', 'ات', 'تها', 'تهم']

/** A word, and apart from it what is attached to it. */
function* stemsOf(word: string): Generator<{ prefix: string; stem: string; suffix: string }> {
  for (const prefix of ['', ...before]) {
    if (!word.startsWith(prefix)) continue
    for (const suffix of ['', ...after]) {
      const end = word.length - suffix.length
      if (prefix === suffix || !word.endsWith(suffix) || end - prefix.length < shortestStem) continue
      yield { prefix, stem: word.slice(prefix.length, end), suffix }
    }
  }
}

const twice = /(\p{L})\1/u

/** Keys next to each other, and letters that sound alike. */
const neighbours = new Set(
  [
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'ضصثقفغعهخحجد',
    'شسيبلاتنمكط',
    'ئءؤرلاىهوزظ',
    'ظض',
    'ذد',
    'ثت',
    'سص',
    'تط',
  ].flatMap(row => Array.from(row).flatMap((key, at, keys) => [key + keys[at + 1], `${keys[at + 1]}${key}`])),
)
/** How likely each kind of error is, relative to a letter that was left out. */
const likelihoods = { doubled: 3, swapped: 2, missing: 1, neighbour: 0.5, more: 0.3 } as const
/** How much rarer than the word itself a word with attachments is. */
const attachedShare = 0.1

/**
 * How likely one word was written for another. Never, where they differ in the first or the last letter, which sets forms
 * of a word apart, or by a letter from elsewhere on the keyboard (“encontraron”, “encontraran”).
 */
function likelihoodOf(written: string, meant: string): number {
  let at = 0
  while (at < meant.length && written[at] === meant[at]) at += 1
  if (meant.length < written.length && written[at] === written[at - 1]) return likelihoods.doubled
  if (isSwapped(written, meant)) return likelihoods.swapped
  if (at === 0 || at >= Math.max(written.length, meant.length) - 1) return 0
  if (meant.length !== written.length)
    return meant.length > written.length ? likelihoods.missing : likelihoods.more
  return neighbours.has(`${written[at]}${meant[at]}`) ? likelihoods.neighbour : 0
}

/** The likeliest word of the lexicon that is one error away from one that does not exist; null where none is near. */
function meantBy(word: string, language: SpacedLanguage): string | null {
  const { counts, speller } = lexiconOf(language)
  let best: string | null = null
  let bestWeight = 0
  const consider = (stem: string, share: number, prefix = '', suffix = '') => {
    for (const meant of speller.mended(stem)) {
      const weight = Math.sqrt((counts.get(meant) ?? 0) * share) * likelihoodOf(stem, meant)
      if (weight <= bestWeight) continue
      best = prefix + meant + suffix
      bestWeight = weight
    }
  }
  consider(word, 1)
  if (language !== 'ar') return best
  for (const { prefix, stem, suffix } of stemsOf(word)) {
    if (prefix === '' && suffix === '') continue
    if (counts.has(stem) || counts.has(`${stem}ه`)) return null
    consider(stem, attachedShare, prefix, suffix)
  }
  // A letter twice is rather a slip than a spelling in a word that is in no list: Arabic marks it by a sign.
  return best ?? (twice.test(word) ? word.replace(twice, '$1') : null)
}

/** Whether a language has a word: short turns are easily taken for another language. */
const existsIn = (word: string, language: ConversationLanguage) =>
  language !== 'ja' && lexiconOf(language).counts.has(word)

const isKnown = (word: string, language: SpacedLanguage) =>
  lexiconOf(language).counts.has(word) || isKnownWord(word)

const meantOnce = new WordCache<{ meant: string | null }>()
const shortestWord = 3
/** Unknown words of a turn for which others are looked for: a turn of gibberish may not keep others waiting. */
const mostUnknown = 60
const words = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const opensSentence = /(?:^|[.!?…؟\n])[^\p{L}]{0,4}$/u
/** A word with a capital that no sentence begins with is a name, except in German. */
const isName = (word: string, textBefore: string, language: SpacedLanguage) =>
  language !== 'de' && /^\p{Lu}\p{Ll}/u.test(word) && !opensSentence.test(textBefore.slice(-5))

/** The misspelt words of a text in letters of Latin or Arabic script, as they were probably meant. */
export function repairedWords(text: string, conversation: ConversationLanguage): Repair[] {
  const found = [...text.matchAll(words)]
  const latin = languageOf(wordsOf(text.replace(/\p{Script=Arabic}/gu, ' ')), conversation) as SpacedLanguage
  let unknown = 0
  return found.flatMap(({ index, 0: written }) => {
    const [word = '', ...others] = wordsOf(written)
    if (word.length < shortestWord || others.length > 0 || word.includes("'")) return []
    const language = /\p{Script=Arabic}/u.test(word) ? 'ar' : /\p{Script=Latin}/u.test(word) ? latin : null
    if (!language || existsIn(word, conversation) || isKnown(word, language)) return []
    unknown += 1
    if (unknown > mostUnknown) return []
    const { meant } = meantOnce.get(`${language} ${word}`, () => ({ meant: meantBy(word, language) }))
    if (!meant || isName(written, text.slice(0, index), language)) return []
    return [{ start: index, end: index + written.length, instead: meant }]
  })
}
