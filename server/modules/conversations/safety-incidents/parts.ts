import { type RawBuilder, sql } from 'kysely'
import {
  type SafetyFacet,
  type SafetyPart,
  safetyFacets,
  safetyFigures,
} from '#contract/conversations/safety-incidents.ts'
import { conversationPath, figureGroup, type MetricRows, metricRows } from '#server/kit/figures.ts'
import { conversations, incidents, inRange } from '#server/rollups/index.ts'

const facets = Object.keys(safetyFacets) as SafetyFacet[]
const rows = metricRows(facets)
const { risk, emergency, distress } = conversations.dimensions

/** Conversations in a span that match a dimension of their rollup. */
const conversationsWith =
  (which: RawBuilder<boolean>): MetricRows =>
  (span, call) =>
    rows(
      { id: sql`r.id`, at: sql`r.started_at`, title: sql`p.name`, path: conversationPath(sql`r.id`) },
      sql`from conversations r left join people p on p.id = r.person_id
        where ${inRange(conversations, span, call)} and ${which}`,
    )

const incidentsWith =
  (amount?: RawBuilder<unknown>): MetricRows =>
  (span, call) =>
    rows(
      {
        id: sql`r.id`,
        at: sql`r.ts`,
        title: sql`p.name`,
        path: sql`'/safety-incidents?incident=' || r.id`,
        risk_level: incidents.dimensions.level.key as RawBuilder<unknown>,
        ...(amount && { amount }),
      },
      sql`from safety_incidents r left join people p on p.id = r.person_id
        where ${inRange(incidents, span, call)}`,
    )

const metricsByPart: Record<SafetyPart, MetricRows> = {
  high_risk: conversationsWith(sql<boolean>`${risk.key} = 'high'`),
  medium_risk: conversationsWith(sql<boolean>`${risk.key} = 'medium'`),
  emergencies: conversationsWith(sql<boolean>`${emergency.key} is not null`),
  distressed: conversationsWith(sql<boolean>`${distress.key} is not null`),
  incidents: incidentsWith(),
  risks: incidentsWith(sql`r.risk_score::numeric`),
}

/** Drill-down of the safety figures. */
export const figures = figureGroup({ figures: safetyFigures, parts: metricsByPart, facets })
