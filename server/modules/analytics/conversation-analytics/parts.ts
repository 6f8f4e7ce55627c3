import { sql } from 'kysely'
import {
  type ConversationFacet,
  type ConversationPart,
  conversationFacets,
  conversationFigures,
} from '#contract/analytics/conversation-analytics.ts'
import {
  conversationPath,
  figureGroup,
  type MetricRows,
  metricRows,
  personPath,
} from '#server/kit/figures.ts'
import { conversations, inRange, memberCounts, turns } from '#server/rollups/index.ts'

const facets = Object.keys(conversationFacets) as ConversationFacet[]
const rows = metricRows(facets)
const personColumns = { title: sql`p.name`, user_id: sql`p.user_id::text` }
const conversation = {
  ...personColumns,
  id: sql`r.id`,
  at: sql`r.started_at`,
  path: conversationPath(sql`r.id`),
}
const turn = {
  ...personColumns,
  id: sql`r.id`,
  at: sql`r.ts`,
  path: conversationPath(sql`r.conversation_id`, sql`r.id`),
  emotion: sql`r.emotion`,
}

/** User turns in a span. */
const userTurns = (span: Parameters<MetricRows>[0], call: Parameters<MetricRows>[1]) =>
  sql`from messages r left join people p on p.id = r.person_id
    where r.type = 'user' and ${inRange(turns, span, call)}`

const parts: Record<ConversationPart, MetricRows> = {
  conversations: (span, call) =>
    rows(
      conversation,
      sql`from conversations r left join people p on p.id = r.person_id
        where ${inRange(conversations, span, call)}`,
    ),
  people: (span, call) =>
    rows(
      { ...personColumns, id: sql`m.member_id`, at: sql`m.last`, path: personPath('p') },
      sql`from ${memberCounts([[conversations, 'people']], span, call)} m left join people p on p.id = m.member_id`,
    ),
  turns: (span, call) => rows(turn, sql`${userTurns(span, call)} and r.emotion is not null`),
  felt_turns: (span, call) =>
    rows(
      { ...turn, amount: sql`r.sentiment::numeric` },
      sql`${userTurns(span, call)} and r.sentiment is not null`,
    ),
  topics: (span, call) =>
    rows(
      { ...conversation, id: sql`r.id || ' ' || t.topic`, topic: sql`t.topic` },
      sql`from conversations r left join people p on p.id = r.person_id cross join lateral unnest(r.topics) as t (topic)
        where ${inRange(conversations, span, call)}`,
    ),
}

/** Drill-down of the conversation figures. */
export const figures = figureGroup({ figures: conversationFigures, parts, facets })
