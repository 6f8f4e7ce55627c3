import type { LiveTopic } from '#contract/analytics/live-metrics.ts'
import { may, type Permission } from '#contract/kit/permissions.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { dateRangeOf, workspaceZone } from '#server/kit/period.ts'
import type { Services } from '#server/services.ts'
import { translationFigures } from '../metrics/figures.ts'
import { liveMetrics } from '../metrics/queries.ts'

/** Who follows, with what they may see of it. */
export type Viewer = Pick<AuthenticatedCall, 'grant' | 'actor'>

interface Topic {
  access: Permission
  read(services: Services, viewer: Viewer): Promise<Record<string, unknown>>
}

/** What can be followed: who may, and how it is read. */
export const topics: Record<LiveTopic, Topic> = {
  live_metrics: {
    access: may('analytics', 'list'),
    read: async ({ database: { db } }, viewer) => ({ ...(await liveMetrics(db, viewer, new Date())) }),
  },
  operational_metrics: {
    access: may('analytics', 'list'),
    read: async (services, viewer) => {
      const zone = await workspaceZone(services.database.db)
      const span = dateRangeOf({ time_range: '24h' }, new Date(), zone)
      return { ...(await translationFigures({ ...viewer, services }, span)) }
    },
  },
}
