import type { LiveTopic } from '#contract/analytics/live-metrics.ts'
import { may, type Permission } from '#contract/kit/permissions.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { dateRangeOf, workspaceZone } from '#server/kit/period.ts'
import type { Services } from '#server/services.ts'
import { getTranslationMetrics } from '../metrics/figures.ts'
import { getLiveMetrics } from '../metrics/queries.ts'

export type Viewer = Pick<AuthenticatedCall, 'grant' | 'actor'>

interface Topic {
  access: Permission
  read(services: Services, viewer: Viewer): Promise<Record<string, unknown>>
}

/** Topics with their permission and their reader. */
export const topics: Record<LiveTopic, Topic> = {
  live_metrics: {
    access: may('analytics', 'list'),
    read: async ({ database: { db } }, viewer) => ({ ...(await getLiveMetrics(db, viewer, new Date())) }),
  },
  operational_metrics: {
    access: may('analytics', 'list'),
    read: async (services, viewer) => {
      const zone = await workspaceZone(services.database.db)
      const span = dateRangeOf({ time_range: '24h' }, new Date(), zone)
      return { ...(await getTranslationMetrics({ ...viewer, services }, span)) }
    },
  },
}
