/**
 * Runs the transcription model in a child process, because it needs half a gigabyte of memory and a core. Input: WAV
 * files; output: UTF-8 text.
 */
import { serveEngine } from '../../engine/protocol.ts'
import { loadModel } from './model.ts'
import { splitRecording } from './pieces.ts'
import { decodeWav, wavFormat } from './wav.ts'

const write = await loadModel()

await serveEngine(async file => {
  const format = wavFormat(file)
  if (!format) throw new Error('The server hands on WAV files alone')
  const texts: string[] = []
  for (const piece of splitRecording(decodeWav(file, format))) texts.push(await write(piece))
  return Buffer.from(texts.filter(Boolean).join(' '))
}, 900_000_000)
