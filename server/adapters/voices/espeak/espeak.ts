import { createRequire } from 'node:module'
import type { Engine } from '../../engine/engine-process.ts'
import { CannotSpeak, type Voices } from '../voices.ts'
import { catalogue, languages, prefix } from './catalogue.ts'
import { kana } from './kana.ts'

/** Sample rate of espeak-ng. */
const rate = 22_050

/** Mono 16-bit WAV file (RIFF, format 1). */
function toWav(samples: Buffer): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

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
  name: 'espeak-ng',
  languages: isInstalled() ? languages : [],
  voicesOf: async language => (isInstalled() ? catalogue[language] : []),
  async speak({ text, voice, signal }) {
    const match = every.find(({ voice_id }) => voice_id === voice)
    if (!match || !isInstalled()) throw new CannotSpeak('unknown_voice')
    const isJapanese = match.limit === 'common_kanji'
    const spoken = (isJapanese ? kana(text) : text).replace(controlChars, ' ')
    if (isJapanese && /\p{Script=Han}/u.test(spoken)) throw new CannotSpeak('common_kanji')
    const utterance: Utterance = { voice: voice.slice(prefix.length), text: spoken }
    if (!/[\p{L}\p{N}]/u.test(utterance.text)) throw new CannotSpeak('silent')
    const samples = await engine.ask(Buffer.from(JSON.stringify(utterance)), signal)
    return { audio: toWav(samples), type: 'audio/wav' }
  },
})
