import { sql } from 'kysely'
import { engagementFrom } from '#contract/analytics/usage-metrics.ts'
import type { Db } from '#server/db/open.ts'
import type { Members } from '#server/rollups/index.ts'

/** Number of people per engagement level. */
export async function countByEngagement(db: Db, members: Members) {
  const { moderate, high } = engagementFrom
  const { rows } = await sql<Record<'high' | 'moderate' | 'light', number>>`select
    count(*) filter (where count >= ${high}::int) as high,
    count(*) filter (where count >= ${moderate}::int and count < ${high}::int) as moderate,
    count(*) filter (where count < ${moderate}::int) as light
    from ${members} as people`.execute(db)
  const found = rows[0] as (typeof rows)[number]
  return {
    highly_engaged: found.high,
    moderately_engaged: found.moderate,
    lightly_engaged: found.light,
  }
}
