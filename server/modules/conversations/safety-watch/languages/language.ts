import type { Emotion } from '#contract/conversations/emotions.ts'
import type { Context } from '#contract/conversations/safety.ts'

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

/**
 * Ways of saying something, separated by `|`. Case, accents and the form of apostrophes do not count; `*` stands for any
 * ending of a word, ` .. ` for up to three words between, `(a,b)` for one of several.
 */
type Phrases = string

/** What makes a turn worrying. */
export interface Rule {
  /** Named in the evidence; those of self-harm after the tiers of the Columbia scale (C-SSRS), without its validity. */
  name: string
  context: Context
  emotion: Emotion
  /** The risk where nothing softens it, 0 to 1. */
  risk: number
  phrases: Phrases
  /** False where the words deny something themselves, so that a no beside them takes nothing back. */
  deniable?: false
}

/** What the safety watch knows of a language. */
export interface SafetyLanguage {
  /** Whether words are set apart by spaces. */
  spaced: boolean
  /** What sounds worrying and is not: taken out before anything is looked for. */
  harmless: Phrases
  /** Turn what follows them, up to four words on, into its opposite; in Japanese, what stands right before them. */
  negations: Phrases
  /** Say that somebody else is spoken of, before it. */
  others: Phrases
  /** Say that it is only told, read or watched. */
  told: Phrases
  /** Say that it is long over. */
  past: Phrases
  rules: readonly Rule[]
  feelings: Readonly<Record<Exclude<Emotion, 'neutral'>, Phrases>>
  topics: Readonly<Record<Topic, Phrases>>
}
