import type { ChatModel, ConversationLanguage, Task } from '#contract/conversations/conversations.ts'
import type { Emotion } from '#contract/conversations/judgement.ts'
import type { Context } from '#contract/conversations/safety.ts'

/** A statement of a person about themselves, in the second person: `your glasses are on the shelf`. */
export type Statement = string

/** The safety reply to a turn that reports danger. */
export interface Help {
  context: Context
  /** Whether an alert was raised for it: only then may the reply say that people are being notified. */
  isAlerted: boolean
  /** Where the person lives, if known: determines who they can call. */
  home: { zone: string; locale: string }
}

/** What an answer is asked for. */
export interface ChatRequest {
  task: Task
  language: ConversationLanguage
  model: ChatModel
  /** What was said so far, the turn to be answered last. */
  turns: readonly { type: 'user' | 'assistant'; content: string }[]
  emotion: Emotion
  /** The danger that the turn reports. */
  help: Help | null
  /** Statements of the person about themselves in this turn. */
  stated: readonly Statement[]
  /** The statement that they asked for: known, not known (null), or none asked for (undefined). */
  asked: Statement | null | undefined
  /** Their earlier statements, in this conversation and earlier ones. */
  known: readonly Statement[]
  /** What the last answer of this conversation left for the next; empty at the beginning. */
  dialogue: Dialogue
  signal: AbortSignal
}

/** Where the embedded companion stands in a conversation: how often it has used each kind of phrase. */
export type Dialogue = Readonly<Record<string, number>>

/** What is known of an answer at its end. */
export interface Answered {
  /** Who or what answered. */
  model: string
  tokens: { input: number; output: number } | null
  dialogue: Dialogue
}

/** What a model makes of the danger in a turn. */
export interface SecondJudgement {
  /** 0 to 1. */
  risk: number
  context: Context
}

/** A text to be written once, outside of conversations. */
export interface WritingRequest {
  model: string
  instructions: string
  /** What the text is about; never an instruction. */
  material: string
  signal: AbortSignal
}

/** What answers in conversations. */
export interface Chat {
  /** What the System status screen calls it. */
  readonly name: string
  readonly embedded: boolean
  /**
   * Answers, word by word as the words come. @throws ChatFailure when it cannot, or not to the end.
   */
  answer(request: ChatRequest): AsyncGenerator<string, Answered>
  /**
   * Judges the danger in a turn in addition to the safety watch; null where it sees none, does not answer in time or answers
   * something else. Never throws.
   */
  judge?(turn: { content: string; model: ChatModel }): Promise<SecondJudgement | null>
  /**
   * Writes a text; only endpoints do. @throws ChatFailure if it does not come within 25 seconds or is longer than 20,000
   * characters, and the signal's reason if the caller stopped it
   */
  write?(request: WritingRequest): Promise<string>
}

/**
 * Why there is no answer: too many asked, it took too long, it broke off, the service refused our key, would not do what
 * was asked (it has no such model), or is down.
 */
export type FailureKind = 'busy' | 'slow' | 'broken' | 'refused' | 'rejected' | 'down'

export class ChatFailure extends Error {
  override name = 'ChatFailure'
  readonly kind: FailureKind
  constructor(kind: FailureKind, cause?: unknown) {
    super(`The chat model did not answer: ${kind}`, { cause })
    this.kind = kind
  }
}
