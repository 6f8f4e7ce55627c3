import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'

const path = '/api/usage-metrics'
const access = may('analytics', 'list')

export const usageRanges = ['7d', '30d', '90d'] as const

/** Conversations in the period from which on a person's engagement is moderate, and high. */
export const engagementFrom = { moderate: 5, high: 20 } as const

/** How much people talk with the companion, the most first. */
export const engagements = ['highly_engaged', 'moderately_engaged', 'lightly_engaged'] as const
export type Engagement = (typeof engagements)[number]

/** What the figures of usage are made of; the rows of each are in `server/modules/analytics/usage-metrics/parts.ts`. */
export type UsagePart =
  | 'active_people'
  | 'activities'
  | 'device_events'
  | 'conversations'
  | 'active_devices'
  | 'engaged_people'

const count = <const Part extends UsagePart>(part: Part) =>
  ({ unit: 'count', formula: { sum: part } }) as const satisfies Figure<UsagePart>

/** Every figure of usage. Each can be opened, and filtered by the facets below. */
export const usageFigures = {
  active_users: count('active_people'),
  total_activities: count('activities'),
  device_events: count('device_events'),
  total_conversations: count('conversations'),
  active_devices: count('active_devices'),
  engaged_users: count('engaged_people'),
} as const satisfies Record<string, Figure<UsagePart>>
export type UsageFigure = keyof typeof usageFigures

/** By what they can be filtered: what was done to what, the type of a device event, and how engaged a person is. */
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
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      /** People who spoke in a conversation, had a translation session or a device event, or signed in; each once. */
      active_users: z.int(),
      total_activities: z.int(),
      device_events: z.int(),
      total_conversations: z.int(),
    }),
  }),
  dailyActiveUsers: endpoint({
    method: 'GET',
    path: `${path}/daily-active-users`,
    summary: 'Count the active people of each day',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      daily_active_users: z.array(z.object({ date: Day, count: z.int() })),
    }),
  }),
  featureUsage: endpoint({
    method: 'GET',
    path: `${path}/feature-usage`,
    summary: 'Count activities by what was done to what, the most frequent first',
    access,
    query: daysQuery(30, { limit: z.coerce.number().int().min(1).max(100).prefault(10) }),
    reply: z.object({
      period: Period,
      features: z.array(z.object({ action: z.string(), resource_type: z.string(), usage_count: z.int() })),
    }),
  }),
  deviceUsage: endpoint({
    method: 'GET',
    path: `${path}/device-usage`,
    summary: 'Count the devices that reported, and their events by type',
    access,
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
    summary: 'Count the people who had conversations by how many they had: 20 or more, 5 to 19, under 5',
    access,
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
