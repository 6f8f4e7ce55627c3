import type { z } from 'zod'
import { conversationAnalytics, revenueAnalytics, usageMetrics } from '#contract/analytics/index.ts'
import { safetyIncidents } from '#contract/conversations/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Period } from '#contract/kit/period.ts'
import { grant } from '#contract/kit/permissions.ts'
import type { FigureSourceName } from '#contract/platform/report-sources.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Handler } from '#server/kit/handlers.ts'
import { addDays, dayOf } from '#server/kit/period.ts'
import { findHandler } from '#server/kit/resources.ts'
import type { Services } from '#server/services.ts'
import { callAs } from '../recurring/sources.ts'

export interface Day {
  /** YYYY-MM-DD. */
  date: string
  value: number | null
}

/** A figure by day. */
interface Course {
  figure: string
  form: 'bars' | 'line'
  endpoint: Endpoint
  days(reply: unknown): Day[]
}

/** A figure by day, with the days of the period before in the same order. */
export interface Chart extends Pick<Course, 'figure' | 'form'> {
  days: Day[]
  before: Day[]
  /** Whether the last day is not over yet. */
  isRunning: boolean
}

const course = <E extends Endpoint>(
  figure: string,
  form: Course['form'],
  endpoint: E,
  days: (reply: z.output<E['reply']>) => Day[],
): Course => ({ figure, form, endpoint, days: days as Course['days'] })

/** What the screens of figures show as charts over days; operations are charted by the hour, and only there. */
const courses: Readonly<Record<FigureSourceName, readonly Course[]>> = {
  operations: [],
  conversations: [
    course('total_conversations', 'bars', conversationAnalytics.timeline, ({ timeline }) =>
      timeline.map(({ date, count }) => ({ date, value: count })),
    ),
    course('average_sentiment', 'line', conversationAnalytics.sentimentTrend, ({ trend }) =>
      trend.map(({ date, average_sentiment }) => ({ date, value: average_sentiment })),
    ),
  ],
  usage: [
    course('active_users', 'bars', usageMetrics.dailyActiveUsers, ({ daily_active_users }) =>
      daily_active_users.map(({ date, count }) => ({ date, value: count })),
    ),
  ],
  revenue: [
    course('mrr', 'line', revenueAnalytics.waterfall, ({ days }) =>
      days.map(({ date, end }) => ({ date, value: end })),
    ),
    course('new_subscriptions', 'bars', revenueAnalytics.growthTimeline, ({ timeline }) =>
      timeline.map(({ date, new_subscriptions }) => ({ date, value: new_subscriptions })),
    ),
    course('net_growth', 'bars', revenueAnalytics.growthTimeline, ({ timeline }) =>
      timeline.map(({ date, net_growth }) => ({ date, value: net_growth })),
    ),
  ],
  safety: [
    course('incidents', 'bars', safetyIncidents.timeline, ({ timeline }) =>
      timeline.map(({ date, incident_count }) => ({ date, value: incident_count })),
    ),
    course('average_risk', 'line', safetyIncidents.timeline, ({ timeline }) =>
      timeline.map(({ date, average_risk_score }) => ({ date, value: average_risk_score })),
    ),
  ],
}

/** The fewest days that show a course. */
const fewestDays = 3

/** The charts of a screen in a period, as a person may see them; none of a period of one or two days. */
export async function readCharts(
  services: Services,
  actor: Actor,
  source: FigureSourceName,
  { from, to, partial, time_zone }: Period,
): Promise<Chart[]> {
  const first = dayOf(new Date(from), time_zone)
  const last = dayOf(new Date(Date.parse(to) - 1), time_zone)
  if (last < addDays(first, fewestDays - 1)) return []
  const charts: Chart[] = []
  for (const { figure, form, endpoint, days } of courses[source]) {
    const { access } = endpoint
    const granted = typeof access === 'string' ? null : grant(actor.role, access)
    if (!granted) continue
    const open = findHandler(endpoint) as Handler
    const read = async (also: Record<string, string> = {}) => {
      const query = endpoint.query.parse({ from: first, to: last, ...also })
      return days(await open(callAs(services, actor, granted, query) as never))
    }
    const [now, before] = [await read(), await read({ previous: 'true' })]
    charts.push({ figure, form, days: now, before, isRunning: partial })
  }
  return charts
}
