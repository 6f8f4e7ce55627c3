import type { Task } from '#contract/conversations/conversations.ts'
import type { Emotion } from '#contract/conversations/judgement.ts'

/** What the embedded companion can say in one language. `{fact}` stands for something that the person told of themself. */
export interface Phrases {
  openings: Readonly<Record<Task, readonly string[]>>
  /** What each task asks, in this order, one a turn. */
  questions: Readonly<Record<Task, readonly string[]>>
  /** What is asked when a task has no question left. */
  further: readonly string[]
  /** What a turn of each emotion is answered by, before the next question. */
  heard: Readonly<Record<Emotion, readonly string[]>>
  /** A fact was told. */
  kept: readonly string[]
  /** A fact was asked for, and is known. */
  recalled: readonly string[]
  /** A fact was asked for, and is not known. */
  unknown: readonly string[]
  /** A fact of an earlier conversation is brought up. */
  remembered: readonly string[]
  /** The person asks who or what is talking. */
  identity: readonly string[]
  /** The person asks for something that it cannot know or do. */
  limits: readonly string[]
  thanks: readonly string[]
  farewell: readonly string[]
  /** How a turn is known to ask who is talking, to ask for what is out of reach, to thank, to take leave. */
  asks: Readonly<Record<'identity' | 'limits' | 'thanks' | 'farewell', RegExp>>
}
