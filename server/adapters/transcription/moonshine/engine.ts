/**
 * The model that listens, in a process of its own, because it takes half a gigabyte of memory and a core: nothing of that
 * happens to the server. It is given WAV files, and answers with what they say, as UTF-8.
 */
import { answering } from '../../engine/answering.ts'
import { loadModel } from './model.ts'
import { pieces } from './pieces.ts'
import { heard, wavFormat } from './wav.ts'

const write = await loadModel()

await answering(async file => {
  const format = wavFormat(file)
  if (!format) throw new Error('The server hands on WAV files alone')
  const texts: string[] = []
  for (const piece of pieces(heard(file, format))) texts.push(await write(piece))
  return Buffer.from(texts.filter(Boolean).join(' '))
}, 900_000_000)
