/**
 * `npm run bench` lists the benchmarks; `npm run bench -- NAME …` runs some, `-- all` runs all. Flags are passed to the
 * benchmark: `npm run bench -- lists --rows=20000`.
 */
import { readdir } from 'node:fs/promises'
import { UsageError } from './flags.ts'
import { type Benchmark, measure } from './harness.ts'

const folder = new URL('./', import.meta.url)
const own = new Set([
  'run.ts',
  'cpu.ts',
  'flags.ts',
  'harness.ts',
  'load-generator.ts',
  'free-ports.ts',
  'server.ts',
  'alarm-latency.ts',
])
const files = (await readdir(folder)).filter(file => file.endsWith('.ts') && !own.has(file)).sort()
const names = files.map(file => file.replace(/\.ts$/, ''))
const load = async (name: string): Promise<Benchmark> =>
  (await import(new URL(`${name}.ts`, folder).href)).default

const isUsageError = (error: unknown) =>
  error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

const args = process.argv.slice(2)
const flags = args.filter(word => word.startsWith('--'))
const asked = args.filter(word => !word.startsWith('--'))
if (asked.length === 0) {
  for (const name of names) process.stdout.write(`${name.padEnd(12)} ${(await load(name)).about}\n`)
} else {
  for (const name of asked.includes('all') ? names : asked) {
    try {
      if (!names.includes(name))
        throw new UsageError(`There is no benchmark ${name}; there are ${names.join(', ')}`)
      await measure(await load(name), flags)
    } catch (error) {
      if (!isUsageError(error)) throw error
      process.stderr.write(`${(error as Error).message}\n`)
      process.exit(2)
    }
  }
}
process.exit()
