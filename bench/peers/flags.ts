import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { numberOptions, readNumbers } from '../flags.ts'
import { callNames, columns } from './calls.ts'
import { judgedFrom } from './goals.ts'

const sizes = { rows: 100_000, logs: 1_000_000, seconds: 2, turns: 3, clients: 32 }
const shortSizes: typeof sizes = { ...sizes, rows: 3_000, logs: 20_000, seconds: 1, turns: 1 }

export type Flags = ReturnType<typeof readFlags>

export function readFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...numberOptions(sizes),
      calls: { type: 'string' },
      columns: { type: 'string' },
      data: { type: 'string' },
      profile: { type: 'string' },
      status: { type: 'string', default: 'faulty' },
      short: { type: 'boolean', default: false },
    },
  })
  const numbers = readNumbers(values, values.short ? shortSizes : sizes)
  const chosen: readonly string[] = values.columns?.split(',') ?? (values.short ? ['ours', 'bare'] : columns)
  return {
    ...numbers,
    calls: callNames.filter(name => !values.calls || values.calls.split(',').includes(name)),
    columns: columns.filter(column => chosen.includes(column)),
    data: values.data && resolve(values.data),
    profile: values.profile && resolve(values.profile),
    /** By which devices are filtered: few of them are faulty, most online. */
    status: values.status,
    judged: numbers.rows >= judgedFrom.rows && numbers.logs >= judgedFrom.logs,
  }
}
