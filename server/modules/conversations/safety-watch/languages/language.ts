import type { Emotion } from '#contract/conversations/judgement.ts'
import type { RuleName } from '../rules/catalog.ts'
import type { Phrases } from '../rules/phrases.ts'
import type { Splitter } from '../text/tokens.ts'

/** What conversations can be about. */
export const topics = [
  'exercise',
  'family',
  'food',
  'garden',
  'health',
  'home',
  'loneliness',
  'medication',
  'memory',
  'money',
  'music',
  'neighbourhood',
  'pets',
  'religion',
  'school',
  'sleep',
  'sports',
  'technology',
  'television',
  'travel',
  'weather',
  'work',
] as const
export type Topic = (typeof topics)[number]

/** Words of feelings and of topics. In a language without spaces they are regular expressions. */
export interface WordLists {
  feelings: Readonly<Record<Exclude<Emotion, 'neutral'>, Phrases>>
  topics: Readonly<Record<Topic, Phrases>>
}

/** Words, separated by spaces. */
type Words = string

/**
 * What takes the danger from a statement that it stands beside within a clause: “I can't breathe from laughing”, “I can't
 * go on with this crossword”.
 */
export interface Figurative {
  /** A cause that nobody is in danger from: laughter, joy, boredom, a price. */
  causes: Phrases
  /** A trifle that somebody has enough of, or wants to be done with. */
  trifles: Phrases
  /** A game that somebody is beaten at. */
  games: Phrases
}

/** What the safety watch knows of a language with spaces. */
export interface SpacedLanguage extends WordLists {
  split: Splitter
  /** Pairs of words that a recogniser or a hurried writer tears apart, and what they stand for. */
  joined?: Readonly<Record<string, string>>
  /** Other readings of a word: without what is attached to it. */
  readings?: (word: string) => string[]
  macros: Readonly<Record<string, string>>
  /** What sounds worrying and is not. */
  idioms: Phrases
  /** Harmless senses of words that a rule takes for a danger: of things, devices, food, habits, purposes. */
  harmless: Phrases
  figurative: Figurative
  negations: Words
  /** A word that people put in while they speak, beside those of every language. */
  filler?: string
  /** Whether several negations of a clause say it once: "no ... nunca". */
  concord?: true
  /** Words between a negation and what it denies. */
  transparent: Words
  /** Subject pronouns of the first person: a negation right before one denies nothing behind it. */
  pronouns: Words
  /** Negations that deny nothing: "cannot stop", "not only". */
  neutral: Phrases
  /** Negations behind what they deny. */
  negationsAfter?: Phrases
  /** Negations that deny what stands right before them where they end the clause: “sie schlägt mich nicht”. */
  closingNegations: Words
  /** Words that begin a clause. */
  conjunctions: Words
  /** A conjunction that is written together with the word behind it. */
  attachedConjunction?: string
  /** Words that begin a clause unless one of `openRestarts` stands before them: subjects and possessives. */
  restarts: Words
  openRestarts: Words
  firstPerson: Words
  /** Words for somebody else. */
  others: Words
  /** Beasts and things, for which nobody is called. */
  animals: Words
  /** Verbs that report what somebody says. */
  reporting: Words
  /** Asks whether something is so: what follows is another's question. */
  asked: Phrases
  /** Names what is talked of in general: a programme, people who do something. */
  about: Phrases
  /** Says yes to such a question. */
  affirmed: Phrases
  /** Says that it is read, watched or sung. */
  told: Phrases
  /**
   * How many words a story or a date reaches forwards and backwards within a clause, where clauses often run on without
   * a sign; without it, through the whole clause.
   */
  cueReach?: { forwards: number; backwards: number }
  /** Says that it is long over. */
  past: Phrases
  /** Puts what stands right behind it into the past. */
  pastBefore: Words
  /** Takes a date of the past back: the clause is about today. */
  present: Words
  conditional: Words
  /** Puts what follows into fear or possibility. */
  hypothetical: Words
  rules: Readonly<Partial<Record<RuleName, Phrases>>>
  /** Phrases of the rules that are so plain that the model of dangers may not take them for anything else. */
  certain: Readonly<Partial<Record<RuleName, Phrases>>>
}
