import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type Emotion, emotions } from '#contract/conversations/emotions.ts'
import type { Context, Evidence } from '#contract/conversations/safety.ts'
import { emotionScores } from './emotion/model.ts'
import { english } from './languages/en.ts'
import { spanish } from './languages/es.ts'
import { french } from './languages/fr.ts'
import { japanese } from './languages/ja.ts'
import type { Rule, SafetyLanguage, Topic } from './languages/language.ts'
import { phrasesOf, plain } from './phrases.ts'

/** What the safety watch finds in one turn. */
export interface Assessment {
  /** −1 to 1. */
  sentiment: number
  emotion: Emotion
  /** 0 to 1. */
  risk: number
  /** What a risk comes from; null where no rule spoke. */
  context: Context | null
  evidence: Evidence[]
  topics: Topic[]
}

/** What an emotion says of the sentiment. */
const valence: Record<Emotion, number> = {
  happy: 0.7,
  excited: 0.75,
  neutral: 0,
  confused: -0.2,
  sad: -0.6,
  anxious: -0.5,
  angry: -0.6,
}

/** What is left of a rule's risk. Nobody is in less danger for being spoken of, but we know less of it. */
const softened = { negation: 0.1, another_person: 0.85, quotation: 0.3, past: 0.4 }
/** Of their own danger people speak in the first person; of somebody else's they mostly tell. */
const selfHarmOfAnother = 0.6
/** What a sad or frightened turn is worth without a rule: never enough for an incident. */
const uneasy = 0.3
/** What one word of a feeling adds to an emotion's probability by the model. */
const wordWorth = 0.3

const languages: Record<ConversationLanguage, SafetyLanguage> = {
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
}

interface Finder {
  language: SafetyLanguage
  harmless: RegExp
  negations: RegExp
  others: RegExp
  told: RegExp
  past: RegExp
  rules: readonly { rule: Rule; pattern: RegExp }[]
  feelings: readonly { emotion: Exclude<Emotion, 'neutral'>; pattern: RegExp }[]
  topics: readonly { topic: Topic; pattern: RegExp }[]
}

const finders = new Map<ConversationLanguage, Finder>()

function finderOf(code: ConversationLanguage): Finder {
  const known = finders.get(code)
  if (known) return known
  const language = languages[code]
  const { spaced, harmless, negations, others, told, past } = language
  const pattern = (phrases: string) => phrasesOf(phrases, spaced)
  const finder = {
    language,
    harmless: pattern(harmless),
    negations: pattern(negations),
    others: pattern(others),
    told: pattern(told),
    past: pattern(past),
    rules: language.rules.map(rule => ({ rule, pattern: pattern(rule.phrases) })),
    feelings: Object.entries(language.feelings).map(([emotion, phrases]) => ({
      emotion: emotion as Exclude<Emotion, 'neutral'>,
      pattern: pattern(phrases),
    })),
    topics: Object.entries(language.topics).map(([topic, phrases]) => ({
      topic: topic as Topic,
      pattern: pattern(phrases),
    })),
  }
  finders.set(code, finder)
  return finder
}

const clauseEnd = /[.;!?。！？…]|,? (?:but|pero|mais|aber) |けど|でも|が、/gu

/** The part of a text before a place, from the beginning of its clause. */
function clauseBefore(text: string, at: number): string {
  const before = text.slice(0, at)
  const end = [...before.matchAll(clauseEnd)].at(-1)
  return end ? before.slice(end.index + end[0].length) : before
}

/** Words of a negation's reach. */
const reach = 4

function isNegated({ language, negations }: Finder, text: string, at: number, length: number): boolean {
  if (!language.spaced) {
    const after = text.slice(at + length, at + length + 5)
    return after.search(negations) >= 0
  }
  const near = clauseBefore(text, at).split(/\s+/).filter(Boolean).slice(-reach).join(' ')
  return near.search(negations) >= 0
}

const quotes = /"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』/gu

const isQuoted = (text: string, at: number) =>
  [...text.matchAll(quotes)].some(quote => quote.index < at && at < quote.index + quote[0].length)

interface Found {
  rule: Rule
  risk: number
  evidence: Evidence[]
}

