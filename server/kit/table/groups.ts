import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldKind, fieldMeta, unwrapSchema } from '#contract/kit/fields.ts'
import { defaultPageSize, type Listing } from '#contract/kit/listing.ts'
import {
  maxGroupValues,
  measureOf,
  type RowGroup,
  type RowGroups,
  type RowGroupsQuery,
} from '#contract/kit/row-groups.ts'
import type { Db } from '../../db/open.ts'
import type { AuthenticatedCall } from '../call.ts'
import { Problem } from '../problem.ts'
import { hiddenFieldProblem } from './conditions.ts'
import type { TableConfig } from './config.ts'
import { cacheGeneration, statementKey } from './page-cache.ts'

/** Longest time in milliseconds that a statement may count. */
const countingTimeoutMs = 2_000
/** With a cap, so many times as many rows are counted in one pass before each value is counted by itself. */
const rowsPerCap = 5
/** How long groups may miss writes of other instances, and how many are kept. */
const ttlMs = 5_000
const maxCached = 500

interface Grouped {
  config: TableConfig<z.ZodObject, Endpoint>
  listing: Listing
  source: RawBuilder<unknown>
  /** The rows that the call's query selects, within the caller's scope. */
  selection(call: AuthenticatedCall): RawBuilder<unknown>
}

interface Counted {
  value: string | null
  count: number
  total: number
  [measured: string]: unknown
}

const cached = new Map<string, { until: number; groups: Promise<RowGroups> }>()

const isTimeout = (error: unknown) => (error as { code?: string }).code === '57014'

/** Runs a statement that the database stops after {@link countingTimeoutMs}. */
const limitedRead = <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  db.transaction().execute(async one => {
    await sql`select set_config('statement_timeout', ${String(countingTimeoutMs)}, true)`.execute(one)
    return (await statement.execute(one)).rows
  })

const tooSlow = () => new Problem(422, 'Counting these rows takes too long. Add a filter.')

/**
 * Reads the groups of a list's rows. Values and sums of fields that the caller may not see are refused or left out, and
 * only rows in the caller's scope count, so a number reveals nothing that the list does not show.
 */
