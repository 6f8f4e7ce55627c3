export const tasks = [
  'mood_checkin',
  'wellness_encouragement',
  'small_talk',
  'memory_recall',
  'health_reminder',
] as const
export type Task = (typeof tasks)[number]
export const emotions = ['happy', 'sad', 'anxious', 'angry', 'neutral', 'confused', 'excited'] as const
export type Emotion = (typeof emotions)[number]

/** What a sentence is about, and the sentence; {person} stands for a person known to the speaker. */
type Said = readonly [topic: string, text: string]

/** Something that a rule of the safety watch would raise, and what the companion answers. */
export interface Worry {
  /** The category of the rule. */
  context: 'medical' | 'fall' | 'self_harm' | 'abuse' | 'medication' | 'loneliness' | 'confusion'
  emotion: Emotion
  /** The risk that the rule gives, 0.4 to 1. */
  risk: number
  text: string
  reply: string
}

/** What is said in one language. */
export interface SentenceBank {
  people: readonly string[]
  openings: Record<Task, readonly string[]>
  statements: Record<Task, Record<Emotion, Said>>
  answers: Record<Emotion, readonly string[]>
  worries: readonly Worry[]
}
