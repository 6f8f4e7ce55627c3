import type { Speech, Voices } from './voices.ts'

/** Room for some hundred previews. */
const mostBytes = 64_000_000

/** LRU cache of synthesized speech, so that replaying a preview is free. */
export function cacheVoices(voices: Voices, maxBytes = mostBytes): Voices {
  const speeches = new Map<string, Speech>()
  let bytes = 0
  return {
    ...voices,
    async speak(request) {
      const key = JSON.stringify([request.voice, request.model, request.text])
      const cached = speeches.get(key)
      speeches.delete(key)
      if (cached) {
        speeches.set(key, cached)
        return cached
      }
      const speech = await voices.speak(request)
      const again = speeches.get(key)
      if (again) bytes -= again.audio.length
      speeches.delete(key)
      speeches.set(key, speech)
      bytes += speech.audio.length
      for (const [oldest, { audio }] of speeches) {
        if (bytes <= maxBytes) break
        speeches.delete(oldest)
        bytes -= audio.length
      }
      return speech
    },
  }
}