export function groupReader({ config, listing, source, selection }: Grouped) {
  const { shape } = listing.schema
  const schemaOf = (name: string) => shape[name] as z.ZodType

  /** The value that makes a row's group, as text. */
  function keyOf({ _by, _period, _zone }: RowGroupsQuery): RawBuilder<string> {
    const column = sql.ref(_by)
    switch (fieldKind(schemaOf(_by))) {
      case 'instant':
        return sql`date_trunc(${sql.lit(_period)}, ${column} at time zone ${_zone})::date::text`
      case 'day':
        return sql`date_trunc(${sql.lit(_period)}, ${column}::timestamp)::date::text`
      default:
        return sql`${column}::text`
    }
  }

  function measured({ query, grant }: AuthenticatedCall) {
    const asked = (query as RowGroupsQuery)._measures ?? []
    const seen = asked.filter(name => grant.personal || !fieldMeta(schemaOf(name)).personal)
    return {
      numbers: seen.filter(name => fieldKind(schemaOf(name)) === 'number' && measureOf(schemaOf(name))),
      times: seen.filter(name => ['instant', 'day'].includes(fieldKind(schemaOf(name)))),
    }
  }

  /** Reads one page of groups; with a cap, of the first rows only. */
  function statementFor(call: AuthenticatedCall): RawBuilder<Counted> {
    const query = call.query as RowGroupsQuery
    const { _cap, _start = 0, _end = _start + defaultPageSize } = query
    const { numbers, times } = measured(call)
    const isPeriod = ['instant', 'day'].includes(fieldKind(schemaOf(query._by)))
    const fields = [...new Set([...numbers, ...times])].map(name => sql.ref(name))
    const sums = [
      ...numbers.flatMap(name => [
        sql`sum(${sql.ref(name)})::float8 as ${sql.ref(`sum ${name}`)}`,
        sql`avg(${sql.ref(name)})::float8 as ${sql.ref(`average ${name}`)}`,
      ]),
      ...times.flatMap(name => [
        sql`min(${sql.ref(name)}) as ${sql.ref(`from ${name}`)}`,
        sql`max(${sql.ref(name)}) as ${sql.ref(`to ${name}`)}`,
      ]),
    ]
    return sql<Counted>`
      select "group key" as value, ${sql.join([sql`count(*)::int as count`, sql`count(*) over ()::int as total`, ...sums])}
      from (select ${sql.join([sql`${keyOf(query)} as "group key"`, ...fields])}
        from ${source} where ${selection(call)} ${_cap ? sql`limit ${_cap * rowsPerCap}` : sql``}) as selected
      group by "group key"
      order by ${isPeriod ? sql`"group key" desc nulls last` : sql`count(*) desc, "group key" nulls last`}
      limit ${_end - _start} offset ${_start}`
  }

  const groupOf = (row: Counted, call: AuthenticatedCall): RowGroup => {
    const { numbers, times } = measured(call)
    const { _cap } = call.query as RowGroupsQuery
    const measureFor = (name: string) => {
      const sum = measureOf(schemaOf(name)) === 'sum' ? (row[`sum ${name}`] as number | null) : null
      return { sum, average: row[`average ${name}`] as number | null }
    }
    return {
      value: row.value,
      count: Math.min(row.count, _cap ?? row.count),
      is_minimum: _cap !== undefined && row.count > _cap,
      measures: Object.fromEntries(numbers.map(name => [name, measureFor(name)])),
      ranges: Object.fromEntries(
        times.map(name => [
          name,
          { from: row[`from ${name}`], to: row[`to ${name}`] } as RowGroup['ranges'][string],
        ]),
      ),
    }
  }

  /** Counts each value by itself, up to the cap: for lists too long to be counted in one pass. */
  function probe(call: AuthenticatedCall, values: readonly string[]): RawBuilder<Counted> {
    const { _by, _cap = 0 } = call.query as RowGroupsQuery
    const kind = fieldKind(schemaOf(_by))
    // The value is cast and not the column, whose index could not be used otherwise.
    const type = sql.raw(kind === 'id' ? 'uuid' : kind === 'boolean' ? 'boolean' : 'text')
    const counts = values.map(
      value => sql`(select ${value}::text as value, count(*)::int as count, 0 as total from (
        select from ${source} where ${selection(call)} and ${sql.ref(_by)} = ${value}::${type}
        limit ${_cap + 1}) as found)`,
    )
    return sql`${sql.join(counts, sql` union all `)}`
  }

  async function readCapped(call: AuthenticatedCall, first: Counted[], cap: number): Promise<RowGroups> {
    const { _by, _values = [] } = call.query as RowGroupsQuery
    const isWhole = first.reduce((sum, { count }) => sum + count, 0) < cap * rowsPerCap
    const groups = first.map(row => groupOf(row, call))
    const total = first[0]?.total ?? 0
    const inner = unwrapSchema(schemaOf(_by)) as { options?: string[] }
    const kind = fieldKind(schemaOf(_by))
    const isPossible = (value: string) =>
      kind === 'id' ? isUuid(value) : kind !== 'boolean' || ['true', 'false'].includes(value)
    const asked = [...(inner.options ?? []), ..._values.filter(isPossible)]
    const values = [...new Set([...asked, ...first.flatMap(({ value }) => value ?? [])])]
    if (isWhole || kind === 'instant' || kind === 'day')
      return { groups: isWhole ? groups : groups.map(minimum), total }
    try {
      const probed = await limitedRead(call.db, probe(call, values.slice(0, maxGroupValues)))
      const exact = new Map(probed.map(row => [row.value, groupOf(row, call)]))
      const seen = groups.map(group => ({
        ...minimum(group),
        ...exact.get(group.value),
        measures: {},
        ranges: {},
      }))
      const added = probed.filter(({ value }) => !first.some(row => row.value === value))
      return {
        groups: [...seen, ...added.map(row => groupOf(row, call))].sort((a, b) => b.count - a.count),
        total: total + added.filter(({ count }) => count > 0).length,
      }
    } catch (error) {
      if (!isTimeout(error)) throw error
      return { groups: groups.map(minimum), total }
    }
  }

  async function read(call: AuthenticatedCall): Promise<RowGroups> {
    const { _cap } = call.query as RowGroupsQuery
    const rows = await limitedRead(call.db, statementFor(call)).catch((error: unknown) => {
      throw isTimeout(error) ? tooSlow() : error
    })
    if (_cap !== undefined) return readCapped(call, rows, _cap)
    return { groups: rows.map(row => groupOf(row, call)), total: rows[0]?.total ?? 0 }
  }

  return (call: AuthenticatedCall): Promise<RowGroups> => {
    const { _by, _cap, _values } = call.query as RowGroupsQuery
    if (fieldMeta(schemaOf(_by)).personal && !call.grant.personal) throw hiddenFieldProblem(_by)
    const statement = statementKey(statementFor(call), call.db)
    const key = `${cacheGeneration(config.table)} ${call.actor.id} ${_cap} ${_values} ${statement}`
    const now = performance.now()
    const known = cached.get(key)
    if (known && known.until > now) return known.groups
    if (cached.size >= maxCached) cached.clear()
    const entry = { until: now + ttlMs, groups: read(call) }
    cached.set(key, entry)
    entry.groups.catch(() => cached.get(key) === entry && cached.delete(key))
    return entry.groups
  }
}

const minimum = (group: RowGroup): RowGroup => ({ ...group, is_minimum: true })
