import type { Engine } from '../../engine/engine-process.ts'
import { type Transcription, Unwritable } from '../transcription.ts'
import { wavFormat } from './wav.ts'

/** The longest recording that is written down, in seconds: longer ones would not be done in time on two slow cores. */
const longest = 120

/** The embedded model that listens: Moonshine tiny, for English alone. In other languages it would invent words. */
export const moonshine = (engine: Engine): Transcription => ({
  name: 'Moonshine tiny (embedded, English)',
  model: 'moonshine-tiny',
  embedded: true,
  languages: ['en'],
  takes: 'wav',
  longest,
  async transcribe({ audio, signal }) {
    const format = wavFormat(audio)
    if (!format) throw new Unwritable('no_wav')
    if (format.length / (2 * format.channels * format.rate) > longest) throw new Unwritable('too_long')
    return (await engine.ask(audio, signal)).toString()
  },
  close: engine.close,
})
