import { type RawBuilder, sql } from 'kysely'
import { allOrganizations, type Interval, inIntervals, type Source } from '../source.ts'
import type { CopyStore } from './store.ts'

/** Rows outside this range are read from PostgreSQL: months of ClickHouse's partitions are numbered within it. */
export const copiedRange: Interval = [Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1)]

/** The table with the number of the last batch of each source, as ClickHouse knows it. */
export const batchTable = 'voicedeck_batches'

/** The table of a source. */
export const tableOf = ({ name }: Pick<Source, 'name'>) => `voicedeck_${name.replaceAll('-', '_')}`

const quoted = (name: string) => `\`${name}\``
/** The column with the key of a dimension, or with its keys. */
export const keyColumn = (dimension: string) => quoted(`${dimension}_key`)
/** The column with the value that is summed for a dimension. */
export const valueColumn = (dimension: string) => quoted(`${dimension}_value`)
/** The column with the member of a kind. */
export const memberColumn = (kind: string) => quoted(`${kind}_id`)

/** Places after the point of a copied value. */
const scale = 12

/** A column of a copied table: its name, its type in ClickHouse, and the SQL that computes it in PostgreSQL. */
interface Column {
  name: string
  type: string
  value: RawBuilder<unknown>
}

/** The columns of a source in addition to those of every table; see {@link createTables}. */
function columnsOf({ dimensions, members }: Source): Column[] {
  const keys = Object.entries(dimensions).flatMap(([name, { key, keys, value }]): Column[] => [
    key
      ? { name: `${name}_key`, type: 'LowCardinality(Nullable(String))', value: sql`(${key})::text` }
      : { name: `${name}_key`, type: 'Array(LowCardinality(String))', value: sql`coalesce(${keys}, '{}')` },
    ...(value
      ? [
          {
            name: `${name}_value`,
            type: `Nullable(Decimal(38, ${scale}))`,
            value: sql`round((${value})::numeric, ${sql.lit(scale)})::text`,
          },
        ]
      : []),
  ])
  const ids = Object.entries(members).map(([kind, value]) => ({
    name: `${kind}_id`,
    type: 'Nullable(UUID)',
    value,
  }))
  return [...keys, ...ids]
}

/**
 * Creates the tables, and columns of dimensions that are new. A row replaces those with the same time, organization and
 * id and an older version; a row that is `deleted` replaces them by nothing.
 */
export async function createTables(store: CopyStore, sources: readonly Source[]): Promise<void> {
  await store.command(`create table if not exists ${batchTable} (source String, version UInt64)
    engine = ReplacingMergeTree(version) order by source`)
  for (const source of sources) {
    const columns = columnsOf(source).map(({ name, type }) => `${quoted(name)} ${type}`)
    // By day first: figures of all organizations read days, and those of one find it within them.
    await store.command(`create table if not exists ${tableOf(source)} (organization_id UUID,
      at DateTime64(3, 'UTC'), id UUID, version UInt64, deleted Bool, ${columns.join(', ')})
      engine = ReplacingMergeTree(version) partition by toYYYYMM(at)
      order by (toDate(at), organization_id, at, id)
      settings non_replicated_deduplication_window = 1000, min_age_to_force_merge_seconds = 3600`)
    await store.command(
      `alter table ${tableOf(source)} ${columns.map(column => `add column if not exists ${column}`).join(', ')}`,
    )
  }
}

/** The rows of a source in some intervals as they are copied, but for their version. */
export function rowsToCopy(source: Source, intervals: readonly Interval[]): RawBuilder<unknown> {
  const at = sql.ref(`r.${source.at}`)
  const columns = columnsOf(source).map(({ name, value }) => sql`${value} as ${sql.ref(name)}`)
  return sql`select coalesce(r.organization_id, ${allOrganizations}::uuid) as organization_id, ${at} as at, r.id,
    ${sql.join(columns)} from ${sql.table(source.table)} as r where ${inIntervals(at, intervals)}`
}

/** Condition in ClickHouse: a row lies in one of these intervals. */
export const within = (intervals: readonly Interval[]) =>
  `(${intervals
    .map(
      ([from, to]) =>
        `(at >= fromUnixTimestamp64Milli(${from}, 'UTC') and at < fromUnixTimestamp64Milli(${to}, 'UTC'))`,
    )
    .join(' or ')})`
