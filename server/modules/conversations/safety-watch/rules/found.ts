import type { Emotion } from '#contract/conversations/judgement.ts'
import type { Context, Evidence } from '#contract/conversations/safety.ts'
import type { Topic } from '../languages/language.ts'
import type { RuleName } from './catalog.ts'
import type { Feeling } from './finder.ts'

/** A statement that a rule found, with what its scope leaves of its risk. */
export interface Found {
  name: RuleName | `model.${Context}`
  context: Context
  emotion: Emotion
  risk: number
  evidence: Evidence[]
  /** Whether its speaker speaks of themself in it. */
  isOwn: boolean
  /** Whether the model of dangers may not take it for another meaning of the words. */
  isCertain: boolean
  start: number
  end: number
}

export interface FoundFeeling {
  feeling: Feeling
  isNegated: boolean
  words: string
}

/** Words that give others a different sense: an idiom, a story, the past. */
export interface FoundCue {
  name: 'idiom' | 'told' | 'past'
  start: number
  end: number
}

/** What the rules of one language find in a text. */
export interface Findings {
  statements: Found[]
  feelings: FoundFeeling[]
  topics: Topic[]
  cues: FoundCue[]
}

export const nothing: Findings = { statements: [], feelings: [], topics: [], cues: [] }
