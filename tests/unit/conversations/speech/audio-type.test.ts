import { expect, test } from 'vitest'
import { audioTypeOf } from '#server/adapters/audio-type.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.for([
  [latin1('\x1a\x45\xdf\xa3webm'), 'audio/webm'],
  [latin1('OggS'), 'audio/ogg'],
  [latin1('RIFF\x00\x00\x00\x00WAVEfmt '), 'audio/wav'],
  [latin1('\x00\x00\x00\x20ftypM4A '), 'audio/mp4'],
  [latin1('fLaC'), 'audio/flac'],
  [latin1('ID3\x04'), 'audio/mpeg'],
  [latin1('\xff\xfb\x90\x64'), 'audio/mpeg'],
  [latin1('RIFF\x00\x00\x00\x00AVI '), undefined],
  [latin1('<html>'), undefined],
  [latin1('\xff\xfe\x00\x00'), 'audio/mpeg'],
  [latin1(''), undefined],
] as const)('%s is %s', ([bytes, type]) => {
  expect(audioTypeOf(bytes)?.type).toBe(type)
})
