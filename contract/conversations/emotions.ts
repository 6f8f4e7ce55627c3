/** Emotions assigned to turns. */
export const emotions = ['happy', 'sad', 'anxious', 'angry', 'neutral', 'confused', 'excited'] as const
export type Emotion = (typeof emotions)[number]

/** Absolute sentiment (-1 to 1) above which a turn is not neutral. */
export const neutralBand = 0.3
export type Mood = 'positive' | 'neutral' | 'negative'

export const moodOf = (sentiment: number): Mood =>
  sentiment > neutralBand ? 'positive' : sentiment < -neutralBand ? 'negative' : 'neutral'
