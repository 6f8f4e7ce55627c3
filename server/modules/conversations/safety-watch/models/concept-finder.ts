import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { hiragana } from '../text/japanese.ts'
import { isKnownWord } from '../text/known-words.ts'
import { Speller } from '../text/spelling.ts'
import { plain } from '../text/tokens.ts'
import { concepts } from './concepts.ts'

/** The order of the columns. */
const columns = ['en', 'es', 'fr', 'de', 'ja', 'ar'] as const satisfies ConversationLanguage[]
const shortestPrefix = 3
const longestPrefix = 10
const longestTerm = 6

/** What one language calls the concepts. */
interface Lexicon {
  words: Map<string, string[]>
  prefixes: Map<string, string[]>
  speller: Speller
}

const add = (map: Map<string, string[]>, key: string, name: string) => {
  const names = map.get(key)
  if (!names) map.set(key, [name])
  else if (!names.includes(name)) names.push(name)
}

/** Arabic letters that are written one for the other. */
export const arabic = (word: string) =>
  word
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/ـ/g, '')

function lexiconOf(column: number): Lexicon {
  const words = new Map<string, string[]>()
  const prefixes = new Map<string, string[]>()
  for (const line of concepts.trim().split('\n')) {
    const cells = line.split('|')
    const name = (cells[0] ?? '').trim()
    for (const word of (cells[column + 1] ?? '').trim().split(/\s+/)) {
      const known = columns[column] === 'ja' ? hiragana(word) : arabic(plain(word)).replaceAll("'", '')
      if (known.endsWith('*')) add(prefixes, known.slice(0, -1), name)
      else add(words, known, name)
    }
  }
  const vocabulary = new Set([...words.keys(), ...prefixes.keys()].filter(word => word.length > 4))
  return { words, prefixes, speller: new Speller(vocabulary, isKnownWord) }
}

const lexicons = new Map<ConversationLanguage, Lexicon>()

function lexicon(language: ConversationLanguage): Lexicon {
  const known = lexicons.get(language) ?? lexiconOf(columns.indexOf(language))
  lexicons.set(language, known)
  return known
}

/** The article, conjunctions and prepositions that Arabic writes together with a word, and endings of possession. */
const attachedBefore = /^(?:و|ف|ب|ل|ك|لل|ال|وال|بال|فال|كال|ه|ح|س)(?=\p{L}{3})/u
const attachedAfter = /(?<=\p{L}{2})(?:ي|ه|ها|ك|هم|نا|ني|كم)$/u

/** A word as it stands, and in Arabic without what is attached to it. */
export function readings(word: string, language: ConversationLanguage): string[] {
  if (language !== 'ar') return [word]
  const bare = arabic(word)
  const stem = bare.replace(attachedBefore, '')
  return [bare, stem, stem.replace(attachedAfter, ''), bare.replace(attachedAfter, '')]
}

function lookedUp({ words, prefixes }: Lexicon, word: string): string[] {
  const exact = words.get(word)
  if (exact) return exact
  for (let size = Math.min(longestPrefix, word.length); size >= shortestPrefix; size--) {
    const found = prefixes.get(word.slice(0, size))
    if (found) return found
  }
  return []
}

/** The concepts that a word stands for; an unknown word is read as the one that is a letter away. */
export function conceptsOf(word: string, language: ConversationLanguage): readonly string[] {
  const known = lexicon(language)
  for (const reading of readings(word, language)) {
    const found = lookedUp(known, reading)
    if (found.length > 0) return found
  }
  if (word.length < 5) return []
  const [mended] = known.speller.mended(word)
  return mended ? lookedUp(known, mended) : []
}

/** The concepts of a run of Japanese in their order, the longest term first. */
export function conceptsWithin(run: string): readonly string[][] {
  const { words } = lexicon('ja')
  const found: string[][] = []
  for (let at = 0; at < run.length; ) {
    let size = Math.min(longestTerm, run.length - at)
    while (size > 0 && !words.has(run.slice(at, at + size))) size -= 1
    if (size > 0) found.push(words.get(run.slice(at, at + size)) ?? [])
    at += Math.max(1, size)
  }
  return found
}

const frequent: Partial<Record<ConversationLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'i the and to of is it my in that was you have for on with me be not this at are but so they he she we dont im'.split(
      ' ',
    ),
  ),
  es: new Set(
    'que de no la el me en y lo un se por una con mi ya los es para te si las del esta como estoy yo mas al'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'je de la le ne pas et les des un une est que ma mon me en j ai suis il elle qui dans plus pour au jai cest ce'.split(
      ' ',
    ),
  ),
  de: new Set(
    'ich und die der das nicht ist mir es mich in zu den ein eine so mein meine bin habe mit auf hat von sie er'.split(
      ' ',
    ),
  ),
}

/** The language of a text by its script and its commonest words; that of the conversation where they do not say. */
export function languageOf(
  words: readonly string[],
  conversation: ConversationLanguage,
): ConversationLanguage {
  let best: ConversationLanguage = conversation
  let mostHits = 0
  for (const code of columns) {
    const known = frequent[code]
    if (!known) continue
    let hits = code === conversation ? 0.5 : 0
    for (const word of words) if (known.has(word)) hits += 1
    if (hits > mostHits) {
      mostHits = hits
      best = code
    }
  }
  if (words.some(word => /\p{Script=Arabic}/u.test(word))) return mostHits > words.length / 3 ? best : 'ar'
  return best === 'ar' || best === 'ja' ? 'en' : best
}
