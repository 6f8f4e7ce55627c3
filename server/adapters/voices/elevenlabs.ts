import { z } from 'zod'
import { type SpeechModel, voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { audioTypeOf } from '../audio-type.ts'
import { mustSucceed, ServiceFailure, service } from '../service.ts'
import type { Voices } from './voices.ts'

interface Account {
  baseUrl: string
  apiKey: string
  /** Timeout of one call in milliseconds. */
  timeoutMs: number
  retryPause?: number
}

/** Subset of https://elevenlabs.io/docs/api-reference/voices/search */
const VoiceList = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string(),
      category: z.string().nullish(),
      verified_languages: z.array(z.object({ language: z.string() })).nullish(),
    }),
  ),
})

const modelIds: Record<SpeechModel, string> = {
  eleven_multilingual_v2: 'eleven_multilingual_v2',
  flash_v2_5: 'eleven_flash_v2_5',
  eleven_v3: 'eleven_v3',
}

/** The voices of an ElevenLabs account. */
export function elevenLabs({ baseUrl, apiKey, ...timing }: Account): Voices {
  const ask = service(timing)
  const headers = { 'xi-api-key': apiKey }
  return {
    provider: 'elevenlabs',
    name: `ElevenLabs (${new URL(baseUrl).host})`,
    languages: voiceLanguages.filter(language => language.elevenLabsSupported).map(({ code }) => code),
    /** Voices verified for the language come first; with a multilingual model every voice speaks every language. */
    async voicesOf(language, signal) {
      const { voices } = await ask(async signal => {
        const response = await fetch(new URL('/v2/voices?page_size=100', baseUrl), { headers, signal })
        const list = VoiceList.safeParse(await mustSucceed(response).json())
        if (!list.success) throw new ServiceFailure('broken', list.error)
        return list.data
      }, signal)
      const isProven = ({ verified_languages }: (typeof voices)[number]) =>
        verified_languages?.some(verified => verified.language === language) ?? false
      return [...voices.filter(isProven), ...voices.filter(voice => !isProven(voice))].map(
        ({ voice_id, name, category }) => ({ voice_id, name, category: category ?? 'premade', limit: null }),
      )
    },
    speak: ({ text, voice, model, signal }) =>
      ask(async signal => {
        const path = `/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=mp3_44100_128`
        const response = await fetch(new URL(path, baseUrl), {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ text, model_id: modelIds[model] }),
          signal,
        })
        const audio = new Uint8Array(await mustSucceed(response).arrayBuffer())
        const kind = audioTypeOf(audio)
        if (!kind) throw new ServiceFailure('broken')
        return { audio, type: kind.type }
      }, signal),
  }
}
