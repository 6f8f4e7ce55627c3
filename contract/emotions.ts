/** The emotions that a turn of a conversation is told to be of. */
export const emotions = ['happy', 'sad', 'anxious', 'angry', 'neutral', 'confused', 'excited'] as const
export type Emotion = (typeof emotions)[number]
