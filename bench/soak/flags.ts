import { parseArgs } from 'node:util'
import { numberOptions, readNumbers, UsageError } from '../flags.ts'
import { fewestIntervals } from './promises.ts'

const sizes = { minutes: 30, rate: 600, readers: 8, sockets: 100, every: 60, rows: 5_000, logs: 200_000 }
export type Sizes = Record<keyof typeof sizes, number>

/** @throws UsageError */
export function readSizes(args: readonly string[]): Sizes & { data: string | undefined } {
  const options = { ...numberOptions(sizes), data: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const asked = readNumbers(values, sizes)
  if (asked.minutes * 60 < asked.every * fewestIntervals)
    throw new UsageError(
      `--minutes needs at least ${fewestIntervals} intervals of --every=${asked.every} seconds`,
    )
  return { ...asked, data: values.data }
}
