import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { type FieldMeta, fieldKind, fieldMeta, TimeZone } from './fields.ts'
import { defaultPageSize, type Listing, type ListQuery, maxPageSize, selectionOf } from './listing.ts'

/** Calendar periods by which instants and days are grouped. Weeks begin on Monday (ISO 8601). */
export const groupPeriods = ['day', 'week', 'month'] as const
export type GroupPeriod = (typeof groupPeriods)[number]

/** Maximum of `_cap`. */
export const maxGroupCap = 10_000

/** Maximum number of `_values`, and of values that are counted by themselves with a cap. */
export const maxGroupValues = 100

/** Whether the rows of a list can be grouped by a field: its groups must be among the list's filters. */
export const canGroupBy = ({ filter, schema }: Listing, name: string): boolean =>
  filter.includes(name) && fieldKind(schema.shape[name] as z.ZodType) !== 'number'

/** What says something about the values of a numeric field in a group; undefined where nothing does, as for ids. */
export function measureOf(field: z.ZodType): FieldMeta['measure'] {
  const { measure, unit } = fieldMeta(field)
  return measure ?? (unit && 'average')
}

const Measure = z.object({ sum: z.number().nullable(), average: z.number().nullable() })
const Range = z.object({ from: z.string().nullable(), to: z.string().nullable() })

/** Rows of a list with the same value of a field. */
export const RowGroup = z.object({
  /** The value as text, or the first day of the period; null for rows without a value. */
  value: z.string().nullable(),
  /** Number of rows. */
  count: z.int().min(0),
  /** True if `count` is a lower bound, because counting stopped at `_cap`. */
  is_minimum: z.boolean(),
  /** Sum and average of numeric fields; the sum is null where only the average means something. */
  measures: z.record(z.string(), Measure),
  /** The earliest and latest value of days and instants. */
  ranges: z.record(z.string(), Range),
})
export type RowGroup = z.output<typeof RowGroup>

export const RowGroups = z.object({
  groups: z.array(RowGroup),
  /** Number of groups. */
  total: z.int().min(0),
})
export type RowGroups = z.output<typeof RowGroups>

/** Query of {@link RowGroupsEndpoint} after validation. */
export interface RowGroupsQuery extends ListQuery {
  _by: string
  _period: GroupPeriod
  _zone: string
  _measures?: string[]
  _cap?: number
  _values?: string[]
}

/** The groups of a list's rows. The kit serves it through the list's own handler, so it has no handler. */
export interface RowGroupsEndpoint extends Endpoint<string, z.ZodType, z.ZodUndefined, typeof RowGroups> {
  kind: 'groups'
  source: Endpoint & { listing: Listing }
}

function queryOf(listing: Listing): z.ZodType {
  const fields = listing.filter.filter(name => canGroupBy(listing, name))
  const measured = Object.keys(listing.schema.shape)
  const names = (text: string) => text.split(',')
  return z
    .strictObject({
      ...selectionOf(listing),
      _by: z.enum(fields).meta({ description: 'The field whose values make the groups' }),
      _period: z.enum(groupPeriods).default('day').meta({ description: 'For instants and days' }),
      _zone: TimeZone.default('UTC').meta({ description: 'Time zone of the periods of instants' }),
      _measures: z
        .string()
        .max(2_000)
        .refine(text => names(text).every(name => measured.includes(name)), { message: 'Unknown field' })
        .transform(names)
        .optional()
        .meta({
          description: 'Fields to sum up, comma-separated; those that mean nothing as a sum are ignored',
        }),
      _cap: z.coerce.number().int().min(1).max(maxGroupCap).optional().meta({
        description: 'Counts stop here, which is fast in long lists; without it, every row is counted',
      }),
      _values: z
        .string()
        .max(4_000)
        .transform(names)
        .pipe(z.array(z.string()).max(maxGroupValues))
        .optional()
        .meta({
          description: 'Further values to count, comma-separated: with `_cap`, rare values are not found',
        }),
      _start: z.coerce.number().int().min(0).max(1_000_000).optional(),
      _end: z.coerce.number().int().min(0).max(1_000_000).optional(),
    })
    .refine(
      ({ _start = 0, _end = _start + defaultPageSize }) => _end >= _start && _end - _start <= maxPageSize,
      { path: ['_end'], message: `A page can have up to ${maxPageSize} rows` },
    )
}

/**
 * The call that counts the rows of a list by the values of one field: under the list's permission and row scope, for
 * the rows that the list has with the same filters. Most rows first; periods from the latest.
 * @param name the resource's name in the console
 */
export function rowGroupsEndpoint(
  name: string,
  list: Endpoint & { listing?: Listing | undefined },
): RowGroupsEndpoint {
  const { access, scope, mayLag, stepUp, listing } = list
  if (!listing) throw new Error(`The list of ${name} has no listing`)
  return {
    ...endpoint({
      method: 'GET',
      path: `/api/groups/${name}`,
      summary: `${list.summary}: their number by the values of a field, with sums`,
      access,
      ...(scope && { scope }),
      ...(stepUp && { stepUp }),
      ...(mayLag === true && { mayLag }),
      query: z.lazy(() => queryOf(listing)),
      reply: RowGroups,
    }),
    kind: 'groups',
    source: list as RowGroupsEndpoint['source'],
  }
}
