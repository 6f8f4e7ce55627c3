import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'

const path = '/api/usage-metrics'
const access = may('analytics', 'list')

export const usageRanges = ['7d', '30d', '90d'] as const

/** Minimum conversations in the period for moderate and high engagement. */
export const engagementFrom = { moderate: 5, high: 20 } as const

/** Engagement levels, highest first. */
export const engagements = ['highly_engaged', 'moderately_engaged', 'lightly_engaged'] as const
export type Engagement = (typeof engagements)[number]

/** The parts that usage figures sum up; their rows are in `server/modules/analytics/usage-metrics/parts.ts`. */
export type UsagePart =
  | 'active_people'
  | 'activities'
  | 'device_events'
  | 'conversations'
  | 'active_devices'
  | 'engaged_people'

const count = <const Part extends UsagePart>(part: Part) =>
  ({ unit: 'count', formula: { sum: part } }) as const satisfies Figure<UsagePart>

/** All usage figures. Each can be drilled into and filtered by the facets below. */
export const usageFigures = {
  active_users: count('active_people'),
  total_activities: count('activities'),
  device_events: count('device_events'),
  total_conversations: count('conversations'),
  active_devices: count('active_devices'),
  engaged_users: count('engaged_people'),
} as const satisfies Record<string, Figure<UsagePart>>
export type UsageFigure = keyof typeof usageFigures

/** Filters: action, resource type, device event type and engagement level. */
export const usageFacets = {
  action: z.string().max(200).optional(),
  resource_type: z.string().max(200).optional(),
  type: z.string().max(100).optional(),
  engagement: z.enum(engagements).optional(),
}
export type UsageFacet = keyof typeof usageFacets

export const usageMetrics = {
  overview: endpoint({
    method: 'GET',
    path: `${path}/overview`,
    summary: 'Count active people, activities, device events and conversations',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      /** Distinct people with a conversation turn, translation session, device event or sign-in. */
      active_users: z.int(),
      total_activities: z.int(),
      device_events: z.int(),
      total_conversations: z.int(),
    }),
  }),
  dailyActiveUsers: endpoint({
    method: 'GET',
    path: `${path}/daily-active-users`,
    summary: 'Count active people by day',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      daily_active_users: z.array(z.object({ date: Day, count: z.int() })),
    }),
  }),
  featureUsage: endpoint({
    method: 'GET',
    path: `${path}/feature-usage`,
    summary: 'Count activities by action and resource type, most frequent first',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30, { limit: z.coerce.number().int().min(1).max(100).prefault(10) }),
    reply: z.object({
      period: Period,
      features: z.array(z.object({ action: z.string(), resource_type: z.string(), usage_count: z.int() })),
    }),
  }),
  deviceUsage: endpoint({
    method: 'GET',
    path: `${path}/device-usage`,
    summary: 'Count active devices, and device events by type',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      active_devices: z.int(),
      event_types: z.array(z.object({ type: z.string(), count: z.int() })),
    }),
  }),
  userEngagement: endpoint({
    method: 'GET',
    path: `${path}/user-engagement`,
    summary: 'Count people by number of conversations: 20 or more, 5 to 19, under 5',
    access,
    mayLag: true,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      engagement_distribution: z.object({
        highly_engaged: z.int(),
        moderately_engaged: z.int(),
        lightly_engaged: z.int(),
      }),
    }),
  }),
  open: drillDownEndpoint(`${path}/figures`, access, usageFacets),
}
