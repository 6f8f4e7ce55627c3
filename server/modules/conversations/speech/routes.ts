import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyInstance } from 'fastify'
import { maxRecordingBytes, speech, transcriptions } from '#contract/conversations/speech.ts'
import { type VoiceLanguageCode, voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { audioTypeOf } from '#server/adapters/audio-type.ts'
import { type SpeechRequest, Unspeakable, type Voices } from '#server/adapters/voices/voices.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { file, outsideTransaction, type File as Sent } from '#server/kit/handlers.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { noteSpeech } from '../note-speech.ts'
import { noTranscription, refusalOf, unsupportedLanguage } from './refusal.ts'
import { keepLanguageSettings, languageSettings } from './settings.ts'

/** Aborts when the caller hangs up, which is no fault of ours. */
function hangingUp({ reply }: Pick<AuthenticatedCall, 'reply'>): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Problem(408, 'The caller hung up')))
  return gone.signal
}

/** What is spoken, as a file. */
async function spoken(speaker: Voices, request: SpeechRequest): Promise<Sent> {
  const { audio, type } = await speaker.speak(request).catch((error: unknown) => {
    throw refusalOf('voice', error)
  })
  async function* content() {
    yield audio
  }
  return { name: type === 'audio/wav' ? 'speech.wav' : 'speech.mp3', type, content: content() }
}

/** A text as the chosen voice of its language speaks it, or the usual one. */
async function spokenIn(call: AuthenticatedCall, text: string, language: VoiceLanguageCode): Promise<Sent> {
  const { voices } = call.services
  const signal = hangingUp(call)
  const chosen = (await languageSettings(call.db))[language]
  const speaker = chosen && voices.having(chosen.preferredVoice)
  if (speaker) {
    const { preferredVoice: voice, model } = chosen
    return spoken(speaker, { text, voice, model, signal })
  }
  const [first] = await voices.usual.voicesOf(language, signal).catch((error: unknown) => {
    throw refusalOf('voice', error)
  })
  if (!first) throw new Problem(422, 'No voices available for this language', { kind: 'unspeakable' })
  const model = voiceLanguages.find(({ code }) => code === language)?.recommendedModel
  return spoken(voices.usual, {
    text,
    voice: first.voice_id,
    model: model ?? 'eleven_multilingual_v2',
    signal,
  })
}

const speaking = serve(speech)({
  abilities: ({ services: { voices, transcription } }) => ({
    voices: {
      provider: voices.usual.provider,
      name: voices.usual.name,
      languages: [...voices.usual.languages],
    },
    transcription: {
      available: transcription !== null,
      name: transcription?.name ?? null,
      languages: transcription ? transcription.languages && [...transcription.languages] : [],
      takes: transcription?.takes ?? 'any',
      longest: transcription?.longest ?? null,
    },
  }),

  settings: ({ db }) => languageSettings(db),

  choose: async ({ db, body, audit }) => {
    const all = await languageSettings(db)
    const before = Object.fromEntries(Object.entries(all).filter(([code]) => code in body))
    await keepLanguageSettings(db, body)
    audit({ action: 'update', resourceType: 'language-settings', details: { before, after: body } })
    return languageSettings(db)
  },

  voices: outsideTransaction(async call => {
    const { provider, language } = call.body
    const speaker = call.services.voices.of(provider)
    try {
      return { provider: speaker.provider, voices: await speaker.voicesOf(language, hangingUp(call)) }
    } catch (error) {
      throw refusalOf('voice', error)
    }
  }),

  preview: file(async call => {
    const { text, voice, model } = call.body
    const speaker = call.services.voices.having(voice)
    if (!speaker) throw refusalOf('voice', new Unspeakable('unknown_voice'))
    return spoken(speaker, { text, voice, model, signal: hangingUp(call) })
  }),

  speak: file(async (call, withTransaction) => {
    const { text, language, answer } = call.body
    const began = performance.now()
    const speech = await spokenIn(call, text, language)
    const took = Math.round(performance.now() - began)
    if (answer) await withTransaction(db => noteSpeech({ ...call, db }, answer, took))
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
      throw invalidField('audio', 'This is not a recording that is known: WebM, Ogg, WAV, MP4, FLAC or MP3')
    const began = performance.now()
    try {
      const text = await transcription.transcribe({
        audio: bytes,
        ...kind,
        language,
        signal: hangingUp(call),
      })
      return { text, language, model: transcription.model, took_ms: Math.round(performance.now() - began) }
    } catch (error) {
      throw refusalOf('transcription', error)
    }
  }),
})

/** Reads an uploaded file whole, as the contract's schema expects it. */
async function onFile(this: unknown, part: MultipartFile) {
  const file = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
  Object.assign(part, { value: file })
}

/** How the reader of forms complains of one that breaks off or makes no sense. */
const unreadable = /multipart|malformed/i

/** Takes forms, which no other call does. */
const forms = async (app: FastifyInstance, { services }: { services: Services }) => {
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile,
    limits: { fileSize: maxRecordingBytes, files: 1, fields: 4, fieldSize: 100 },
  })
  app.setErrorHandler((error: FastifyError) => {
    const isOfForm = error.statusCode === undefined && unreadable.test(error.message)
    throw isOfForm ? new Problem(400, 'The form is not readable') : error
  })
  await listening(app, { services })
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  await speaking(app, { services })
  await app.register(forms, { services })
}
