/** Format and position of the samples in a WAV file. */
export interface WavFormat {
  /** Samples per second and channel. */
  rate: number
  channels: number
  /** Bytes. */
  start: number
  /** Bytes; a multiple of the frame size. */
  length: number
}

/** Locates the 16-bit samples of a WAV file (RIFF, format 1); null for any other or malformed file. */
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
      // Streaming writers may not know the length in advance.
      const held = Math.min(length, bytes.length - start)
      return { ...described, start, length: held - (held % (2 * described.channels)) }
    }
    // RIFF chunks are aligned to even offsets.
    at = start + length + (length % 2)
  }
  return null
}

/** Sample rate of the model. */
export const modelSampleRate = 16_000

/** Decodes a WAV file to the model's input: mono, 16,000 samples per second, -1 to 1. */
export function decodeWav(file: Uint8Array, { rate, channels, start, length }: WavFormat): Float32Array {
  const bytes = new DataView(file.buffer, file.byteOffset + start, length)
  const mono = new Float32Array(length / 2 / channels)
  for (let at = 0; at < mono.length; at++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++)
      sum += bytes.getInt16((at * channels + channel) * 2, true)
    mono[at] = sum / channels / 32_768
  }
  return rate === modelSampleRate ? mono : resampled(mono, rate)
}

/** Each output sample is the mean of the input samples it covers, which also acts as a low-pass filter. */
function resampled(samples: Float32Array, rate: number): Float32Array {
  const stretch = rate / modelSampleRate
  const sums = new Float64Array(samples.length + 1)
  for (let at = 0; at < samples.length; at++) sums[at + 1] = (sums[at] ?? 0) + (samples[at] ?? 0)
  const sumUpTo = (position: number) => {
    const whole = Math.min(Math.floor(position), samples.length)
    return (sums[whole] ?? 0) + (position - whole) * (samples[whole] ?? 0)
  }
  return Float32Array.from(
    { length: Math.floor(samples.length / stretch) },
    (_, at) => (sumUpTo((at + 1) * stretch) - sumUpTo(at * stretch)) / stretch,
  )
}
