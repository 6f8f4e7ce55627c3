import type { FastifyInstance } from 'fastify'
import { mobileMetrics } from '#contract/analytics/mobile-metrics.ts'
import { resolveOptionalTarget, resolveSelf } from '#server/kit/person.ts'
import { openProbes, type Probes } from '#server/kit/probes.ts'
import { serve } from '#server/kit/serve.ts'
import { checkAlarmProcessing } from '#server/modules/alerts/index.ts'
import type { Services } from '#server/services.ts'
import { version } from '#server/version.ts'
import { getCurrentActivity, getTodayCounts } from './queries.ts'

const handlers = (probes: Probes) =>
  serve(mobileMetrics)({
    dashboard: async call => {
      const person = await resolveOptionalTarget(call)
      return { ...(await getTodayCounts(call, person?.id ?? null)), as_of: new Date().toISOString() }
    },
    live: async call => {
      const person = await resolveOptionalTarget(call)
      const { conversations, alerts, heard, silent, ...last_minute } = await getCurrentActivity(
        call,
        person?.id ?? null,
      )
      return {
        active_conversations: conversations,
        open_alerts: alerts,
        devices_heard: heard,
        devices_silent: silent,
        last_minute,
        as_of: new Date().toISOString(),
      }
    },
    systemHealth: async call => {
      await resolveSelf(call)
      const [database, redis] = await Promise.all([probes.database(), probes.redis()])
      const { alarms_processed } = await checkAlarmProcessing(call.db)
      const checks = {
        api_healthy: probes.api().healthy,
        database_healthy: database.healthy,
        redis_healthy: redis?.healthy ?? null,
        alarms_healthy: alarms_processed,
      }
      const isWell = Object.values(checks).every(healthy => healthy !== false)
      return { status: isWell ? 'healthy' : 'unhealthy', ...checks, as_of: new Date().toISOString() }
    },
    health: () => ({ status: 'ok', version, time: new Date().toISOString() }),
  })

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const probes = openProbes(services)
  app.addHook('onClose', async () => probes.close())
  await app.register(handlers(probes), { services })
}
