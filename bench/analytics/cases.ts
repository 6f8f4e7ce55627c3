import { conversationAnalytics } from '#contract/analytics/conversation-analytics.ts'
import { insights } from '#contract/analytics/insights.ts'
import { metrics } from '#contract/analytics/metrics.ts'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { salesMetrics } from '#contract/analytics/sales-metrics.ts'
import { usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'

/**
 * A call, one figure of its answer, and the statement that computes the figure from the rows in `[$1, $2)`. Covers all
 * analytics calls except those of one person or device, which read few rows.
 */
export interface Case {
  name: string
  endpoint: Endpoint
  query: Record<string, unknown>
  figure(reply: unknown): number
  sql: string
}

const ask = <E extends Endpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  figure: (reply: ReplyOf<E>) => number | null,
  sql: string,
): Case => ({
  name: `${endpoint.path.replace('/api/', '')} ${Object.values(query).join(' ')}`,
  endpoint,
  query,
  figure: reply => figure(reply as ReplyOf<E>) ?? 0,
  sql,
})

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
const between = (column: string) => `${column} >= $1 and ${column} < $2`
const active = `select person_id, ts from messages where type = 'user' and ${between('ts')}
  union all select person_id, started_at from translation_sessions where ${between('started_at')}
  union all select person_id, ts from device_events where ${between('ts')}
  union all select actor_id, "timestamp" from activity_logs where action = 'login' and ${between('"timestamp"')}`

