import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, PersonKey, personal, UserId } from '../kit/fields.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'

const path = '/api/analytics'
const access = may('analytics', 'list')

const Count = z.object({ key: z.string(), count: z.int() })
/** A mean; null without entries. */
const Mean = z.number().nullable()

/** One day of a person's diary: blood pressure in mmHg, pulse per minute, temperature in °C, mood from 1 to 5. */
const DiaryDay = z.object({
  date: Day,
  entries: z.int(),
  average_mood: Mean,
  medication_taken: z.int(),
  medication_missed: z.int(),
  systolic: Mean,
  diastolic: Mean,
  pulse: Mean,
  temperature_c: Mean,
  slept_hours: Mean,
})

export const InsightKind = z.enum([
  /** At least a third fewer conversations than in the previous period. */
  'talks_less',
  /** At least a third more conversations than in the previous period. */
  'talks_more',
  /** The mean sentiment fell by 0.15 or more. */
  'mood_falls',
  /** The mean sentiment rose by 0.15 or more. */
  'mood_rises',
  /** At least one dose in ten was missed. */
  'medication_missed',
  /** Incidents of at least medium risk. */
  'incidents',
  /** Alerts, tests excluded. */
  'alerts',
  /** No turn, device event or diary entry. */
  'silent',
])
export type InsightKind = z.infer<typeof InsightKind>

export const Insight = z.object({
  kind: InsightKind,
  severity: z.enum(['high', 'medium', 'low', 'good']),
  /** Value in the period, and in the previous one where it is compared. */
  value: z.number(),
  before: z.number().nullable(),
})
export type Insight = z.infer<typeof Insight>

export const insights = {
  overview: endpoint({
    method: 'GET',
    path: `${path}/overview`,
    summary: 'Count people, devices, conversations, device events, translation sessions and alerts',
    access,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      elderly_users: z.int(),
      devices: z.int(),
      active_users: z.int(),
      active_devices: z.int(),
      conversations: z.int(),
      device_events: z.int(),
      translation_sessions: z.int(),
      incidents: z.int(),
      alerts: z.int(),
      open_alerts: z.int(),
    }),
  }),
  deviceMetrics: endpoint({
    method: 'GET',
    path: `${path}/device-metrics`,
    summary: 'Count devices by current status and kind, and their events in a period',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      total: z.int(),
      by_status: z.array(Count),
      by_kind: z.array(Count),
      /** Percent. */
      average_battery: Mean,
      low_battery: z.int(),
      active_devices: z.int(),
      events_by_type: z.array(Count),
    }),
  }),
  eventTimeline: endpoint({
    method: 'GET',
    path: `${path}/event-timeline`,
    summary: 'Count device events by day and type, for all devices or one',
    access,
    mayLag: true,
    query: daysQuery(30, { device_id: Id.optional() }),
    reply: z.object({
      period: Period,
      timeline: z.array(z.object({ date: Day, total: z.int(), by_type: z.array(Count) })),
    }),
  }),
  wellnessTrends: endpoint({
    method: 'GET',
    path: `${path}/wellness-trends`,
    summary: 'Get a person’s diary values by day',
    access: may('elderly', 'show'),
    query: daysQuery(30, { user_id: PersonKey }),
    reply: z.object({ period: Period, user_id: UserId, trend: personal(z.array(DiaryDay)) }),
  }),
  alertsSummary: endpoint({
    method: 'GET',
    path: `${path}/alerts-summary`,
    summary: 'Count alerts by type, severity, status and source, with response times',
    access,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      /** This and the following exclude tests. */
      total: z.int(),
      tests: z.int(),
      by_type: z.array(Count),
      by_severity: z.array(Count),
      by_status: z.array(Count),
      by_source: z.array(Count),
      /** Medians in seconds; null without data. */
      seconds_to_acknowledge: Mean,
      seconds_to_resolve: Mean,
    }),
  }),
  careInsights: endpoint({
    method: 'GET',
    path: `${path}/care-insights/{id}`,
    summary: 'Compare a person’s data with the previous period',
    access: may('elderly', 'show'),
    query: daysQuery(30),
    reply: z.object({ period: Period, user_id: UserId, insights: personal(z.array(Insight)) }),
  }),
}
