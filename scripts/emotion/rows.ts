import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Emotion } from '#contract/conversations/judgement.ts'

/**
 * How GoEmotions' 28 labels become our seven. What has no counterpart among them (desire, realization, surprise) names
 * none: a comment with nothing else is left out.
 */
export const fold: Readonly<Record<string, Emotion | null>> = {
  admiration: 'happy',
  amusement: 'happy',
  approval: 'happy',
  caring: 'happy',
  gratitude: 'happy',
  joy: 'happy',
  love: 'happy',
  optimism: 'happy',
  pride: 'happy',
  relief: 'happy',
  disappointment: 'sad',
  grief: 'sad',
  remorse: 'sad',
  sadness: 'sad',
  fear: 'anxious',
  nervousness: 'anxious',
  embarrassment: 'anxious',
  anger: 'angry',
  annoyance: 'angry',
  disapproval: 'angry',
  disgust: 'angry',
  confusion: 'confused',
  excitement: 'excited',
  curiosity: 'neutral',
  neutral: 'neutral',
  desire: null,
  realization: null,
  surprise: 'excited',
}

export interface Row {
  text: string
  emotion: Emotion
  /** Whether it is the one emotion of the comment: what was felt in two ways at once has no one right answer. */
  alone: boolean
}

/** Whether a comment belongs to the tenth that is only tested on; its id alone decides. */
const isHeldOut = (id: string) => createHash('sha256').update(id).digest().readUInt32BE(0) % 10 === 0

interface Comment {
  text: string
  labels: string[]
  isHeldOut: boolean
}

function readComments(folder: string): Comment[] {
  const names = readFileSync(join(folder, 'labels.txt'), 'utf8').trim().split('\n')
  return readFileSync(join(folder, 'train.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map(line => {
      const [text = '', ids = '', id = ''] = line.split('\t')
      const labels = ids.split(',').map(label => names[Number(label)]?.trim() ?? '')
      return { text, labels, isHeldOut: isHeldOut(id.trim()) }
    })
}

/** The comments that all raters labelled neutral. */
export const readNeutral = (folder: string): Comment[] =>
  readComments(folder).filter(({ labels }) => labels.every(label => label === 'neutral'))

/**
 * GoEmotions' training file (Demszky et al., ACL 2020; CC BY 4.0) in our emotions.
 * @param folder holds `train.tsv` (text, label ids by comma, comment id) and `labels.txt` (names in the order of ids).
 */
export function readRows(folder: string): Record<'train' | 'test', Row[]> {
  const parts: Record<'train' | 'test', Row[]> = { train: [], test: [] }
  for (const { text, labels, isHeldOut } of readComments(folder)) {
    const felt = new Set(labels.map(label => fold[label]))
    felt.delete(null)
    const part = isHeldOut ? 'test' : 'train'
    // Something to learn from, but nothing to judge by.
    if (felt.size > 1 && part !== 'train') continue
    for (const emotion of felt) if (emotion) parts[part].push({ text, emotion, alone: felt.size === 1 })
  }
  return parts
}
