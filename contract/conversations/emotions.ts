/** The emotions that a turn of a conversation is told to be of. */
export const emotions = ['happy', 'sad', 'anxious', 'angry', 'neutral', 'confused', 'excited'] as const
export type Emotion = (typeof emotions)[number]

/** How far from 0 a sentiment between -1 and 1 is no longer neutral. */
export const leaning = 0.3
export type Mood = 'positive' | 'neutral' | 'negative'

export const moodOf = (sentiment: number): Mood =>
  sentiment > leaning ? 'positive' : sentiment < -leaning ? 'negative' : 'neutral'
