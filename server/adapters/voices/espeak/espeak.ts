import { createRequire } from 'node:module'
import type { Engine } from '../../engine/engine-process.ts'
import { Unspeakable, type Voices } from '../voices.ts'
import { catalogue, languages, prefix } from './catalogue.ts'
import { kana } from './kana.ts'
import { wavOf } from './wav.ts'

/** What the engine is asked to say. */
export interface Utterance {
  voice: string
  text: string
}

/** An optional dependency: where it could not be installed, nothing speaks. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}

/** Signs that espeak-ng takes for orders: marks of SSML, and phonemes in double brackets. */
const orders = /[<>[\]\p{Cc}]+/gu

const every = Object.values(catalogue).flat()

/** The embedded voices: espeak-ng, which speaks every language by rules. */
export const espeak = (engine: Engine): Voices => ({
  provider: 'embedded',
  name: 'espeak-ng (embedded)',
  languages: isInstalled() ? languages : [],
  voicesOf: async language => (isInstalled() ? catalogue[language] : []),
  async speak({ text, voice, signal }) {
    const found = every.find(({ voice_id }) => voice_id === voice)
    if (!found || !isInstalled()) throw new Unspeakable('unknown_voice')
    const isJapanese = found.limit === 'common_kanji'
    const said = (isJapanese ? kana(text) : text).replace(orders, ' ')
    if (isJapanese && /\p{Script=Han}/u.test(said)) throw new Unspeakable('common_kanji')
    const utterance: Utterance = { voice: voice.slice(prefix.length), text: said }
    if (!/[\p{L}\p{N}]/u.test(utterance.text)) throw new Unspeakable('silent')
    const samples = await engine.ask(Buffer.from(JSON.stringify(utterance)), signal)
    return { audio: wavOf(samples), type: 'audio/wav' }
  },
})
