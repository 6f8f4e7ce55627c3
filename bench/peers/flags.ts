import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callNames, columns } from './calls.ts'
import { judgedFrom } from './goals.ts'

const sizes = { rows: 100_000, logs: 1_000_000, seconds: 2, turns: 3, clients: 32 }
const shortSizes: typeof sizes = { ...sizes, rows: 3_000, logs: 20_000, seconds: 1, turns: 1 }

export type Flags = ReturnType<typeof readFlags>

export function readFlags(args: readonly string[]) {
  const numbers = Object.fromEntries(Object.keys(sizes).map(name => [name, { type: 'string' } as const]))
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...numbers,
      calls: { type: 'string' },
      columns: { type: 'string' },
      data: { type: 'string' },
      profile: { type: 'string' },
      status: { type: 'string', default: 'faulty' },
      short: { type: 'boolean', default: false },
    },
  })
  const given: Record<string, string | boolean | undefined> = values
  const numberOf = (name: keyof typeof sizes) =>
    Number(given[name] ?? (values.short ? shortSizes : sizes)[name])
  const [rows, logs] = [numberOf('rows'), numberOf('logs')]
  const chosen: readonly string[] = values.columns?.split(',') ?? (values.short ? ['ours', 'bare'] : columns)
  return {
    rows,
    logs,
    seconds: numberOf('seconds'),
    turns: numberOf('turns'),
    clients: numberOf('clients'),
    calls: callNames.filter(name => !values.calls || values.calls.split(',').includes(name)),
    columns: columns.filter(column => chosen.includes(column)),
    data: values.data && resolve(values.data),
    profile: values.profile && resolve(values.profile),
    /** By which devices are filtered: few of them are faulty, most online. */
    status: values.status,
    judged: rows >= judgedFrom.rows && logs >= judgedFrom.logs,
  }
}
