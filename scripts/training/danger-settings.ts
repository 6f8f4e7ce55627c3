import { createHash } from 'node:crypto'
import { dangerFeatures } from '#server/modules/conversations/safety-watch/models/danger-features.ts'
import { readCorpus } from './corpus.ts'
import { everyday } from './everyday.ts'
import { readFrames } from './frames.ts'
import { readSayings, readSmallTalk, readSpokenDangers } from './grammars.ts'

/** How the model of dangers is trained. */
export const dangerSettings = {
  /** How many models are trained, of which the mean is taken. */
  members: 6,
  epochs: 6,
  /** Epochs of the first model, which chooses the background. */
  firstEpochs: 2,
  /** The probability of a danger from which a comment or tweet is left out. */
  leftOutFrom: 0.5,
  /** From which probability of a danger a harmless example, and below which a danger, counts for more, and how much. */
  hardHarmlessFrom: 0.2,
  hardDangerBelow: 0.4,
  hardWorth: 2,
  rate: 0.15,
  decay: 1e-3,
  biasRate: 0.1,
  areBiasesAveraged: true,
  seed: 20_261_122,
  /** What each kind of example counts for. */
  worths: {
    turn: 1.5,
    noisy: 0.7,
    surrounded: 0.5,
    part: 0.5,
    background: 0.55,
    everyday: 1,
    frame: 0.8,
    framePart: 0.3,
    talk: 0.9,
    talkPart: 0.35,
    danger: 0.5,
    dangerNoisy: 0.25,
    dangerSurrounded: 0.25,
  },
} as const

/** Every how many turns of the corpus have their features in the fingerprint. */
const step = 25

/**
 * A fingerprint (SHA-256, hexadecimal) of what the model of dangers is made from in this repository: settings, sentences,
 * and the features of some of them. While it is that of the model's training, training again gives the same model.
 */
export function dangerInputs(): string {
  const hash = createHash('sha256')
  const turns = readCorpus()
  hash.update(
    JSON.stringify([
      dangerSettings,
      turns,
      readFrames(),
      readSmallTalk(),
      readSpokenDangers(),
      readSayings(),
      everyday,
    ]),
  )
  for (const [at, { text, language }] of turns.entries())
    if (at % step === 0) hash.update(JSON.stringify(dangerFeatures(text, language)))
  return hash.digest('hex')
}
