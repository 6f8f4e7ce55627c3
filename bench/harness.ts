import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

type Cell = string | number
export type Measured = Record<string, Cell>

/** One benchmark: `run` measures and returns the rows of its table. */
export interface Benchmark {
  name: string
  /** One line: what it measures, and the baseline. */
  about: string
  run(options: { log: (line: string) => void; flags: readonly string[] }): Promise<Measured[]>
}

export const benchmark = (definition: Benchmark): Benchmark => definition

/** Nearest-rank percentile. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Milliseconds with three significant digits. */
export const ms = (value: number) => Number(value.toPrecision(3))

/** Resident memory of a process in MB. */
export const memoryOf = (pid: number) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1_000

export interface Load {
  /** Latency of each answer in milliseconds. */
  samples: number[]
  perSecond: number
}

interface Pressure {
  clients: number
  seconds: number
  /** Warm-up in seconds; a fifth of the duration by default. */
  warmUp?: number
}

/**
 * Calls `work` from concurrent clients, each waiting for its answer, for a duration after a warm-up. Work that takes
 * longer than both is measured once.
 */
export async function load(
  work: () => Promise<unknown>,
  { clients, seconds, warmUp = seconds / 5 }: Pressure,
): Promise<Load> {
  const samples: number[] = []
  const start = performance.now()
  const warm = start + warmUp * 1000
  const end = warm + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let now = performance.now(); now < end; ) {
        await work()
        const then = now
        now = performance.now()
        if (then >= warm || (now >= end && samples.length === 0)) samples.push(now - then)
      }
    }),
  )
  return { samples, perSecond: samples.length / seconds }
}

function tableOf(rows: readonly Measured[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cells = [columns, ...rows.map(row => columns.map(name => String(row[name] ?? '')))]
  const widths = columns.map((_, index) => Math.max(...cells.map(line => line[index]?.length ?? 0)))
  const numeric = columns.map(name => rows.every(row => typeof row[name] === 'number'))
  const line = (values: readonly string[]) =>
    values
      .map((value, index) =>
        numeric[index] ? value.padStart(widths[index] ?? 0) : value.padEnd(widths[index] ?? 0),
      )
      .join('  ')
  return cells.map(line).join('\n')
}

/** Runs a benchmark, prints its table, and writes it as JSON to `bench/results/`. */
export async function measure(bench: Benchmark, flags: readonly string[] = []): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`\n# ${bench.name}: ${bench.about}`)
  const rows = await bench.run({ log: print, flags })
  print(tableOf(rows))
  const results = new URL('./results/', import.meta.url)
  await mkdir(results, { recursive: true })
  const machine = { cores: cpus().length, memory_gb: Math.round(totalmem() / 2 ** 30), node: process.version }
  await writeFile(
    new URL(`${bench.name}.json`, results),
    `${JSON.stringify({ name: bench.name, about: bench.about, at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
  )
}
