/**
 * espeak-ng in a process of its own, because its licence (GPL-3) is not ours, and so that nothing that happens to it
 * happens to the server. It reads a JSON line for each text, and answers with the length of the samples in bytes (32
 * bits, big-endian) and the samples themselves (16 bits, little-endian, 22,050 a second). It ends with its input.
 */
import { createInterface } from 'node:readline'
import load from '@echogarden/espeak-ng-emscripten'

/** The most that is said at once: ten minutes. */
const mostSamples = 22_050 * 600
/** Above it, in bytes, it ends after an answer, and is started anew for the next. */
const mostMemory = 400_000_000

const { eSpeakNGWorker } = await load({ print: () => {}, printErr: () => {} })
const worker = new eSpeakNGWorker()

for await (const line of createInterface({ input: process.stdin })) {
  const { voice, text } = JSON.parse(line) as { voice: string; text: string }
  const parts: Buffer[] = []
  let samples = 0
  worker.set_voice(voice, '', 0, 0, 0)
  worker.synthesize(text, part => {
    parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    samples += part.length
    return samples >= mostSamples
  })
  const length = Buffer.alloc(4)
  length.writeUInt32BE(samples * 2)
  process.stdout.write(Buffer.concat([length, ...parts]))
  if (process.memoryUsage.rss() > mostMemory) break
}
process.stdin.destroy()
