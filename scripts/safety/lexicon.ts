import { join } from 'node:path'
import { readTsv } from './tsv.ts'

/** The constructs that state intent; the others are risk factors, such as loneliness, that many texts name. */
const statingIntent = ['Passive suicidal ideation', 'Active suicidal ideation & suicidal planning']

const escaped = (token: string) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The tokens of the Suicide Risk Lexicon (Low et al., 2024; Apache 2.0) that state intent, as one pattern. */
export function readLexicon(data: string): RegExp {
  const tokens = readTsv(join(data, 'suicide-risk-lexicon', 'lexicon.tsv'))
    .filter(({ construct = '' }) => statingIntent.includes(construct))
    .flatMap(row => (row['tokens (separated by ; )'] ?? '').split(';'))
    .map(token => token.trim().toLowerCase())
    .filter(Boolean)
  return new RegExp(`(?<!\\w)(?:${tokens.map(escaped).join('|')})(?!\\w)`, 'g')
}

/** How many tokens of the lexicon an English text contains. */
export const byLexicon = (text: string, lexicon: RegExp): number =>
  [...text.toLowerCase().matchAll(lexicon)].length
