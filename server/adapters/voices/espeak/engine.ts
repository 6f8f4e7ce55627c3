/**
 * espeak-ng in a process of its own, because its licence (GPL-3) is not ours, and so that nothing that happens to it
 * happens to the server. It is asked by JSON, and answers with samples: 16 bits, little-endian, 22,050 a second.
 */
import load from '@echogarden/espeak-ng-emscripten'
import { answering } from '../../engine/answering.ts'
import type { Utterance } from './espeak.ts'

/** The most that is said at once: ten minutes. */
const mostSamples = 22_050 * 600

const { eSpeakNGWorker } = await load({ print: () => {}, printErr: () => {} })
const worker = new eSpeakNGWorker()

await answering(request => {
  const { voice, text } = JSON.parse(request.toString()) as Utterance
  const parts: Buffer[] = []
  let samples = 0
  worker.set_voice(voice, '', 0, 0, 0)
  worker.synthesize(text, part => {
    parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    samples += part.length
    return samples >= mostSamples
  })
  return Buffer.concat(parts)
}, 400_000_000)
