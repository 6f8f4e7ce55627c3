import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyInstance } from 'fastify'
import { maxRecordingBytes, speech, transcriptions } from '#contract/conversations/speech.ts'
import { type VoiceLanguageCode, voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { audioTypeOf } from '#server/adapters/audio-type.ts'
import { CannotSpeak, type SpeechRequest, type Voices } from '#server/adapters/voices/voices.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { file, outsideTransaction, type File as Sent } from '#server/kit/handlers.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { recordSpeechLatency } from '../queries.ts'
import { noTranscription, toSpeechProblem, unsupportedLanguage } from './refusal.ts'
import { getLanguageSettings, saveLanguageSettings } from './settings.ts'

/** Aborts when the caller disconnects. Status 408 keeps it from being logged as a server error. */
function abortOnDisconnect({ reply }: Pick<AuthenticatedCall, 'reply'>): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Problem(408, 'The client closed the connection')))
  return gone.signal
}

async function speakToFile(speaker: Voices, request: SpeechRequest): Promise<Sent> {
  const { audio, type } = await speaker.speak(request).catch((error: unknown) => {
    throw toSpeechProblem('voice', error)
  })
  async function* content() {
    yield audio
  }
  return { name: type === 'audio/wav' ? 'speech.wav' : 'speech.mp3', type, content: content() }
}

/** Speaks a text with the chosen voice of its language, or the default voice. */
async function speakInLanguage(
  call: AuthenticatedCall,
  text: string,
  language: VoiceLanguageCode,
): Promise<Sent> {
  const { voices } = call.services
  const signal = abortOnDisconnect(call)
  const chosen = (await getLanguageSettings(call.db))[language]
  const speaker = chosen && voices.having(chosen.preferredVoice)
  if (speaker) {
    const { preferredVoice: voice, model } = chosen
    return speakToFile(speaker, { text, voice, model, signal })
  }
  const [first] = await voices.preferred.voicesOf(language, signal).catch((error: unknown) => {
    throw toSpeechProblem('voice', error)
  })
  if (!first) throw new Problem(422, 'No voices available for this language', { kind: 'unspeakable' })
  const model = voiceLanguages.find(({ code }) => code === language)?.recommendedModel
  return speakToFile(voices.preferred, {
    text,
    voice: first.voice_id,
    model: model ?? 'eleven_multilingual_v2',
    signal,
  })
}

const speaking = serve(speech)({
  abilities: ({ services: { voices, transcription } }) => ({
    voices: {
      provider: voices.preferred.provider,
      name: voices.preferred.name,
      languages: [...voices.preferred.languages],
    },
    transcription: {
      available: transcription !== null,
      name: transcription?.name ?? null,
      languages: transcription ? transcription.languages && [...transcription.languages] : [],
      takes: transcription?.takes ?? 'any',
      longest: transcription?.longest ?? null,
    },
  }),

  settings: ({ db }) => getLanguageSettings(db),

  choose: async ({ db, body, audit }) => {
    const all = await getLanguageSettings(db)
    const before = Object.fromEntries(Object.entries(all).filter(([code]) => code in body))
    await saveLanguageSettings(db, body)
    audit({ action: 'update', resourceType: 'language-settings', details: { before, after: body } })
    return getLanguageSettings(db)
  },

  voices: outsideTransaction(async call => {
    const { provider, language } = call.body
    const speaker = call.services.voices.of(provider)
    try {
      return {
        provider: speaker.provider,
        voices: await speaker.voicesOf(language, abortOnDisconnect(call)),
      }
    } catch (error) {
      throw toSpeechProblem('voice', error)
    }
  }),

  preview: file(async call => {
    const { text, voice, model } = call.body
    const speaker = call.services.voices.having(voice)
    if (!speaker) throw toSpeechProblem('voice', new CannotSpeak('unknown_voice'))
    return speakToFile(speaker, { text, voice, model, signal: abortOnDisconnect(call) })
  }),

  speak: file(async (call, withTransaction) => {
    const { text, language, answer } = call.body
    const began = performance.now()
    const speech = await speakInLanguage(call, text, language)
    const took = Math.round(performance.now() - began)
    if (answer) await withTransaction(db => recordSpeechLatency({ ...call, db }, answer, took))
    return speech
  }),
})

const listening = serve(transcriptions)({
  create: outsideTransaction(async call => {
    const { audio, language } = call.body
    const { transcription } = call.services
    if (!transcription) throw noTranscription()
    if (transcription.languages && !transcription.languages.includes(language)) throw unsupportedLanguage()
    const bytes = new Uint8Array(await audio.arrayBuffer())
    const kind = audioTypeOf(bytes)
    if (!kind)
      throw invalidField('audio', 'Unsupported recording format. Use WebM, Ogg, WAV, MP4, FLAC or MP3.')
    const began = performance.now()
    try {
      const text = await transcription.transcribe({
        audio: bytes,
        ...kind,
        language,
        signal: abortOnDisconnect(call),
      })
      return { text, language, model: transcription.model, took_ms: Math.round(performance.now() - began) }
    } catch (error) {
      throw toSpeechProblem('transcription', error)
    }
  }),
})

/** Buffers the upload as a File, as the contract's schema expects. */
async function onFile(this: unknown, part: MultipartFile) {
  const file = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
  Object.assign(part, { value: file })
}

/** Parser errors of a truncated or malformed form. */
const unreadable = /multipart|malformed/i

/** Encapsulated: only the transcription call accepts forms. */
const forms = async (app: FastifyInstance, { services }: { services: Services }) => {
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile,
    limits: { fileSize: maxRecordingBytes, files: 1, fields: 4, fieldSize: 100 },
  })
  app.setErrorHandler((error: FastifyError) => {
    const isOfForm = error.statusCode === undefined && unreadable.test(error.message)
    throw isOfForm ? new Problem(400, 'The form can’t be read') : error
  })
  await listening(app, { services })
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  await speaking(app, { services })
  await app.register(forms, { services })
}
