import { z } from 'zod'
import { AsOf } from './as-of.ts'
import { fieldKind, unwrapSchema } from './fields.ts'
import { type Language, languages } from './language.ts'
import { type Where, whereOf } from './where.ts'

/** Maximum page size. */
export const maxPageSize = 200
/** Default page size. */
export const defaultPageSize = 25

/** Export formats: `xlsx` for spreadsheets, `csv` for spreadsheets and programs, `json` for programs. */
export const formats = ['csv', 'xlsx', 'json'] as const
export type Format = (typeof formats)[number]

/** Capabilities of a list, shared by the server's queries and the console's table. */
export interface Listing<
  Field extends string = string,
  Filter extends Field = Field,
  Sort extends Field = Field,
  Also extends string = string,
> {
  /** Key of the rows in the reply. */
  rows: string
  schema: z.ZodObject
  filter: readonly Filter[]
  sort: readonly Sort[]
  /** Fields searched by `q`. */
  search: readonly Field[]
  /** Additional filter parameters that are not fields of the rows, each with its value schema. */
  also?: { readonly [name in Also]: z.ZodType }
  /** Allows `removed=true`, which lists removed rows for callers who may remove and restore them. */
  removed?: true
  /** Allows `as_of`, which lists the rows as they were at an instant. */
  asOf?: true
  /** Set if rows appear and disappear over time without a write, so changes cannot be pushed. */
  isVolatile?: true
  /** Set for append-only rows: the timestamp that orders them. Pages are addressed by cursor. */
  keyset?: Field
}

const arrayOf = <S extends z.ZodType>(value: S) =>
  z.preprocess(
    input => (input === undefined || Array.isArray(input) ? input : [input]),
    z.array(value).max(maxPageSize),
  )

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * Resolves a relative instant such as `-2h`, rounded down to the minute so that totals of equal queries can be
 * cached.
 */
function resolveRelative(text: unknown): unknown {
  const [, amount, unit] = (typeof text === 'string' && /^-([0-9]{1,4})([mhd])$/.exec(text)) || []
  if (!amount || !unit) return text
  const ms = Number(amount) * unitMs[unit as keyof typeof unitMs]
  return new Date(Math.floor((Date.now() - ms) / unitMs.m) * unitMs.m).toISOString()
}

const relativeHint = 'Also a span before now, such as -30m, -2h or -7d, resolved when the query is read'

/** Filter parameters of a field, with simple-rest's suffixes `_ne`, `_gte`, `_lte` and `_like`, and `_null`. */
function filtersOf(name: string, schema: z.ZodType): Record<string, z.ZodType> {
  const inner = unwrapSchema(schema)
  const absent: Record<string, z.ZodType> = schema.isNullable() ? { [`${name}_null`]: z.stringbool() } : {}
  switch (fieldKind(schema)) {
    case 'number': {
      const value = (inner as z.ZodNumber).isInt ? z.coerce.number().int() : z.coerce.number()
      return {
        [name]: arrayOf(value),
        [`${name}_ne`]: arrayOf(value),
        [`${name}_gte`]: value,
        [`${name}_lte`]: value,
        ...absent,
      }
    }
    case 'instant': {
      const value = z.preprocess(resolveRelative, inner).meta({ description: relativeHint })
      return { [`${name}_gte`]: value, [`${name}_lte`]: value, ...absent }
    }
    case 'day': {
      const day = (text: unknown) => {
        const resolved = resolveRelative(text)
        return resolved === text ? text : String(resolved).slice(0, 10)
      }
      const value = z.preprocess(day, inner).meta({ description: relativeHint })
      return { [`${name}_gte`]: value, [`${name}_lte`]: value, ...absent }
    }
    case 'boolean':
      return { [name]: z.stringbool(), ...absent }
    case 'enum':
    case 'id':
      return { [name]: arrayOf(inner), [`${name}_ne`]: arrayOf(inner), ...absent }
    default:
      return {
        [name]: arrayOf(z.string()),
        [`${name}_ne`]: arrayOf(z.string()),
        [`${name}_like`]: z.string().max(200),
        ...absent,
      }
  }
}

