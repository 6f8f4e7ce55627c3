import type { Cell } from '../add-up.ts'
import type { Interval, Source } from '../source.ts'
import { ONE_HOUR } from '../spans.ts'
import type { CopyState } from './plan.ts'
import type { CopyStore } from './store.ts'
import { batchTable, keyColumn, memberColumn, tableOf, valueColumn, within } from './tables.ts'

/** How the rows of a figure are labelled: all alike, by the start of their day or of their hour. */
export interface Labels {
  each: 'day' | 'hour' | undefined
  /** Starts of days, in ascending order. */
  cuts: readonly number[]
}

/** A member that was found in PostgreSQL, with the label of its row. */
export interface FoundMember {
  label: number
  member_id: string
}

/** The label of a row in epoch milliseconds; 0 for all of a range. Days are those of PostgreSQL, whatever ClickHouse takes for their start. */
function labelSql({ each, cuts }: Labels): string {
  const instant = 'toUnixTimestamp64Milli(at)'
  if (each === 'hour') return `intDiv(${instant}, ${ONE_HOUR}) * ${ONE_HOUR}`
  return each === 'day' ? `roundDown(${instant}, [${cuts.join(', ')}])` : 'toInt64(0)'
}

/** The rows of some intervals; `organization` null for all. */
const rowsSql = (source: Source, intervals: readonly Interval[], organization: string | null) =>
  `from ${tableOf(source)} final where ${within(intervals)} and not deleted${
    organization === null ? '' : ` and organization_id = '${organization}'`
  }`

/** Reads cells of some dimensions by label. With `collapse`, all keys of a dimension are summed. */
export async function readCopiedCells<Name extends string>(
  store: CopyStore,
  source: Source,
  dimensions: readonly Name[],
  given: { intervals: readonly Interval[]; organization: string | null; labels: Labels; collapse: boolean },
): Promise<(Omit<Cell<Name>, 'at'> & { label: number })[]> {
  const parts = dimensions.map(name => {
    const dimension = source.dimensions[name]
    const column = keyColumn(name)
    const key = dimension?.keys ? `arrayJoin(${column})` : `assumeNotNull(${column})`
    const isCounted = dimension?.keys ? `notEmpty(${column})` : `${column} is not null`
    const sum = dimension?.value ? `toString(coalesce(sum(value), 0))` : `'0'`
    const value = dimension?.value ? `, ${valueColumn(name)} as value` : ''
    return `select label, '${name}' as dimension, ${given.collapse ? `''` : 'each_key'} as key,
      toString(count()) as count, ${sum} as sum
      from (select ${labelSql(given.labels)} as label, toString(${key}) as each_key${value}
        ${rowsSql(source, given.intervals, given.organization)} and ${isCounted})
      group by label, key`
  })
  const rows = await store.read<{ label: string; dimension: Name; key: string; count: string; sum: string }>(
    parts.join('\nunion all '),
  )
  return rows.map(({ label, count, sum, ...cell }) => ({
    ...cell,
    label: Number(label),
    count: Number(count),
    sum: Number(sum),
  }))
}

/** Counts distinct members by label, those found in PostgreSQL included. */
export async function countCopiedMembers(
  store: CopyStore,
  kinds: readonly { source: Source; kind: string; intervals: readonly Interval[] }[],
  found: readonly FoundMember[],
  { organization, labels }: { organization: string | null; labels: Labels },
): Promise<Map<number, number>> {
  const parts = kinds.map(
    ({
      source,
      kind,
      intervals,
    }) => `select ${labelSql(labels)} as label, assumeNotNull(${memberColumn(kind)}) as member
      ${rowsSql(source, intervals, organization)} and ${memberColumn(kind)} is not null`,
  )
  if (found.length > 0) {
    const listed = found.map(({ label, member_id }) => `${label} ${member_id}`).join(',')
    parts.push(`select toInt64(splitByChar(' ', one)[1]) as label, toUUID(splitByChar(' ', one)[2]) as member
      from (select arrayJoin(splitByChar(',', '${listed}')) as one)`)
  }
  const rows = await store.read<{ label: string; count: string }>(
    `select label, toString(uniqExact(member)) as count from (${parts.join('\nunion all ')}) group by label`,
  )
  return new Map(rows.map(({ label, count }) => [Number(label), Number(count)]))
}

/** Reads the members of a kind and how often each occurs; null if there are more than `limit`. */
export async function readCopiedMembers(
  store: CopyStore,
  source: Source,
  kind: string,
  given: { intervals: readonly Interval[]; organization: string | null; limit: number },
): Promise<Map<string, number> | null> {
  const rows = await store.read<{ member: string; count: string }>(
    `select toString(assumeNotNull(${memberColumn(kind)})) as member, toString(count()) as count
    ${rowsSql(source, given.intervals, given.organization)} and ${memberColumn(kind)} is not null
    group by member limit ${given.limit + 1}`,
  )
  return rows.length > given.limit ? null : new Map(rows.map(({ member, count }) => [member, Number(count)]))
}

/**
 * Checks, after reading, that what was read is what the snapshot of PostgreSQL describes: no later batch has begun to
 * change the copy since, and ClickHouse has not lost any.
 * @throws otherwise
 */
export async function verifyCopy(
  store: CopyStore,
  states: ReadonlyMap<Source, Pick<CopyState, 'begun' | 'completed'>>,
): Promise<void> {
  const rows = await store.read<{ source: string; version: string }>(
    `select source, toString(max(version)) as version from ${batchTable} group by source`,
  )
  const versions = new Map(rows.map(({ source, version }) => [source, Number(version)]))
  for (const [{ name }, { begun, completed }] of states) {
    const version = versions.get(name) ?? 0
    if (version < completed || version > begun) throw new CopyMovedOn()
  }
}

/** The copy was changed while it was read, or is not the one that PostgreSQL describes. */
export class CopyMovedOn extends Error {
  override message = 'The copy in ClickHouse changed while it was read'
}
