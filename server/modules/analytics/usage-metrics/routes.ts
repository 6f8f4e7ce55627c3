import { usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { daysOf, periodOf } from '#server/kit/period.ts'
import { serve } from '#server/kit/serve.ts'
import {
  activity,
  activitySources,
  conversations,
  deviceEvents,
  ranking,
  readRollups,
  requestedRange,
  sumOf,
} from '#server/rollups/index.ts'
import { countByEngagement, figures } from './parts.ts'

export default serve(usageMetrics)({
  overview: async call => {
    const span = await requestedRange(call)
    return readRollups(call, span, async reader => ({
      period: periodOf(span),
      active_users: await reader.distinct(activitySources),
      total_activities: sumOf(await reader.cells(activity, ['all'])),
      device_events: sumOf(await reader.cells(deviceEvents, ['all'])),
      total_conversations: sumOf(await reader.cells(conversations, ['all'])),
    }))
  },
  dailyActiveUsers: async call => {
    const span = await requestedRange(call)
    const days = await readRollups(call, span, reader => reader.distinctByDay(activitySources))
    return {
      period: periodOf(span),
      daily_active_users: daysOf(span).map(date => ({ date, count: days.get(date) ?? 0 })),
    }
  },
  featureUsage: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.cells(activity, ['feature']))
    const features = ranking(cells, 'feature').map(({ key, count }) => {
      const [action = '', resource_type = ''] = key.split('|')
      return { action, resource_type, usage_count: count }
    })
    return { period: periodOf(span), features: features.slice(0, call.query.limit) }
  },
  deviceUsage: async call => {
    const span = await requestedRange(call)
    return readRollups(call, span, async reader => ({
      period: periodOf(span),
      active_devices: await reader.distinct([[deviceEvents, 'devices']]),
      event_types: ranking(await reader.cells(deviceEvents, ['type']), 'type').map(({ key, count }) => ({
        type: key,
        count,
      })),
    }))
  },
  userEngagement: async call => {
    const span = await requestedRange(call)
    return readRollups(call, span, async (reader, db) => ({
      period: periodOf(span),
      engagement_distribution: await countByEngagement(db, await reader.members(conversations, 'people')),
    }))
  },
  open: call => figures.open(call),
})
