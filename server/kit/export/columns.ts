import type { z } from 'zod'
import { fieldKind, fieldMeta } from '#contract/kit/fields.ts'
import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Db } from '../../db/open.ts'
import type { AuthenticatedCall } from '../call.ts'
import { textFinder } from '../texts.ts'
import { recordNames } from './names.ts'

type Row = Record<string, unknown>

/** The columns of an export: what heads them, and how rows become their cells. */
export interface Columns {
  headings: string[]
  cells(rows: readonly Row[], db: Db): Promise<unknown[][]>
}

/** Columns as programs want them: machine names, ids, the API's own values. */
export const machineColumns = (names: readonly string[]): Columns => ({
  headings: [...names],
  cells: async rows => rows.map(row => names.map(name => row[name])),
})

/** Columns as people want them: headings, choices and referenced records by their names in a language. */
export function labelledColumns(
  call: AuthenticatedCall,
  resource: string,
  schema: z.ZodObject,
  names: readonly string[],
  language: Language,
): Columns {
  const labels = resourceLabels(textFinder(language), resource)
  const named = recordNames(call)
  const chosen = (name: string, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(one => chosen(name, one)).join(', ')
      : value === null || value === undefined
        ? value
        : labels.option(name, String(value))

  const writers = names.map(name => {
    const field = schema.shape[name] as z.ZodType
    const { reference } = fieldMeta(field)
    const kind = fieldKind(field)
    return async (values: unknown[], db: Db): Promise<unknown[]> => {
      if (reference) return values.map(await named(reference, values, db))
      return kind === 'enum' || kind === 'boolean' ? values.map(value => chosen(name, value)) : values
    }
  })

  return {
    headings: names.map(labels.field),
    async cells(rows, db) {
      const columns: unknown[][] = []
      for (const [index, write] of writers.entries()) {
        const values = rows.map(row => row[names[index] as string])
        columns.push(await write(values, db))
      }
      return rows.map((_, row) => columns.map(values => values[row]))
    },
  }
}
