import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { arabic } from '../languages/ar.ts'
import { german } from '../languages/de.ts'
import { english } from '../languages/en.ts'
import { spanish } from '../languages/es.ts'
import { french } from '../languages/fr.ts'
import { withoutFillers } from '../text/windows.ts'
import { criesIn } from './cries.ts'
import { type Finder, finderOf } from './finder.ts'
import { type Findings, type Found, nothing } from './found.ts'
import { judge } from './judge.ts'
import { judgeJapanese } from './judge-japanese.ts'

const latin = /\p{Script=Latin}/u
const arabicLetters = /\p{Script=Arabic}/u

const spaced = { en: english, es: spanish, fr: french, de: german, ar: arabic } as const
type Spaced = keyof typeof spaced

const finders = new Map<Spaced, Finder>()

/** A language with spaces made ready. Indexing takes tens of milliseconds: it waits for the first text, and the server starts sooner. */
export function finderIn(language: Spaced): Finder {
  const finder = finders.get(language) ?? finderOf(spaced[language])
  finders.set(language, finder)
  return finder
}

type Judge = (text: string) => Findings

const judgeOf =
  (language: Spaced, script: RegExp): Judge =>
  text =>
    script.test(text) ? judge(finderIn(language), text) : nothing

const judges: Record<ConversationLanguage, Judge> = {
  en: judgeOf('en', latin),
  es: judgeOf('es', latin),
  fr: judgeOf('fr', latin),
  de: judgeOf('de', latin),
  ar: judgeOf('ar', arabicLetters),
  ja: judgeJapanese,
}

const subject = ({ name, context }: Found) => (name.startsWith('self_harm') ? 'self_harm' : context)

/** Whether two languages found the same words to be of the same: the conversation's own knows their scope better. */
const isSame = (one: Found, other: Found) =>
  one.start < other.end &&
  other.start < one.end &&
  (subject(one) === subject(other) || one.context === 'third_party')

/**
 * What the rules of every language find in a text: people change languages in mid-sentence, and in fear fall back to their
 * first. What stands in an idiom of the conversation's language is of no other. Feelings and topics are those of the
 * language of the conversation.
 */
export function findingsIn(said: string, language: ConversationLanguage): Findings {
  const text = withoutFillers(said)
  const own = judges[language](text)
  const statements = [...own.statements, ...criesIn(text)]
  const idioms = own.cues.filter(({ name }) => name === 'idiom')
  const isKnown = (found: Found) =>
    own.statements.some(known => isSame(known, found)) ||
    idioms.some(({ start, end }) => start <= found.start && found.end <= end)
  for (const code of Object.keys(judges) as ConversationLanguage[])
    if (code !== language)
      for (const found of judges[code](text).statements) if (!isKnown(found)) statements.push(found)
  return { ...own, statements: statements.sort((a, b) => b.risk - a.risk) }
}
