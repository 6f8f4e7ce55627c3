import type { Speech, Voices } from './voices.ts'

/** The most that is kept, in bytes: some hundreds of previews. */
const mostBytes = 64_000_000

/** Keeps what was spoken, the longest unused forgotten first, so that a preview heard again costs nothing. */
export function kept(voices: Voices, most = mostBytes): Voices {
  const speeches = new Map<string, Speech>()
  let bytes = 0
  return {
    ...voices,
    async speak(request) {
      const key = JSON.stringify([request.voice, request.model, request.text])
      const found = speeches.get(key)
      speeches.delete(key)
      if (found) {
        speeches.set(key, found)
        return found
      }
      const speech = await voices.speak(request)
      const again = speeches.get(key)
      if (again) bytes -= again.audio.length
      speeches.delete(key)
      speeches.set(key, speech)
      bytes += speech.audio.length
      for (const [oldest, { audio }] of speeches) {
        if (bytes <= most) break
        speeches.delete(oldest)
        bytes -= audio.length
      }
      return speech
    },
  }
}
