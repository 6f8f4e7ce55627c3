import { sql } from 'kysely'
import { engagementFrom } from '#contract/usage-metrics.ts'
import type { Db } from '#server/db/open.ts'
import type { Members } from '#server/rollups/index.ts'

/** People by how many conversations they had. */
export async function engagement(db: Db, members: Members) {
  const { moderate, high } = engagementFrom
  const { rows } = await sql<Record<'high' | 'moderate' | 'light', number>>`select
    count(*) filter (where n >= ${high}::int) as high,
    count(*) filter (where n >= ${moderate}::int and n < ${high}::int) as moderate,
    count(*) filter (where n < ${moderate}::int) as light
    from (select sum(count) as n from ${members} as m group by member_id) as people`.execute(db)
  const found = rows[0] as (typeof rows)[number]
  return {
    highly_engaged: found.high,
    moderately_engaged: found.moderate,
    lightly_engaged: found.light,
  }
}
