import { readPacked } from '../models/packed.ts'
import { hiragana } from './japanese.ts'
import type { Repair } from './repaired-words.ts'

/** How often runs of one, two and three signs occur in the training texts, by their length. */
interface Runs {
  counts: readonly ReadonlyMap<string, number>[]
  /** The kana that occur between two signs. */
  between: ReadonlyMap<string, readonly string[]>
  total: number
}

const longest = 3
const file = new URL('../models/kana.bin', import.meta.url)
let runs: Runs | null = null

const isKana = (sign: string | undefined) => sign !== undefined && /^[\u3041-\u3096ー]$/.test(sign)

/** Reads runs of three signs, a line “run count” each, from which the shorter ones follow. */
function loadRuns(): Runs {
  if (runs) return runs
  const counts = Array.from({ length: longest }, () => new Map<string, number>())
  const between = new Map<string, string[]>()
  let total = 0
  for (const line of readPacked(file).toString().trimEnd().split('\n')) {
    const run = line.slice(0, longest)
    const count = Number(line.slice(longest + 1))
    for (const [at, known] of counts.entries()) {
      const part = run.slice(0, at + 1)
      known.set(part, (known.get(part) ?? 0) + count)
    }
    total += count
    const [first, middle, last] = run as unknown as [string, string, string]
    if (isKana(middle)) between.set(first + last, [...(between.get(first + last) ?? []), middle])
  }
  runs = { counts, between, total }
  return runs
}

/** What a shorter run counts for where a longer one was never met (stupid backoff: Brants et al., 2007). */
const backoff = Math.log(0.4)

/** How likely a sign is behind those before it, as a logarithm. */
function likelihood({ counts, total }: Runs, text: string, at: number): number {
  let sum = 0
  for (let length = Math.min(longest, at + 1); length >= 2; length--) {
    const run = text.slice(at + 1 - length, at + 1)
    const count = counts[length - 1]?.get(run)
    if (count) return sum + Math.log(count / (counts[length - 2]?.get(run.slice(0, -1)) ?? count))
    sum += backoff
  }
  return sum + Math.log(((counts[0]?.get(text[at] as string) ?? 0) + 0.5) / total)
}

/** How much likelier a sentence must be when repaired, as a logarithm: chosen on open sets, see the model card. */
const leastGain = 6
/** What a usual sign of a sentence costs, so that shorter sentences do not seem likelier. */
const usual = 4
/** How unlikely each kind of error is, relative to two kana swapped. */
const penalties = { swapped: 0, doubled: -1, missing: 0, more: 2, other: 3 } as const

/** The single error of kana that makes a sentence most likely when it is repaired. */
function repairIn(sentence: string): Repair | null {
  const known = loadRuns()
  const text = `^${hiragana(sentence)}$$`
  const likelihoods = Array.from(text, (_, at) => (at === 0 ? 0 : likelihood(known, text, at)))
  const isMet = Array.from(text, (_, at) => known.counts[longest - 1]?.has(text.slice(at, at + longest)))
  let best: Repair | null = null
  let bestGain: number = leastGain
  const consider = (start: number, end: number, instead: string, penalty: number) => {
    const changed = text.slice(0, start) + instead + text.slice(end)
    let gain = (instead.length - (end - start)) * usual - penalty
    for (let at = start; at < Math.min(text.length, end + longest - 1); at++)
      gain -= likelihoods[at] as number
    const until = Math.min(changed.length, start + instead.length + longest - 1)
    for (let at = start; at < until; at++) gain += likelihood(known, changed, at)
    if (gain <= bestGain) return
    best = { start: start - 1, end: end - 1, instead }
    bestGain = gain
  }
  for (let at = 1; at < text.length - 2; at++) {
    // Only where a run was never met can there be an error.
    if (isMet[at - 1] && isMet[at] && (at < 2 || isMet[at - 2])) continue
    const [last = '', sign = '', next = ''] = [text[at - 1], text[at], text[at + 1]]
    if (isKana(sign) || isKana(last))
      for (const kana of known.between.get(last + sign) ?? []) consider(at, at, kana, penalties.missing)
    if (!isKana(sign)) continue
    if (isKana(next) && sign !== next) consider(at, at + 2, next + sign, penalties.swapped)
    consider(at, at + 1, '', sign === next ? penalties.doubled : penalties.more)
    for (const kana of known.between.get(last + next) ?? [])
      if (kana !== sign) consider(at, at + 1, kana, penalties.other)
  }
  return best
}

const sentences = /[^。！？!?\n]+[。！？!?\n]*/gu
const japanese = /[\u3040-\u30FF]/
/** Longer sentences are no speech, and would take too long. */
const longestSentence = 120

/** What is misspelt in kana, at most one error a sentence, as it was probably meant. */
export function repairedKana(text: string): Repair[] {
  return Array.from(text.matchAll(sentences)).flatMap(({ index, 0: sentence }) => {
    if (!japanese.test(sentence) || sentence.length > longestSentence) return []
    const repair = repairIn(sentence)
    return repair ? [{ ...repair, start: index + repair.start, end: index + repair.end }] : []
  })
}
