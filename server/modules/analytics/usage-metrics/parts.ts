import { sql } from 'kysely'
import {
  engagementFrom,
  type UsageFacet,
  type UsagePart,
  usageFacets,
  usageFigures,
} from '#contract/analytics/usage-metrics.ts'
import type { Db } from '#server/db/open.ts'
import {
  conversationPath,
  figureGroup,
  type MetricRows,
  metricRows,
  personPath,
} from '#server/kit/figures.ts'
import {
  activity,
  activitySources,
  conversations,
  deviceEvents,
  inRange,
  type Members,
  memberCounts,
} from '#server/rollups/index.ts'

const facets = Object.keys(usageFacets) as UsageFacet[]
const rows = metricRows(facets)
const person = { id: sql`m.member_id`, at: sql`m.last`, title: sql`p.name`, path: personPath('p') }
const { moderate, high } = engagementFrom
/** Engagement level by number of conversations. */
const engagementOf = sql<string>`case when m.times >= ${sql.lit(high)} then 'highly_engaged'
  when m.times >= ${sql.lit(moderate)} then 'moderately_engaged' else 'lightly_engaged' end`
const device = {
  title: sql`coalesce(d.name, r.device_id::text)`,
  path: sql`'/devices/' || r.device_id`,
}

const parts: Record<UsagePart, MetricRows> = {
  active_people: (span, call) =>
    rows(
      person,
      sql`from ${memberCounts(activitySources, span, call)} m left join people p on p.id = m.member_id`,
    ),
  activities: (span, call) =>
    rows(
      {
        id: sql`r.id`,
        at: sql`r.timestamp`,
        title: sql`r.action || ' · ' || r.resource_type`,
        action: sql`r.action`,
        resource_type: sql`r.resource_type`,
      },
      sql`from activity_logs r where ${inRange(activity, span, call)}`,
    ),
  device_events: (span, call) =>
    rows(
      { ...device, id: sql`r.id`, at: sql`r.ts`, type: sql`r.type` },
      sql`from device_events r left join devices d on d.id = r.device_id
        where ${inRange(deviceEvents, span, call)}`,
    ),
  conversations: (span, call) =>
    rows(
      { id: sql`r.id`, at: sql`r.started_at`, title: sql`p.name`, path: conversationPath(sql`r.id`) },
      sql`from conversations r left join people p on p.id = r.person_id
        where ${inRange(conversations, span, call)}`,
    ),
  active_devices: (span, call) =>
    rows(
      {
        id: sql`m.member_id`,
        at: sql`m.last`,
        title: sql`coalesce(d.name, m.member_id::text)`,
        path: sql`'/devices/' || m.member_id`,
      },
      sql`from ${memberCounts([[deviceEvents, 'devices']], span, call)} m left join devices d on d.id = m.member_id`,
    ),
  engaged_people: (span, call) =>
    rows(
      { ...person, engagement: engagementOf },
      sql`from ${memberCounts([[conversations, 'people']], span, call)} m left join people p on p.id = m.member_id`,
    ),
}

/** Drill-down of the usage figures. */
export const figures = figureGroup({ figures: usageFigures, parts, facets })

/** Number of people per engagement level. */
export async function countByEngagement(db: Db, members: Members) {
  const { moderate, high } = engagementFrom
  const { rows } = await sql<Record<'high' | 'moderate' | 'light', number>>`select
    count(*) filter (where count >= ${high}::int) as high,
    count(*) filter (where count >= ${moderate}::int and count < ${high}::int) as moderate,
    count(*) filter (where count < ${moderate}::int) as light
    from ${members} as people`.execute(db)
  const counts = rows[0] as (typeof rows)[number]
  return {
    highly_engaged: counts.high,
    moderately_engaged: counts.moderate,
    lightly_engaged: counts.light,
  }
}
