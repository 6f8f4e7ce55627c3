import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Side, sides } from './judge.ts'
import type { Language } from './languages.ts'
import { isHeldAside } from './split.ts'

export interface Tweet {
  text: string
  side: Side
}

/**
 * XLM-T's tweets in one language (Barbieri et al., LREC 2022; Apache 2.0), those to train on apart from those to test on.
 * @param folder holds `<language>.train.tsv`: label (0 negative, 1 neutral, 2 positive) and text.
 * @returns null for a language that XLM-T lacks.
 */
export function readTweets(folder: string, language: Language): Record<'train' | 'test', Tweet[]> | null {
  const file = join(folder, `${language}.train.tsv`)
  if (!existsSync(file)) return null
  const parts: Record<'train' | 'test', Tweet[]> = { train: [], test: [] }
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [label = '', text = ''] = line.split('\t')
    const side = sides[Number(label)]
    if (!side) throw new Error(`${file} has a row with the label ${label}`)
    parts[isHeldAside(text) ? 'test' : 'train'].push({ text, side })
  }
  return parts
}
