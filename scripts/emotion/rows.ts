import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Emotion } from '#contract/emotions.ts'

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
  surprise: null,
}

export interface Row {
  text: string
  emotion: Emotion
}

/** Which part of the data a comment belongs to, decided by its id alone: a tenth to test, a tenth to choose by. */
function partOf(id: string): 'test' | 'choose' | 'train' {
  const tenth = createHash('sha256').update(id).digest().readUInt32BE(0) % 10
  return tenth === 0 ? 'test' : tenth === 1 ? 'choose' : 'train'
}

/**
 * GoEmotions' training file (Demszky et al., ACL 2020; CC BY 4.0) in our emotions.
 * @param folder holds `train.tsv` (text, label ids by comma, comment id) and `labels.txt` (names in the order of ids).
 */
export function readRows(folder: string): Record<'train' | 'choose' | 'test', Row[]> {
  const labels = readFileSync(join(folder, 'labels.txt'), 'utf8').trim().split('\n')
  const parts: Record<'train' | 'choose' | 'test', Row[]> = { train: [], choose: [], test: [] }
  for (const line of readFileSync(join(folder, 'train.tsv'), 'utf8').trim().split('\n')) {
    const [text = '', ids = '', id = ''] = line.split('\t')
    const felt = new Set(ids.split(',').map(label => fold[labels[Number(label)]?.trim() ?? '']))
    felt.delete(null)
    const part = partOf(id.trim())
    // What was felt in two ways at once has no one right answer, but something to learn from.
    if (felt.size > 1 && part !== 'train') continue
    for (const emotion of felt) if (emotion) parts[part].push({ text, emotion })
  }
  return parts
}
