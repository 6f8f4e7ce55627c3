/** Where the samples of a WAV file lie, and what they are. */
export interface WavFormat {
  /** Samples a second, of each channel. */
  rate: number
  channels: number
  /** In bytes. */
  start: number
  /** In bytes, whole samples of every channel. */
  length: number
}

/** Finds the 16-bit samples of a WAV file (RIFF, format 1); null for any other file, or one whose header makes no sense. */
export function wavFormat(file: Uint8Array): WavFormat | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return null
  let described: Omit<WavFormat, 'start' | 'length'> | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'fmt ') {
      if (length < 16 || start + 16 > bytes.length) return null
      const [kind, channels] = [bytes.readUInt16LE(start), bytes.readUInt16LE(start + 2)]
      const [rate, bits] = [bytes.readUInt32LE(start + 4), bytes.readUInt16LE(start + 14)]
      if (kind !== 1 || bits !== 16 || channels < 1 || channels > 8 || rate < 8_000 || rate > 96_000)
        return null
      described = { rate, channels }
    }
    if (name === 'data') {
      if (!described) return null
      // Who writes a file as it is recorded may not know its length.
      const held = Math.min(length, bytes.length - start)
      return { ...described, start, length: held - (held % (2 * described.channels)) }
    }
    // Parts begin at even places.
    at = start + length + (length % 2)
  }
  return null
}

/** Samples a second that the model hears. */
export const heardRate = 16_000

/** The sound of a WAV file as the model hears it: one channel, 16,000 samples a second, from -1 to 1. */
export function heard(file: Uint8Array, { rate, channels, start, length }: WavFormat): Float32Array {
  const bytes = new DataView(file.buffer, file.byteOffset + start, length)
  const mono = new Float32Array(length / 2 / channels)
  for (let at = 0; at < mono.length; at++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++)
      sum += bytes.getInt16((at * channels + channel) * 2, true)
    mono[at] = sum / channels / 32_768
  }
  return rate === heardRate ? mono : resampled(mono, rate)
}

/** Each new sample is the mean of the stretch of old ones that it stands for, which also takes out what is too high. */
function resampled(samples: Float32Array, rate: number): Float32Array {
  const stretch = rate / heardRate
  const sums = new Float64Array(samples.length + 1)
  for (let at = 0; at < samples.length; at++) sums[at + 1] = (sums[at] ?? 0) + (samples[at] ?? 0)
  const sumUpTo = (place: number) => {
    const whole = Math.min(Math.floor(place), samples.length)
    return (sums[whole] ?? 0) + (place - whole) * (samples[whole] ?? 0)
  }
  return Float32Array.from(
    { length: Math.floor(samples.length / stretch) },
    (_, at) => (sumUpTo((at + 1) * stretch) - sumUpTo(at * stretch)) / stretch,
  )
}
