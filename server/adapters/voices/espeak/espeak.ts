import { createRequire } from 'node:module'
import type { Engine } from '../../engine/engine-process.ts'
import { CannotSpeak, type Voices } from '../voices.ts'
import { catalogue, languages, prefix } from './catalogue.ts'
import { kana } from './kana.ts'
import { toWav } from './wav.ts'

export interface Utterance {
  voice: string
  text: string
}

/** espeak-ng is an optional dependency; without it there are no embedded voices. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}

/** Characters that espeak-ng interprets: SSML tags, and phonemes in double brackets. */
const controlChars = /[<>[\]\p{Cc}]+/gu

const every = Object.values(catalogue).flat()

/** The embedded voices: espeak-ng, a rule-based synthesizer. */
export const espeak = (engine: Engine): Voices => ({
  provider: 'embedded',
  name: 'espeak-ng (embedded)',
  languages: isInstalled() ? languages : [],
  voicesOf: async language => (isInstalled() ? catalogue[language] : []),
  async speak({ text, voice, signal }) {
    const found = every.find(({ voice_id }) => voice_id === voice)
    if (!found || !isInstalled()) throw new CannotSpeak('unknown_voice')
    const isJapanese = found.limit === 'common_kanji'
    const said = (isJapanese ? kana(text) : text).replace(controlChars, ' ')
    if (isJapanese && /\p{Script=Han}/u.test(said)) throw new CannotSpeak('common_kanji')
    const utterance: Utterance = { voice: voice.slice(prefix.length), text: said }
    if (!/[\p{L}\p{N}]/u.test(utterance.text)) throw new CannotSpeak('silent')
    const samples = await engine.ask(Buffer.from(JSON.stringify(utterance)), signal)
    return { audio: toWav(samples), type: 'audio/wav' }
  },
})