export const cases: readonly Case[] = [
  ...(['1h', '24h', '7d', '30d'] as const).map(time_range =>
    ask(
      operationalMetrics.overview,
      { time_range },
      ({ metrics }) => metrics.total_sessions,
      `select count(*) as figure from translation_sessions where ${between('started_at')}`,
    ),
  ),
  ask(
    operationalMetrics.overview,
    { time_range: '30d', previous: true },
    ({ metrics }) => metrics.total_sessions,
    `select count(*) as figure from translation_sessions where ${between('started_at')}`,
  ),
  ...[24, 720].map(hours_back =>
    ask(
      metrics.performance,
      { hours_back },
      ({ hours }) => hours.reduce((sum, { conversation_turns }) => sum + conversation_turns, 0),
      `select sum(n) as figure from (select date_trunc('hour', ts), count(*) as n from messages
        where type = 'user' and ${between('ts')} group by 1) as h`,
    ),
  ),
  ask(
    metrics.geo,
    { days: 30 },
    ({ regions }) => regions.reduce((sum, { sessions }) => sum + sessions, 0),
    `select sum(n) as figure from (select region, status, count(*) as n from translation_sessions
      where ${between('started_at')} group by 1, 2) as r`,
  ),
  ask(
    conversationAnalytics.summary,
    { days: 30 },
    ({ unique_users }) => unique_users,
    `select count(distinct person_id) as figure from conversations where ${between('started_at')}`,
  ),
  ask(
    conversationAnalytics.emotions,
    { days: 90 },
    ({ emotions }) => sumOf(emotions),
    `select sum(n) as figure from (select emotion, count(*) as n from messages
      where type = 'user' and emotion is not null and ${between('ts')} group by 1) as e`,
  ),
  ask(
    conversationAnalytics.topics,
    { days: 30, limit: 100 },
    ({ topics }) => sumOf(topics),
    `select sum(n) as figure from (select unnest(topics), count(*) as n from conversations
      where ${between('started_at')} group by 1) as t`,
  ),
  ask(
    conversationAnalytics.timeline,
    { days: 365 },
    ({ timeline }) => sumOf(timeline),
    `select sum(n) as figure from (select date_trunc('day', started_at), count(*) as n from conversations
      where ${between('started_at')} group by 1) as t`,
  ),
  ask(
    conversationAnalytics.sentimentTrend,
    { days: 30 },
    ({ trend }) => trend.reduce((sum, { turns }) => sum + turns, 0),
    `select sum(n) as figure from (select date_trunc('day', ts), avg(sentiment), count(*) as n from messages
      where type = 'user' and sentiment is not null and ${between('ts')} group by 1) as t`,
  ),
  ask(
    usageMetrics.overview,
    { days: 30 },
    ({ active_users }) => active_users,
    `select count(distinct person_id) as figure from (${active}) as a`,
  ),
  ask(
    usageMetrics.dailyActiveUsers,
    { days: 30 },
    ({ daily_active_users }) => sumOf(daily_active_users),
    `select sum(n) as figure from (select (ts at time zone 'UTC')::date, count(distinct person_id) as n
      from (${active}) as a group by 1) as d`,
  ),
  ask(
    usageMetrics.featureUsage,
    { days: 30, limit: 100 },
    ({ features }) => features.reduce((sum, { usage_count }) => sum + usage_count, 0),
    `select sum(n) as figure from (select action, resource_type, count(*) as n from activity_logs
      where ${between('"timestamp"')} group by 1, 2) as f`,
  ),
  ask(
    usageMetrics.deviceUsage,
    { days: 30 },
    ({ active_devices }) => active_devices,
    `select count(distinct device_id) as figure from device_events where ${between('ts')}`,
  ),
  ask(
    usageMetrics.userEngagement,
    { days: 90 },
    ({ engagement_distribution: { highly_engaged } }) => highly_engaged,
    `select count(*) as figure from (select person_id from conversations where ${between('started_at')}
      group by 1 having count(*) >= 20) as p`,
  ),
  ...(['30d', '12m'] as const).map(time_range =>
    ask(
      salesMetrics.overview,
      { time_range },
      ({ conversion_funnel }) => conversion_funnel.visitors,
      `select count(distinct visitor_id) as figure from page_visits where ${between('ts')}`,
    ),
  ),
  ask(
    safetyIncidents.summary,
    { days: 30 },
    ({ distressed_conversations }) => distressed_conversations,
    `select count(*) as figure from conversations c where ${between('c.started_at')} and exists (
      select from messages m where m.conversation_id = c.id and m.ts >= c.started_at and m.type = 'user'
        and m.emotion in ('sad', 'anxious', 'angry') and m.sentiment < -0.3::real)`,
  ),
  ask(
    safetyIncidents.timeline,
    { days: 30 },
    ({ timeline }) => timeline.reduce((sum, { incident_count }) => sum + incident_count, 0),
    `select count(*) as figure from safety_incidents where ${between('ts')}`,
  ),
  ask(
    safetyIncidents.byRiskLevel,
    { days: 30 },
    ({ distribution }) => sumOf(distribution),
    `select count(*) as figure from safety_incidents where ${between('ts')}`,
  ),
  ask(
    safetyIncidents.recent,
    { days: 30 },
    ({ total }) => total,
    `select count(*) as figure from safety_incidents where risk_score::numeric >= 0.4 and ${between('ts')}`,
  ),
  ask(
    insights.alertsSummary,
    { days: 30 },
    ({ total }) => total,
    `select count(*) as figure from alerts where not test and ${between('raised_at')}`,
  ),
  ask(
    metrics.live,
    {},
    ({ active_translation_sessions }) => active_translation_sessions,
    "select count(*) as figure from translation_sessions where status = 'active' and $1::text <= $2::text",
  ),
  ask(
    insights.overview,
    { days: 30 },
    ({ active_users }) => active_users,
    `select count(distinct person_id) as figure from (${active}) as a`,
  ),
  ask(
    insights.deviceMetrics,
    { days: 30 },
    ({ active_devices }) => active_devices,
    `select count(distinct device_id) as figure from device_events where ${between('ts')}`,
  ),
  ask(
    insights.eventTimeline,
    { days: 30 },
    ({ timeline }) => timeline.reduce((sum, { total }) => sum + total, 0),
    `select sum(n) as figure from (select date_trunc('day', ts), type, count(*) as n from device_events
      where ${between('ts')} group by 1, 2) as t`,
  ),
]
