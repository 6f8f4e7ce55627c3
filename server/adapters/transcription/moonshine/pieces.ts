import { heardRate } from './wav.ts'

/** A look at the loudness: 20 ms, in samples. What follows is counted in looks. */
const look = 0.02 * heardRate
const second = 50
/** The model was trained on up to half a minute; it is given less, because its time grows faster than the sound. */
const longest = 20 * second
/** What is cut off is cut between here and the longest, where it is quietest. */
const shortest = 8 * second
/** A pause within a sentence ends before this. */
const longestPause = 1 * second
/** What is kept before and behind what is heard, for sounds that begin and end softly. */
const margin = 0.1 * second
/** Whoever speaks is heard for longer than a click lasts. */
const shortestSound = 3

/** The loudness (root of the mean square, 1 at most) below which nobody speaks. */
const audible = 0.004
/** What is softer than this share of the loudest tenth of a second is not speech but the room. */
const soft = 0.08
const tenth = 5

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The loudness of each look. */
const loudnessOf = (samples: Float32Array) =>
  Float32Array.from({ length: Math.floor(samples.length / look) }, (_, at) =>
    Math.sqrt(mean(samples.subarray(at * look, (at + 1) * look).map(sample => sample * sample))),
  )

/** The place of the quietest stretch of a length. */
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

/** From and up to which look. */
type Stretch = readonly [from: number, to: number]

/** Cuts a stretch at its quietest places until none is too long. */
function cut(loudness: Float32Array, [from, to]: Stretch): Stretch[] {
  if (to - from <= longest) return [[from, to]]
  const pause = quietest(loudness.subarray(from + shortest, from + longest), 2 * tenth)
  const place = from + shortest + pause + tenth
  return [[from, place], ...cut(loudness, [place, to])]
}

/** Where somebody speaks. */
function spoken(loudness: Float32Array): Stretch[] {
  const loudest = loudness.reduce((most, _, at) => Math.max(most, mean(loudness.subarray(at, at + tenth))), 0)
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
 * Cuts a recording, 16,000 samples a second, into what the model hears at once. It is cut at its pauses, and silence is
 * left out: the model writes down nothing at all of a piece that begins with half a second of it.
 */
export const pieces = (samples: Float32Array): Float32Array[] =>
  spoken(loudnessOf(samples)).map(([from, to]) => samples.subarray(from * look, to * look))