/** The parameters that select rows: filters, search and ids. */
export function selectionOf({ schema, ...can }: Omit<Listing, 'rows'>): Record<string, z.ZodType> {
  const filters = Object.assign(
    {},
    ...can.filter.map(name => filtersOf(name, schema.shape[name] as z.ZodType)),
  )
  const also = Object.entries<z.ZodType>(can.also ?? {}).map(([name, schema]) => [
    name,
    arrayOf(schema).optional(),
  ])
  return {
    ...(z.strictObject(filters).partial().shape as Record<string, z.ZodType>),
    ...(Object.fromEntries(also) as Record<string, z.ZodType>),
    ...(can.removed && { removed: z.stringbool().optional() }),
    _where: whereOf(filters).optional(),
    id: arrayOf(z.string()).optional(),
    q: z.string().max(200).optional(),
  }
}

function queryOf(schema: z.ZodObject, can: Omit<Listing, 'rows' | 'schema'>): z.ZodType {
  const sortable: readonly string[] = [...can.sort, 'id']
  const sorts = z.string().refine(text => text.split(',').every(name => sortable.includes(name)), {
    message: `Sortable fields are ${can.sort.join(', ')}`,
  })
  return z
    .strictObject({
      ...selectionOf({ schema, ...can }),
      ...(can.asOf && { as_of: AsOf }),
      limit: z.coerce.number().int().min(1).max(maxPageSize).optional(),
      _start: z.coerce.number().int().min(0).optional(),
      _end: z.coerce.number().int().min(0).optional(),
      _sort: sorts.optional(),
      _order: z
        .string()
        .regex(/^(asc|desc)(,(asc|desc))*$/i, 'asc or desc')
        .optional(),
      _after: z.string().max(200).optional(),
      _format: z.enum(formats).optional(),
      _columns: z.string().max(2000).optional(),
      _language: z.enum(languages).optional(),
    })
    .refine(
      ({ _start = 0, limit = defaultPageSize, _end = _start + limit }) =>
        _end >= _start && _end - _start <= maxPageSize,
      {
        path: ['_end'],
        message: `A page can have up to ${maxPageSize} rows`,
      },
    )
}

/**
 * Query and reply of a list endpoint, following the conventions of simple-rest: `_start` and `_end` (or `limit`)
 * page, `_sort` and `_order` sort (several, comma-separated), a field name filters, `q` searches. The total is in
 * the body and in `x-total-count`. `_where` combines filters in groups of AND and OR.
 *
 * `_format` streams the whole filtered and sorted set as a file; `_columns` selects its columns (comma-separated).
 * With `_language`, headings, options and references are written as display names in that language instead of
 * machine names and ids.
 *
 * Append-only rows are paged by `_after`, the `next` of the previous page. Their total is exact up to a bound, and
 * an estimate beyond it (`total_is_estimate`).
 */
export function listing<
  const Rows extends string,
  Shape extends z.ZodRawShape,
  const Filter extends keyof Shape & string,
  const Sort extends keyof Shape & string,
  const Also extends string = never,
>(
  rows: Rows,
  schema: z.ZodObject<Shape>,
  can: Omit<Listing<keyof Shape & string, Filter, Sort, Also>, 'rows' | 'schema'>,
) {
  const keyed = can.keyset ? { next: z.string().nullable(), total_is_estimate: z.boolean() } : {}
  const reply = z.object({ [rows]: z.array(schema), total: z.int().min(0), ...keyed } as unknown as {
    [key in Rows]: z.ZodArray<z.ZodObject<Shape>>
  } & {
    total: z.ZodInt
    next: z.ZodOptional<z.ZodNullable<z.ZodString>>
    total_is_estimate: z.ZodOptional<z.ZodBoolean>
  })
  return {
    // Only the server validates it, and building it takes a tenth of a list's time in the browser.
    query: z.lazy(() => queryOf(schema, can)) as unknown as z.ZodType<ListQuery, ListInput<Filter, Also>>,
    reply,
    listing: { rows, schema, ...can },
  }
}

type Value = string | number | boolean
type Operators = '' | '_ne' | '_gte' | '_lte' | '_like' | '_null'

/** Parameters for search, order, paging and format. */
interface ListParams {
  removed?: boolean
  as_of?: string
  q?: string
  limit?: number
  _start?: number
  _end?: number
  _sort?: string
  _order?: string
  _after?: string
  _format?: Format
  _columns?: string
  _language?: Language
}

/** Query of a list as sent by a caller: {@link ListParams}, and each filter field by its operators. */
export type ListInput<Filter extends string = string, Also extends string = never> = ListParams & {
  id?: string | readonly string[]
  _where?: string
} & { [filter in `${Filter}${Operators}` | Also]?: Value | readonly Value[] }

/** A list's query after validation. */
export interface ListQuery extends ListParams {
  id?: string[]
  _where?: Where
  [filter: string]: unknown
}
