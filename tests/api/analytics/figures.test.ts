// @module-tag clock-deep

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { conversationAnalytics, conversationFigures } from '#contract/analytics/conversation-analytics.ts'
import { stages } from '#contract/analytics/latency.ts'
import { operationalFigures, operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { engagements, usageFigures, usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { safetyFigures, safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import {
  type DrillDownEndpoint,
  defaultFigureRows,
  evaluate,
  type Figure,
  type FigureRow,
  sumParts,
} from '#contract/kit/figure.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { test as base, type Caller } from '#tests/fixtures/api.ts'
import { fillApi } from '#tests/fixtures/demo.ts'

const DAY = 86_400_000
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)
/** Whole days that are over, so that no figure moves while it is opened. */
const days = { from: day(9), to: day(2) }

const test = base.extend<{ filled: { analyst: Caller; customer: Caller } }>({
  filled: [
    async ({ api }, use) => {
      const { database } = api.services
      // At this scale some spans of nine days have no incident at all.
      const counts = { 'safety-incidents': 300, 'translation-sessions': 4_000 }
      await fillApi(api, { scale: 0.02, counts })
      await refreshRollups(database.db)
      const { rows } = await sql<{ id: string }>`select organization_id as id from safety_incidents
        where ts >= ${days.from}::date and ts < ${days.to}::date + 1
        group by 1 order by count(*) desc limit 1`.execute(database.db)
      await use({
        analyst: await api.signedIn('analyst'),
        customer: await api.signedIn('organization_admin', { organizationId: rows[0]?.id as string }),
      })
    },
    { scope: 'file' },
  ],
})

/** A figure as it was opened, with all of its rows. */
async function openAll(caller: Caller, endpoint: DrillDownEndpoint, figure: string, held: object = {}) {
  const rows: FigureRow[] = []
  for (;;) {
    const query = { ...days, ...held, start: rows.length, limit: 1_000 }
    const { status, reply } = await caller.call(endpoint, { params: { figure }, query: query as never })
    expect(status, figure).toBe(200)
    rows.push(...reply.rows)
    if (rows.length >= reply.total || reply.rows.length === 0) return { ...reply, rows }
  }
}

/** What a figure's rows come to, after it was found that the server says the same. */
async function recomputed(
  caller: Caller,
  endpoint: DrillDownEndpoint,
  figures: Readonly<Record<string, Figure>>,
  figure: string,
  held: object = {},
) {
  const { value, parts, rows, total } = await openAll(caller, endpoint, figure, held)
  const names = parts.map(({ part }) => part)
  expect.soft(new Set(rows.map(({ part, id }) => `${part} ${id}`)).size, figure).toBe(total)
  expect.soft(evaluate(figures[figure] as Figure, sumParts(names, rows)), figure).toBe(value)
  return value
}

const query = days

describe.each(['analyst', 'customer'] as const)('the rows of each figure add up to it, for the %s:', role => {
  test('translation sessions', async ({ filled }) => {
    const caller = filled[role]
    const { reply } = await caller.call(operationalMetrics.overview, { query })
    const { metrics } = reply
    const of = (figure: string, held?: object) =>
      recomputed(caller, operationalMetrics.open, operationalFigures, figure, held)
    expect(metrics.total_sessions).toBeGreaterThan(0)
    expect(await of('total_sessions')).toBe(metrics.total_sessions)
    expect(await of('active_sessions')).toBe(metrics.active_sessions)
    expect(await of('success_rate')).toBe(metrics.success_rate)
    expect(await of('active_language_pairs')).toBe(metrics.active_language_pairs)
    expect(await of('languages_used')).toBe(metrics.languages_used)
    for (const [mode, count] of Object.entries(metrics.sessions_by_mode))
      expect(await of('total_sessions', { mode })).toBe(count)
    for (const { pair, count, success_rate } of metrics.top_language_pairs.slice(0, 3)) {
      expect(await of('total_sessions', { pair })).toBe(count)
      expect(await of('success_rate', { pair })).toBe(success_rate)
    }
    for (const { region, count } of metrics.sessions_by_region)
      expect(await of('total_sessions', { region })).toBe(count)
    for (const stage of stages) {
      const { average, p50, p95, p99 } = metrics.latency[stage]
      expect(await of('average_latency', { stage })).toBe(average)
      expect(await of('p50', { stage })).toBe(p50)
      expect(await of('p95', { stage })).toBe(p95)
      expect(await of('p99', { stage })).toBe(p99)
    }
  })

  test('conversations', async ({ filled }) => {
    const caller = filled[role]
    const { reply: summary } = await caller.call(conversationAnalytics.summary, { query })
    const of = (figure: string, held?: object) =>
      recomputed(caller, conversationAnalytics.open, conversationFigures, figure, held)
    expect(summary.total_conversations).toBeGreaterThan(0)
    expect(await of('total_conversations')).toBe(summary.total_conversations)
    expect(await of('unique_users')).toBe(summary.unique_users)
    expect(await of('average_sentiment')).toBe(summary.average_sentiment)
    const { user_id, conversation_count } = summary.most_active_user ?? {}
    expect(await of('total_conversations', { user_id })).toBe(conversation_count)
    const { reply: felt } = await caller.call(conversationAnalytics.emotions, { query })
    for (const { emotion, count } of felt.emotions) expect(await of('turns', { emotion })).toBe(count)
    const { reply: talked } = await caller.call(conversationAnalytics.topics, { query })
    for (const { topic, count } of talked.topics)
      expect(await of('topic_conversations', { topic })).toBe(count)
    const { reply: trend } = await caller.call(conversationAnalytics.sentimentTrend, { query })
    for (const { date, average_sentiment } of trend.trend.slice(0, 2))
      expect(await of('average_sentiment', { from: date, to: date })).toBe(average_sentiment)
  })

  test('usage', async ({ filled }) => {
    const caller = filled[role]
    const of = (figure: string, held?: object) =>
      recomputed(caller, usageMetrics.open, usageFigures, figure, held)
    const { reply: overview } = await caller.call(usageMetrics.overview, { query })
    expect(overview.active_users).toBeGreaterThan(0)
    expect(await of('active_users')).toBe(overview.active_users)
    expect(await of('total_activities')).toBe(overview.total_activities)
    expect(await of('device_events')).toBe(overview.device_events)
    expect(await of('total_conversations')).toBe(overview.total_conversations)
    const { reply: daily } = await caller.call(usageMetrics.dailyActiveUsers, { query })
    for (const { date, count } of daily.daily_active_users.slice(0, 2))
      expect(await of('active_users', { from: date, to: date })).toBe(count)
    const { reply: used } = await caller.call(usageMetrics.featureUsage, { query })
    for (const { usage_count, ...feature } of used.features)
      expect(await of('total_activities', feature)).toBe(usage_count)
    const { reply: devices } = await caller.call(usageMetrics.deviceUsage, { query })
    expect(await of('active_devices')).toBe(devices.active_devices)
    for (const { type, count } of devices.event_types) expect(await of('device_events', { type })).toBe(count)
    const { reply: engaged } = await caller.call(usageMetrics.userEngagement, { query })
    for (const engagement of engagements)
      expect(await of('engaged_users', { engagement })).toBe(engaged.engagement_distribution[engagement])
  })

  test('safety', async ({ filled }) => {
    const caller = filled[role]
    const of = (figure: string, held?: object) =>
      recomputed(caller, safetyIncidents.open, safetyFigures, figure, held)
    const { reply: summary } = await caller.call(safetyIncidents.summary, { query })
    for (const figure of [
      'high_risk_conversations',
      'medium_risk_conversations',
      'emergency_contexts',
      'distressed_conversations',
    ] as const)
      expect(await of(figure)).toBe(summary[figure])
    const { reply: levels } = await caller.call(safetyIncidents.byRiskLevel, { query })
    expect(levels.distribution.some(({ count }) => count > 0)).toBe(true)
    for (const { risk_level, count } of levels.distribution)
      expect(await of('incidents', { risk_level })).toBe(count)
    const { reply: timeline } = await caller.call(safetyIncidents.timeline, { query })
    for (const { date, average_risk_score } of timeline.timeline)
      expect(await of('average_risk', { from: date, to: date })).toBe(average_risk_score)
  })
})

describe('a figure', () => {
  test.for([
    [operationalMetrics.open, 'mode'],
    [conversationAnalytics.open, 'user_id'],
    [usageMetrics.open, 'engagement'],
    [safetyIncidents.open, 'risk_level'],
  ] as const)(
    'does not exist under another name, and refuses invalid facets',
    async ([endpoint, facet], { filled }) => {
      const open = (figure: string, asked: object) =>
        filled.analyst.call(endpoint as DrillDownEndpoint, { params: { figure }, query: asked as never })
      const { status, problem } = await open('toString', {})
      expect(status).toBe(404)
      expect(problem.detail).toBe('This figure does not exist')
      expect((await open('total_conversations', { [facet]: 'nonsense' })).status).toBe(422)
    },
  )

  test('shows a page of its rows, newest first', async ({ filled }) => {
    const { reply } = await filled.analyst.call(usageMetrics.open, {
      params: { figure: 'device_events' },
      query: days,
    })
    expect(reply.rows).toHaveLength(defaultFigureRows)
    const instants = reply.rows.map(({ at }) => at as string)
    expect(instants).toEqual(instants.toSorted().reverse())
  })
})

describe('an incident', () => {
  test('is shown with its conversation, within the row scope', async ({ filled, api }) => {
    const { reply } = await filled.customer.call(safetyIncidents.recent, { query: { days: 30 } })
    const [incident] = reply.incidents
    const id = incident?.id as string
    const show = (caller: Caller, of = id) => caller.call(safetyIncidents.show, { params: { id: of } })
    expect((await show(filled.customer)).reply.incident).toEqual(incident)
    expect((await show(filled.analyst)).reply.incident).toEqual(incident)
    const stranger = await api.signedIn('organization_admin', { organizationId: await api.organization() })
    for (const answer of [await show(stranger), await show(filled.analyst, uuid())])
      expect([answer.status, answer.problem.detail]).toEqual([404, 'This incident does not exist'])
  })
})
