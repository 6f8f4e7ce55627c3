import { describe, expect, test } from 'vitest'
import { splitRecording } from '#server/adapters/transcription/moonshine/pieces.ts'
import { decodeWav, wavFormat } from '#server/adapters/transcription/moonshine/wav.ts'
import { wavFile, wordErrorRate } from '#tests/fixtures/recordings.ts'

const second = 16_000

/** A sound of a pitch in Hz. */
const tone = (seconds: number, { rate = second, pitch = 440, loud = 0.3 } = {}) =>
  Float32Array.from({ length: seconds * rate }, (_, at) => loud * Math.sin((2 * Math.PI * pitch * at) / rate))
const asInt16 = (samples: Float32Array) => Int16Array.from(samples, sample => sample * 32_767)

function hear(file: Uint8Array): Float32Array {
  const format = wavFormat(file)
  if (!format) throw new Error('no WAV file')
  return decodeWav(file, format)
}

const loudest = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

describe('a WAV file', () => {
  test('of 16,000 samples a second is used unchanged', () => {
    const samples = asInt16(tone(0.1))
    expect([...hear(wavFile(samples))]).toEqual([...Float32Array.from(samples, sample => sample / 32_768)])
  })

  test.for([8_000, 22_050, 44_100, 48_000])('of %i a second keeps its length, pitch and loudness', rate => {
    const sound = hear(wavFile(asInt16(tone(1, { rate })), { rate }))
    expect(sound.length).toBe(second)
    const crossings = sound.reduce(
      (sum, sample, at) => sum + (sample < 0 !== (sound[at - 1] ?? 0) < 0 ? 1 : 0),
      0,
    )
    expect(crossings).toBeGreaterThan(875)
    expect(crossings).toBeLessThan(885)
    expect(loudest(sound)).toBeGreaterThan(0.28)
    expect(loudest(sound)).toBeLessThan(0.31)
  })

  test('loses frequencies that are too high for the model, without aliasing', () => {
    const rate = 48_000
    expect(loudest(hear(wavFile(asInt16(tone(1, { rate, pitch: 16_000 })), { rate })))).toBeLessThan(0.02)
  })

  test('of two channels becomes their mean', () => {
    expect([...hear(wavFile(Int16Array.of(8_192, -8_192, 16_384, 0), { channels: 2 }))]).toEqual([0, 0.25])
  })

  test('that is truncated, or has other chunks before its samples, is read as far as it goes', () => {
    const whole = wavFile(Int16Array.of(1, 2, 3))
    expect(wavFormat(whole.slice(0, -3))).toMatchObject({ start: 44, length: 2 })
    const list = Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1')
    const withMore = Buffer.concat([whole.slice(0, 36), list, whole.slice(36)])
    expect(wavFormat(withMore)).toMatchObject({ rate: second, start: 56, length: 6 })
  })

  test('is distinguished from other files and other contents', () => {
    const whole = wavFile(Int16Array.of(1, 2, 3))
    const changed = (at: number, value: number) => {
      const file = whole.slice()
      file[at] = value
      return wavFormat(file)
    }
    expect(wavFormat(Buffer.from('RIFF'))).toBeNull()
    expect(wavFormat(whole.slice(0, 30))).toBeNull()
    expect(changed(0, 0)).toBeNull()
    expect(changed(20, 3)).toBeNull()
    expect(changed(34, 8)).toBeNull()
    expect(changed(22, 0)).toBeNull()
    expect(changed(25, 0)).toBeNull()
  })
})

describe('a recording', () => {
  const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap(part => [...part]))

  test('without speech has no segments', () => {
    expect(splitRecording(new Float32Array(45 * second))).toEqual([])
    expect(splitRecording(tone(3, { loud: 0.003 }))).toEqual([])
    const click = new Float32Array(second)
    click[100] = 1
    expect(splitRecording(click)).toEqual([])
  })

  test('of up to twenty seconds stays whole, with its short pauses', () => {
    const sound = joined(tone(9), new Float32Array(0.8 * second), tone(9))
    expect(splitRecording(sound)).toEqual([sound])
  })

  test('loses the silence around and long pauses within, even with room noise', () => {
    const room = (seconds: number) => tone(seconds, { loud: 0.02, pitch: 100 })
    const sound = joined(room(2), tone(3), room(1.5), tone(2), room(2))
    expect(splitRecording(sound).map(({ length }) => length / second)).toEqual([
      expect.closeTo(3.2, 1),
      expect.closeTo(2.2, 1),
    ])
  })

  test('that is longer is cut in the middle of its pauses, without loss', () => {
    const pause = new Float32Array(0.2 * second)
    const sound = joined(tone(15), pause, tone(14), pause, tone(9))
    const found = splitRecording(sound)
    expect(found.map(({ length }) => length / second)).toEqual(
      [15.1, 14.2, 9.1].map(length => expect.closeTo(length, 1)),
    )
    expect(joined(...found)).toEqual(sound)
  })

  test('without pauses is cut nevertheless', () => {
    const found = splitRecording(tone(61))
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(20 * second)
    expect(found.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThanOrEqual(61 * second)
  })
})

test('words are counted as wrong, omitted or added', () => {
  expect(wordErrorRate('Good morning, how are you?', 'good morning how are you')).toBe(0)
  expect(wordErrorRate('one two three four', 'one too three')).toBe(0.5)
  expect(wordErrorRate('one two', 'zero one two')).toBe(0.5)
  expect(wordErrorRate('one two', '')).toBe(1)
})