function judged(finder: Finder, rule: Rule, said: string, text: string, match: RegExpExecArray): Found {
  const { index: at } = match
  const [found] = match
  const evidence: Evidence[] = [{ rule: rule.name, words: said.slice(at, at + found.length).trim() }]
  let { risk } = rule
  const soften = (why: keyof typeof softened, by = softened[why], words = '') => {
    risk *= by
    evidence.push({ rule: why, words })
  }
  const before = clauseBefore(text, at)
  const wordIn = (pattern: RegExp, where: string) => [...where.matchAll(pattern)].at(-1)?.[0]
  if (rule.deniable !== false && isNegated(finder, text, at, found.length)) soften('negation')
  const another = rule.context === 'abuse' ? undefined : wordIn(finder.others, before)
  if (another && rule.name !== 'self_harm.of_another')
    soften(
      'another_person',
      rule.context === 'self_harm' ? selfHarmOfAnother : softened.another_person,
      another,
    )
  const told = wordIn(finder.told, text.slice(0, at))
  if (told || isQuoted(said, at)) soften('quotation', softened.quotation, told)
  const past = wordIn(finder.past, text)
  if (past) soften('past', softened.past, past)
  return { rule, risk, evidence }
}

/** The rules that speak, the most worrying first. */
function worriesIn(finder: Finder, said: string, text: string): Found[] {
  return finder.rules
    .flatMap(({ rule, pattern }) =>
      [...text.matchAll(pattern)].map(match => judged(finder, rule, said, text, match)),
    )
    .sort((a, b) => b.risk - a.risk)
}

interface Feeling {
  emotion: Exclude<Emotion, 'neutral'>
  words: string
  negated: boolean
}

const feelingsIn = (finder: Finder, said: string, text: string): Feeling[] =>
  finder.feelings.flatMap(({ emotion, pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      emotion,
      words: said.slice(index, index + found.length),
      negated: isNegated(finder, text, index, found.length),
    })),
  )

/** The feeling that is meant when one is denied: who is not happy is rather sad, who is not sad is rather well. */
const meant = ({ emotion, negated }: Feeling): Emotion =>
  !negated ? emotion : emotion === 'happy' || emotion === 'excited' ? 'sad' : 'neutral'

/** How much of each emotion is in a turn, by the words of feeling and, in English, by the trained model. */
function emotionsOf(code: ConversationLanguage, said: string, feelings: readonly Feeling[]): number[] {
  const scores = code === 'en' ? emotionScores(said) : emotions.map(name => (name === 'neutral' ? 0.25 : 0))
  for (const feeling of feelings) {
    const at = emotions.indexOf(meant(feeling))
    scores[at] = (scores[at] ?? 0) + wordWorth
  }
  const total = scores.reduce((sum, score) => sum + score, 0)
  return scores.map(score => score / total)
}

const limited = (value: number, least: number, most: number) =>
  Number(Math.max(least, Math.min(most, value)).toFixed(3))

/**
 * What is found in one turn of a user: by rules and words of the language and, in English, by the emotion model. The
 * figures are indications for people to look, made from what was said alone, and no diagnosis.
 */
export function assess(said: string, code: ConversationLanguage): Assessment {
  const finder = finderOf(code)
  const folded = finder.language.spaced ? plain(said) : said
  const text = folded.replace(finder.harmless, words => ' '.repeat(words.length))
  const worries = worriesIn(finder, said, text)
  const feelings = feelingsIn(finder, said, text)
  const scores = emotionsOf(code, said, feelings)
  const [worst] = worries
  const isWorrying = worst !== undefined && worst.risk >= 0.4
  const felt = emotions[scores.indexOf(Math.max(...scores))] ?? 'neutral'
  const mood = emotions.reduce((sum, emotion, at) => sum + (scores[at] ?? 0) * valence[emotion], 0)
  const sentiment = limited(isWorrying ? Math.min(mood, -0.45) : mood * 1.25, -1, 1)
  const uneasiness = Math.max(0, -sentiment) * uneasy
  return {
    sentiment,
    emotion: isWorrying ? worst.rule.emotion : felt,
    risk: limited(Math.max(worst?.risk ?? 0, isWorrying ? 0 : uneasiness), 0, 1),
    context: isWorrying ? worst.rule.context : null,
    evidence: [
      ...worries.slice(0, 3).flatMap(({ evidence }) => evidence),
      ...feelings.map(feeling => ({
        rule: feeling.negated ? `not_${feeling.emotion}` : feeling.emotion,
        words: feeling.words,
      })),
    ].slice(0, 8),
    topics: finder.topics.filter(({ pattern }) => text.search(pattern) >= 0).map(({ topic }) => topic),
  }
}
