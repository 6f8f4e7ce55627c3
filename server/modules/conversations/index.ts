/** Conversations: who may read what was said, and what is said outside their own screens. */
export { noteSpeech } from './note-speech.ts'
export { readable } from './readable.ts'
export { hearSpoken, replyTo } from './spoken.ts'
