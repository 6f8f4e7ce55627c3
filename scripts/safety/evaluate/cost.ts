import type { Goal } from '../goals.ts'
import { readHeldOut } from '../held-out.ts'
import { judge, modelFiles } from '../judge.ts'
import { languages } from '../languages.ts'
import { printTable } from '../print.ts'
import { percentile } from '../statistics.ts'

const rounds = 5

/** Milliseconds that a turn takes: the median of its rounds, which a busy machine disturbs less than a single try. */
function timeOf(text: string, language: (typeof languages)[number]): number {
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now()
    judge(text, language)
    return performance.now() - from
  })
  return percentile(times, 0.5)
}

/** How long judging takes, and how large the trained files are. */
export function evaluateCost(): Goal[] {
  const times = languages.map(language => ({
    language,
    times: readHeldOut(language).map(({ text }) => timeOf(text, language)),
  }))
  const all = times.flatMap(({ times }) => times)
  printTable(
    'Milliseconds to judge a turn',
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
