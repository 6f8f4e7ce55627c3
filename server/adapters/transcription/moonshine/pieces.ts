import { modelSampleRate } from './wav.ts'

/** Samples per 20 ms frame. All lengths below are in frames. */
const frameSamples = 0.02 * modelSampleRate
const framesPerSecond = 50
/** The model was trained on up to 30 s, but its run time grows faster than linearly. */
const longest = 20 * framesPerSecond
/** A cut is made at the quietest frame between this and the maximum length. */
const shortest = 8 * framesPerSecond
/** Longer pauses end a segment. */
const longestPause = 1 * framesPerSecond
/** Padding around speech, for sounds that start and end softly. */
const margin = 0.1 * framesPerSecond
/** Shorter sounds are clicks. */
const shortestSound = 3

/** Root mean square (0 to 1) below which a frame is silence. */
const audible = 0.004
/** Frames below this share of the loudest 100 ms are background noise. */
const soft = 0.08
const tenth = 5

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Root mean square of each frame. */
const loudnessOf = (samples: Float32Array) =>
  Float32Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, at) =>
    Math.sqrt(
      mean(samples.subarray(at * frameSamples, (at + 1) * frameSamples).map(sample => sample * sample)),
    ),
  )

/** Index of the quietest range of a given length. */
function quietest(loudness: Float32Array, length: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at + length <= loudness.length; at++) {
    const loud = mean(loudness.subarray(at, at + length))
    if (loud >= least) continue
    least = loud
    best = at
  }
  return best
}

/** Half-open range of frames. */
type FrameRange = readonly [from: number, to: number]

/** Splits a range at its quietest frames until no part is too long. */
function cut(loudness: Float32Array, [from, to]: FrameRange): FrameRange[] {
  if (to - from <= longest) return [[from, to]]
  const pause = quietest(loudness.subarray(from + shortest, from + longest), 2 * tenth)
  const start = from + shortest + pause + tenth
  return [[from, start], ...cut(loudness, [start, to])]
}

/** Ranges that contain speech. */
function findSpeech(loudness: Float32Array): FrameRange[] {
  const loudest = loudness.reduce(
    (maximum, _, at) => Math.max(maximum, mean(loudness.subarray(at, at + tenth))),
    0,
  )
  const threshold = Math.max(audible, soft * loudest)
  const heard = [...loudness.keys()].filter(at => (loudness[at] ?? 0) > threshold)
  const stretches: [from: number, to: number][] = []
  for (const at of heard) {
    const last = stretches.at(-1)
    if (last && at - last[1] < longestPause) last[1] = at + 1
    else stretches.push([at, at + 1])
  }
  return stretches
    .flatMap(stretch => cut(loudness, stretch))
    .map(([from, to]) => heard.filter(at => at >= from && at < to))
    .filter(({ length }) => length >= shortestSound)
    .map(looks => [
      Math.max(0, Math.min(...looks) - margin),
      Math.min(loudness.length, Math.max(...looks) + 1 + margin),
    ])
}

/**
 * Splits a recording (16,000 samples per second) at its pauses into segments for the model. Silence is removed: the model
 * returns nothing for a segment that starts with half a second of it.
 */
export const splitRecording = (samples: Float32Array): Float32Array[] =>
  findSpeech(loudnessOf(samples)).map(([from, to]) =>
    samples.subarray(from * frameSamples, to * frameSamples),
  )
