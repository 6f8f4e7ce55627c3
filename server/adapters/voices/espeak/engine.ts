/**
 * Runs espeak-ng in a child process, to keep its license (GPL-3) and its crashes apart from the server. Input: JSON;
 * output: 16-bit little-endian samples at 22,050 Hz.
 */
import load from '@echogarden/espeak-ng-emscripten'
import { serveEngine } from '../../engine/protocol.ts'
import type { Utterance } from './espeak.ts'

/** Ten minutes. */
const maxSamples = 22_050 * 600

const { eSpeakNGWorker } = await load({ print: () => {}, printErr: () => {} })
const worker = new eSpeakNGWorker()

await serveEngine(request => {
  const { voice, text } = JSON.parse(request.toString()) as Utterance
  const parts: Buffer[] = []
  let samples = 0
  worker.set_voice(voice, '', 0, 0, 0)
  worker.synthesize(text, part => {
    parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    samples += part.length
    return samples >= maxSamples
  })
  return Buffer.concat(parts)
}, 400_000_000)
