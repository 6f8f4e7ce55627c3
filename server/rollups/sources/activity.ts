import { sql } from 'kysely'
import { riskFrom, riskLevels } from '#contract/conversations/risk.ts'
import { all, source } from '../source.ts'

/** Everything that was done; features are `action|resource_type`. */
export const activity = source({
  name: 'activity',
  table: 'activity_logs',
  at: 'timestamp',
  dimensions: { all, feature: { key: sql`r.action || '|' || r.resource_type` } },
  members: { signedIn: sql`case when r.action = 'login' then r.actor_id end` },
})

/** What devices reported, by when it happened. */
export const deviceEvents = source({
  name: 'device-events',
  table: 'device_events',
  at: 'ts',
  dimensions: { all, type: { key: sql`r.type` } },
  members: { people: sql`r.person_id`, devices: sql`r.device_id` },
})

const level = sql<string>`case ${sql.join(
  riskLevels.map(name => sql`when r.risk_score::numeric >= ${sql.lit(riskFrom[name])} then ${sql.lit(name)}`),
  sql` `,
)} else 'minimal' end`

/** Safety incidents with their risk. */
export const incidents = source({
  name: 'incidents',
  table: 'safety_incidents',
  at: 'ts',
  dimensions: { level: { key: level, value: sql`r.risk_score` } },
  members: {},
})
