import { z } from 'zod'
import { fieldKind, unwrapSchema } from './fields.ts'
import { type Language, languages } from './language.ts'
import { type Where, whereOf } from './where.ts'

/** Rows a page may hold at most. */
export const maxPageSize = 200
/** Rows of a page when the caller does not say. */
export const defaultPageSize = 25

/** What a list can be exported as: `xlsx` for spreadsheets, `csv` for them and for programs, `json` for programs. */
export const formats = ['csv', 'xlsx', 'json'] as const
export type Format = (typeof formats)[number]

/** What a resource's list can do: stated once, read by the server's queries and by the console's table. */
export interface Listing<
  Field extends string = string,
  Filter extends Field = Field,
  Sort extends Field = Field,
  Also extends string = string,
> {
  /** The key of the reply that holds the rows. */
  rows: string
  schema: z.ZodObject
  filter: readonly Filter[]
  sort: readonly Sort[]
  /** The fields that `q` looks into. */
  search: readonly Field[]
  /** Further parameters, each with the schema of a value: what a list is filtered by that is no field of its rows. */
  also?: { readonly [name in Also]: z.ZodType }
  /** Set where `removed=true` lists the removed rows instead, to those who may remove and restore them. */
  removed?: true
  /** Set where rows come and go with time, without a write: their changes cannot be told live. */
  isVolatile?: true
  /** Set for append-only rows: the instant that orders them; pages are then asked for by cursor. */
  keyset?: Field
}

const many = <S extends z.ZodType>(value: S) =>
  z.preprocess(
    given => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).max(maxPageSize),
  )

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Replaces a relative instant such as `-2h`, rounded down to the minute so that totals of equal queries can be cached. */
function resolveRelative(text: unknown): unknown {
  const [, amount, unit] = (typeof text === 'string' && /^-([0-9]{1,4})([mhd])$/.exec(text)) || []
  if (!amount || !unit) return text
  const ms = Number(amount) * unitMs[unit as keyof typeof unitMs]
  return new Date(Math.floor((Date.now() - ms) / unitMs.m) * unitMs.m).toISOString()
}

const relativeHint = 'Also a span before now, such as -30m, -2h or -7d, resolved when the query is read'

/** The query parameters by which one field is filtered: simple-rest's `_ne`, `_gte`, `_lte`, `_like`. */
function filtersOf(name: string, schema: z.ZodType): Record<string, z.ZodType> {
  const inner = unwrapSchema(schema)
  switch (fieldKind(schema)) {
    case 'number': {
      const value = (inner as z.ZodNumber).isInt ? z.coerce.number().int() : z.coerce.number()
      return {
        [name]: many(value),
        [`${name}_ne`]: many(value),
        [`${name}_gte`]: value,
        [`${name}_lte`]: value,
      }
    }
    case 'instant': {
      const value = z.preprocess(resolveRelative, inner).meta({ description: relativeHint })
      return { [`${name}_gte`]: value, [`${name}_lte`]: value }
    }
    case 'day': {
      const day = (text: unknown) => {
        const resolved = resolveRelative(text)
        return resolved === text ? text : String(resolved).slice(0, 10)
      }
      const value = z.preprocess(day, inner).meta({ description: relativeHint })
      return { [`${name}_gte`]: value, [`${name}_lte`]: value }
    }
    case 'boolean':
      return { [name]: z.stringbool() }
    case 'enum':
    case 'id':
      return { [name]: many(inner), [`${name}_ne`]: many(inner) }
    default:
      return {
        [name]: many(z.string()),
        [`${name}_ne`]: many(z.string()),
        [`${name}_like`]: z.string().max(200),
      }
  }
}

/**
 * A list endpoint's query and reply, after the conventions of simple-rest: `_start` and `_end` page, or `limit` from the first row on, `_sort` and
 * `_order` sort (several, comma-separated), a field's own name filters, `q` searches. The total stands in the body
 * and in `x-total-count`. What the parameters cannot say, groups of them by AND and OR, `_where` says.
 *
 * `_format` streams the whole filtered, sorted set as a file instead of a page, `_columns` names its columns (comma-
 * separated). `_language` writes it for people: headings, choices and referenced records by their names in that
 * language instead of by machine names and ids.
 *
 * Append-only rows page by `_after`, the `next` of the page before; their total is exact up to a bound and an
 * estimate beyond, which `total_is_estimate` tells.
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
  const filters = Object.assign(
    {},
    ...can.filter.map(name => filtersOf(name, schema.shape[name] as z.ZodType)),
  )
  const also = Object.entries<z.ZodType>(can.also ?? {}).map(([name, schema]) => [
    name,
    many(schema).optional(),
  ])
  const sorts = z
    .string()
    .refine(text => text.split(',').every(name => (can.sort as readonly string[]).includes(name)), {
      message: `Sortable fields are ${can.sort.join(', ')}`,
    })
  const query = z
    .strictObject({
      ...(z.strictObject(filters).partial().shape as Record<string, z.ZodType>),
      ...(Object.fromEntries(also) as Record<string, z.ZodType>),
      ...(can.removed && { removed: z.stringbool().optional() }),
      _where: whereOf(filters).optional(),
      id: many(z.string()).optional(),
      q: z.string().max(200).optional(),
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
  const keyed = can.keyset ? { next: z.string().nullable(), total_is_estimate: z.boolean() } : {}
  const reply = z.object({ [rows]: z.array(schema), total: z.int().min(0), ...keyed } as unknown as {
    [key in Rows]: z.ZodArray<z.ZodObject<Shape>>
  } & {
    total: z.ZodInt
    next: z.ZodOptional<z.ZodNullable<z.ZodString>>
    total_is_estimate: z.ZodOptional<z.ZodBoolean>
  })
  return {
    query: query as unknown as z.ZodType<ListQuery, ListInput<Filter, Also>>,
    reply,
    listing: { rows, schema, ...can },
  }
}

type Value = string | number | boolean
type Operators = '' | '_ne' | '_gte' | '_lte' | '_like'

/** How rows are searched, ordered and paged, and in which format they come. */
interface Asking {
  removed?: boolean
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

/** What a caller may put into a list's query: {@link Asking}, and each filter field by its operators. */
export type ListInput<Filter extends string = string, Also extends string = never> = Asking & {
  id?: string | readonly string[]
  _where?: string
} & { [filter in `${Filter}${Operators}` | Also]?: Value | readonly Value[] }

/** A list's query after validation. */
export interface ListQuery extends Asking {
  id?: string[]
  _where?: Where
  [filter: string]: unknown
}
