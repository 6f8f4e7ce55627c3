import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { sources } from '../sources.ts'
import { copiedRange } from './tables.ts'

/** How far the copy in ClickHouse is, over all sources. */
export interface CopyStatus {
  /** Age in seconds of the oldest change that is listed and not copied yet. */
  lag_seconds: number
  /** Share of the time span of all rows that has been copied, from 0 to 1, on average of the sources. */
  share: number
}

/** Reads how far the copy in ClickHouse is. */
export async function copyStatus(db: Db): Promise<CopyStatus> {
  const [start, end] = copiedRange.map(instant => new Date(instant).toISOString())
  const shares = sources.map(
    ({ name, table, at }) => sql`select coalesce((
      select case when last is null or copied_from <= first then 1.0
        when copied_from > last then 0.0
        else extract(epoch from last - copied_from) / nullif(extract(epoch from last - first), 0) end
      from rollup_copies,
        (select min(${sql.ref(at)}) as first, max(${sql.ref(at)}) as last from ${sql.table(table)}
          where ${sql.ref(at)} >= ${start} and ${sql.ref(at)} < ${end}) as rows
      where source = ${name}), 0.0) as share`,
  )
  const { rows } = await sql<CopyStatus>`select
    coalesce((select extract(epoch from now() - min(listed_at)) from rollup_copy_changes), 0)::float8 as lag_seconds,
    (select avg(share) from (${sql.join(shares, sql` union all `)}) as shares)::float8 as share`.execute(db)
  return rows[0] as CopyStatus
}
