import type { File } from '#server/kit/handlers.ts'
import type { TrainingExample } from './queries.ts'

const columns = [
  'text',
  'language',
  'category',
  'risk_score',
  'reason',
  'right',
  'wrong',
  'unsure',
  'missed',
] as const satisfies (keyof TrainingExample)[]

async function* lines(all: Iterable<string>): AsyncGenerator<string> {
  for (const line of all) yield `${line}\n`
}

/** One JSON object a line. */
export const toJsonLines = (examples: readonly TrainingExample[]): File => ({
  name: 'turn-reviews.jsonl',
  type: 'application/x-ndjson; charset=utf-8',
  content: lines(examples.map(example => JSON.stringify(example))),
})

/** A header and one line an example; tabs and line breaks in texts become spaces. */
export const toTsv = (examples: readonly TrainingExample[]): File => ({
  name: 'turn-reviews.tsv',
  type: 'text/tab-separated-values; charset=utf-8',
  content: lines([
    columns.join('\t'),
    ...examples.map(example =>
      columns.map(name => String(example[name] ?? '').replace(/[\t\r\n]+/g, ' ')).join('\t'),
    ),
  ]),
})
