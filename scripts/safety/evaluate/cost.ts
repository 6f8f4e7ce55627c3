import type { Goal } from '../goals.ts'
import { readHeldOut } from '../held-out.ts'
import { judge, modelFiles } from '../judge.ts'
import { type Language, languages } from '../languages.ts'
import { printTable } from '../print.ts'
import { percentile } from '../statistics.ts'

const rounds = 5
const sentencesOfLongTurn = 4

/**
 * Milliseconds that a turn takes: the median of its rounds, which a busy machine disturbs less than a single one. A
 * space more each round keeps a cache from answering.
 */
function timeOf(text: string, language: Language): number {
  const times = Array.from({ length: rounds }, (_, round) => {
    const turn = text + ' '.repeat(round + 1)
    const from = performance.now()
    judge(turn, language)
    return performance.now() - from
  })
  return percentile(times, 0.5)
}

/** Every held-out sentence, and long turns of several in a row. */
function turnsIn(language: Language): string[] {
  const sentences = readHeldOut(language).map(({ text }) => text)
  const long = sentences.map((_, at) => sentences.slice(at, at + sentencesOfLongTurn).join(' '))
  return [...sentences, ...long]
}

/** How long judging takes, and how large the trained files are. */
export function evaluateCost(): Goal[] {
  const times = languages.map(language => ({
    language,
    times: turnsIn(language).map(turn => timeOf(turn, language)),
  }))
  const all = times.flatMap(({ times }) => times)
  printTable(
    'Milliseconds to judge a turn of one or four sentences',
    ['', 'turns', 'p50', 'p99'],
    [...times, { language: 'all', times: all }].map(({ language, times }) => [
      language,
      String(times.length),
      percentile(times, 0.5).toFixed(2),
      percentile(times, 0.99).toFixed(2),
    ]),
  )
  const files = modelFiles()
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  printTable(
    'Model files',
    ['', 'MB'],
    [...files.map(({ path, bytes }) => [path, (bytes / 1e6).toFixed(2)]), ['all', megabytes.toFixed(2)]],
  )
  const p99 = percentile(all, 0.99)
  return [
    { name: 'judging a turn at p99 ≤ 5 ms', measured: `${p99.toFixed(2)} ms`, met: p99 <= 5 },
    { name: 'model files ≤ 10 MB', measured: `${megabytes.toFixed(2)} MB`, met: megabytes <= 10 },
  ]
}
