import { insights } from '#contract/analytics/insights.ts'
import { dateRangeOf, daysOf, periodOf } from '#server/kit/period.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import {
  activitySources,
  byDay,
  conversations,
  deviceEvents,
  incidents,
  ranking,
  readRollups,
  requestedRange,
  sumOf,
  translation,
} from '#server/rollups/index.ts'
import { findInsights } from './findings.ts'
import {
  countDeviceEvents,
  countDevices,
  countRecords,
  getPersonStatistics,
  listDiaryDays,
  summarizeAlerts,
} from './queries.ts'

const emptyDay = {
  entries: 0,
  average_mood: null,
  medication_taken: 0,
  medication_missed: 0,
  systolic: null,
  diastolic: null,
  pulse: null,
  temperature_c: null,
  slept_hours: null,
}

const counted = ({ key, count }: { key: string; count: number }) => ({ key, count })

export default serve(insights)({
  overview: async call => {
    const span = await requestedRange(call)
    return readRollups(call, span, async (reader, db) => ({
      period: periodOf(span),
      ...(await countRecords(db, call, span)),
      active_users: await reader.distinct(activitySources),
      active_devices: await reader.distinct([[deviceEvents, 'devices']]),
      conversations: sumOf(await reader.cells(conversations, ['all'])),
      device_events: sumOf(await reader.cells(deviceEvents, ['all'])),
      translation_sessions: sumOf(await reader.cells(translation, ['all'])),
      incidents: sumOf(await reader.cells(incidents, ['level'])),
    }))
  },
  deviceMetrics: async call => {
    const span = await requestedRange(call)
    return readRollups(call, span, async (reader, db) => ({
      period: periodOf(span),
      ...(await countDevices(db, call)),
      active_devices: await reader.distinct([[deviceEvents, 'devices']]),
      events_by_type: ranking(await reader.cells(deviceEvents, ['type']), 'type').map(counted),
    }))
  },
  eventTimeline: async call => {
    const span = await requestedRange(call)
    const { device_id } = call.query
    const cells = device_id
      ? await countDeviceEvents(call.db, call, device_id, span)
      : await readRollups(call, span, reader => reader.cells(deviceEvents, ['type'], 'day'))
    return {
      period: periodOf(span),
      timeline: byDay(
        cells.map(cell => ({ sum: 0, dimension: 'type', ...cell })),
        span,
      ).map(({ date, cells }) => ({
        date,
        total: sumOf(cells),
        by_type: ranking(cells, 'type').map(counted),
      })),
    }
  },
  wellnessTrends: async call => {
    const { id, user_id } = await findAccessiblePerson(call, call.query.user_id)
    const span = await requestedRange(call)
    const days = new Map((await listDiaryDays(call.db, id, span)).map(day => [day.date, day]))
    return {
      period: periodOf(span),
      user_id,
      trend: daysOf(span).map(date => days.get(date) ?? { date, ...emptyDay }),
    }
  },
  alertsSummary: async call => {
    const span = await requestedRange(call)
    return { period: periodOf(span), ...(await summarizeAlerts(call.db, call, span)) }
  },
  careInsights: async call => {
    const { id, user_id } = await findAccessiblePerson(call, call.params.id, ['elderly_user'])
    const span = await requestedRange(call)
    const before = dateRangeOf({ ...call.query, previous: true }, span.to, span.zone)
    const [now, earlier] = [
      await getPersonStatistics(call.db, id, span),
      await getPersonStatistics(call.db, id, before),
    ]
    return { period: periodOf(span), user_id, insights: findInsights(now, earlier) }
  },
})
