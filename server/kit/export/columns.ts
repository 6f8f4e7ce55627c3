import type { z } from 'zod'
import { type FieldKind, fieldKind, fieldMeta } from '#contract/kit/fields.ts'
import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import { grant } from '#contract/kit/permissions.ts'
import type { Db } from '../../db/open.ts'
import type { AuthenticatedCall } from '../call.ts'
import { findResource } from '../resources.ts'
import { textFinder, translator } from '../texts.ts'

type Row = Record<string, unknown>

/** The columns of an export. */
export interface Columns {
  headings: string[]
  /** The kind of field of each column. */
  kinds: FieldKind[]
  cells(rows: readonly Row[], db: Db): Promise<unknown[][]>
}

const kindsOf = (schema: z.ZodObject, names: readonly string[]) =>
  names.map(name => fieldKind(schema.shape[name] as z.ZodType))

/** Columns for programs: machine names, ids, and the API's own values. */
export const machineColumns = (schema: z.ZodObject, names: readonly string[]): Columns => ({
  headings: [...names],
  kinds: kindsOf(schema, names),
  cells: async rows => rows.map(row => names.map(name => row[name])),
})

/** Columns for people: headings, choices and referenced records by their names in a language. */
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
    kinds: kindsOf(schema, names),
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

/** Cached names per resource. */
const maxNames = 10_000

/** Looks up the names of other resources' records, within the caller's scope. */
function recordNames(call: AuthenticatedCall) {
  const known = new Map<string, Map<string, string | null>>()

  async function lookUp(resource: string, ids: string[], db: Db): Promise<Map<string, string>> {
    const { endpoint, handler } = findResource(resource)?.list ?? {}
    const { role } = call.actor
    // API keys have no permission to list other resources.
    if (!endpoint?.listing || !handler || typeof endpoint.access === 'string' || role === 'api_key')
      return new Map()
    const granted = grant(role, endpoint.access)
    if (!granted) return new Map()
    const query = { id: ids, _end: ids.length }
    const reply = (await handler.page({ ...call, db, query, grant: granted } as never)) as Record<
      string,
      unknown
    >
    const rows = reply[endpoint.listing.rows] as { id: string; name?: string }[]
    return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
  }

  /** Returns a function from an id to its record's name, or to the id if the caller may not see the name. */
  return async (resource: string, ids: readonly unknown[], db: Db): Promise<(id: unknown) => unknown> => {
    const names = known.get(resource) ?? new Map<string, string | null>()
    if (names.size > maxNames) names.clear()
    known.set(resource, names)
    const missing = ids.filter((id): id is string => typeof id === 'string' && !names.has(id))
    if (missing.length > 0) {
      const unknown = [...new Set(missing)]
      const labels = await lookUp(resource, unknown, db)
      for (const id of unknown) names.set(id, labels.get(id) ?? null)
    }
    return id => names.get(id as string) ?? id
  }
}

/** Columns of rows as of an earlier time: when that was, and which fields the activity log does not have. */
export function pastColumns(
  { headings, kinds, cells }: Columns,
  resource: string,
  language: Language | undefined,
): Columns {
  const text = language && translator(language, 'kit')
  const labels = language && resourceLabels(textFinder(language), resource)
  const unknownIn = ({ unknown }: Row) => {
    const names = unknown as string[]
    return labels ? names.map(labels.field).join(', ') : names
  }
  return {
    headings: [
      ...headings,
      ...(text ? [text('past.asOf'), text('past.unknownHeading')] : ['as_of', 'unknown']),
    ],
    kinds: [...kinds, 'instant', 'text'],
    async cells(rows, db) {
      const written = await cells(rows, db)
      return written.map((values, index) => {
        const row = rows[index] as Row
        return [...values, row.as_of, unknownIn(row)]
      })
    },
  }
}
