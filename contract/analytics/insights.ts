import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, PersonKey, personal, UserId } from '../kit/fields.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'

const path = '/api/analytics'
const access = may('analytics', 'list')

const Count = z.object({ key: z.string(), count: z.int() })
/** A mean; null where nothing was written down. */
const Mean = z.number().nullable()

/** One day of a person's diary; blood pressure in mmHg, pulse in beats a minute, temperature in °C, mood from 1 to 5. */
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
  /** Fewer conversations than in the period before, by a third or more. */
  'talks_less',
  /** More conversations than in the period before, by a third or more. */
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
  /** Nothing was heard of the person: no turn, no device event, no diary entry. */
  'silent',
])
export type InsightKind = z.infer<typeof InsightKind>

export const Insight = z.object({
  kind: InsightKind,
  severity: z.enum(['high', 'medium', 'low', 'good']),
  /** What was found in the period, and in the one before where that matters. */
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
    summary: 'Count devices by status and kind as they are now, and their events over a time',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      total: z.int(),
      by_status: z.array(Count),
      by_kind: z.array(Count),
      /** In percent. */
      average_battery: Mean,
      low_battery: z.int(),
      active_devices: z.int(),
      events_by_type: z.array(Count),
    }),
  }),
  eventTimeline: endpoint({
    method: 'GET',
    path: `${path}/event-timeline`,
    summary: 'Count device events day by day and by type, of all devices or of one',
    access,
    query: daysQuery(30, { device_id: Id.optional() }),
    reply: z.object({
      period: Period,
      timeline: z.array(z.object({ date: Day, total: z.int(), by_type: z.array(Count) })),
    }),
  }),
  wellnessTrends: endpoint({
    method: 'GET',
    path: `${path}/wellness-trends`,
    summary: 'Show what a person’s diary says, day by day',
    access: may('elderly', 'show'),
    query: daysQuery(30, { user_id: PersonKey }),
    reply: z.object({ period: Period, user_id: UserId, trend: personal(z.array(DiaryDay)) }),
  }),
  alertsSummary: endpoint({
    method: 'GET',
    path: `${path}/alerts-summary`,
    summary: 'Count alerts by type, severity, status and source, with how soon they were answered',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      /** Tests excluded, here and below. */
      total: z.int(),
      tests: z.int(),
      by_type: z.array(Count),
      by_severity: z.array(Count),
      by_status: z.array(Count),
      by_source: z.array(Count),
      /** Medians, in seconds; null where none was. */
      seconds_to_acknowledge: Mean,
      seconds_to_resolve: Mean,
    }),
  }),
  careInsights: endpoint({
    method: 'GET',
    path: `${path}/care-insights/{id}`,
    summary: 'Say what changed about a person against the period before',
    access: may('elderly', 'show'),
    query: daysQuery(30),
    reply: z.object({ period: Period, user_id: UserId, insights: personal(z.array(Insight)) }),
  }),
}
