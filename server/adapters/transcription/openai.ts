import { z } from 'zod'
import { mustSucceed, ServiceFailure, service } from '../service.ts'
import type { Transcription } from './transcription.ts'

interface Endpoint {
  baseUrl: string
  apiKey: string
  model: string
  /** Timeout of one call in milliseconds. */
  timeoutMs: number
  retryPause?: number
}

const Transcript = z.object({ text: z.string() })

/** Any endpoint compatible with OpenAI's `audio/transcriptions`. */
export function openAi({ baseUrl, apiKey, model, ...timing }: Endpoint): Transcription {
  const ask = service(timing)
  return {
    name: `OpenAI-compatible (${new URL(baseUrl).host})`,
    model,
    embedded: false,
    languages: null,
    takes: 'any',
    longest: null,
    close() {},
    transcribe: ({ audio, type, extension, language, signal }) =>
      ask(async signal => {
        const body = new FormData()
        body.append('file', new Blob([audio], { type }), `recording.${extension}`)
        body.append('model', model)
        body.append('language', language)
        body.append('response_format', 'json')
        const response = await fetch(`${baseUrl.replace(/\/$/, '')}/audio/transcriptions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}` },
          body,
          signal,
        })
        const transcript = Transcript.safeParse(await mustSucceed(response).json())
        if (!transcript.success) throw new ServiceFailure('broken', transcript.error)
        return transcript.data.text.trim()
      }, signal),
  }
}
