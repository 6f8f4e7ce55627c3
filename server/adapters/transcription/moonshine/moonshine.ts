import type { Engine } from '../../engine/engine-process.ts'
import { CannotTranscribe, type Transcription } from '../transcription.ts'
import { wavFormat } from './wav.ts'

const weights = '@moonshine-ai/moonshine-js'
const parts = [weights, 'onnxruntime-web/wasm', 'llama-tokenizer-js']

/** The model's packages are optional dependencies; without them there is no transcription. */
export function isInstalled(): boolean {
  try {
    for (const part of parts) import.meta.resolve(part)
    return true
  } catch {
    return false
  }
}

/** Only the package's model files are used; its code is for browsers. */
export const modelFile = (name: string) =>
  new URL(`./model/tiny/quantized/${name}.onnx`, import.meta.resolve(weights))

/** Longer recordings would time out on two slow cores. */
const maxSeconds = 120

/** The embedded transcription model: Moonshine tiny, English only. In other languages it would invent words. */
export const moonshine = (engine: Engine): Transcription => ({
  name: 'Moonshine tiny (English)',
  model: 'moonshine-tiny',
  embedded: true,
  languages: ['en'],
  takes: 'wav',
  longest: maxSeconds,
  async transcribe({ audio, signal }) {
    const format = wavFormat(audio)
    if (!format) throw new CannotTranscribe('no_wav')
    if (format.length / (2 * format.channels * format.rate) > maxSeconds)
      throw new CannotTranscribe('too_long')
    return (await engine.ask(audio, signal)).toString()
  },
  close: engine.close,
})
