import type { FastifyInstance } from 'fastify'
import { stages } from '#contract/analytics/latency.ts'
import { metrics } from '#contract/analytics/metrics.ts'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { type DateRange, periodOf, workspaceZone } from '#server/kit/period.ts'
import { openProbes, type ProbeResult, type Probes } from '#server/kit/probes.ts'
import { serve } from '#server/kit/serve.ts'
import {
  latenciesOf,
  meanOf,
  percentOf,
  ranking,
  readRollups,
  requestedRange,
  sumOf,
  translation,
  turns,
} from '#server/rollups/index.ts'
import type { Services } from '#server/services.ts'
import { countByRegion, getTranslationMetrics } from './figures.ts'
import { figures } from './parts.ts'
import { getLiveMetrics } from './queries.ts'

const HOUR = 3_600_000

async function probe(probes: Probes) {
  const [database, redis] = await Promise.all([probes.database(), probes.redis()])
  const results = { api: probes.api(), database, redis }
  return {
    results,
    health: {
      api_healthy: results.api.healthy,
      database_healthy: database.healthy,
      redis_healthy: redis?.healthy ?? null,
    },
  }
}

const stateOf = (finding: ProbeResult | null) =>
  finding ? (finding.healthy ? 'healthy' : 'unhealthy') : 'not_configured'

const operational = (probes: Probes) =>
  serve(operationalMetrics)({
    overview: async call => {
      const span = await requestedRange(call)
      const [metrics, { health }] = await Promise.all([getTranslationMetrics(call, span), probe(probes)])
      return { period: periodOf(span), metrics, system_health: health, as_of: new Date().toISOString() }
    },
    open: call => figures.open(call),
  })

const rest = (probes: Probes) =>
  serve(metrics)({
    live: call => getLiveMetrics(call.db, call, new Date()),

    performance: async call => {
      const now = new Date()
      const from = new Date(now.getTime() - call.query.hours_back * HOUR)
      const span: DateRange = { from, to: now, partial: false, zone: await workspaceZone(call.db) }
      return readRollups(call, span, async reader => {
        const translated = await reader.sums(translation, ['end_to_end', 'all'], 'hour')
        const spoken = await reader.sums(turns, ['end_to_end', 'all'], 'hour')
        const first = Math.floor(from.getTime() / HOUR) * HOUR
        const hours = Array.from({ length: Math.ceil((now.getTime() - first) / HOUR) }, (_, index) =>
          new Date(first + index * HOUR).toISOString(),
        )
        const by = {
          translated: Map.groupBy(translated, ({ at }) => at),
          spoken: Map.groupBy(spoken, ({ at }) => at),
        }
        return {
          period: periodOf(span),
          translation: latenciesOf(await reader.cells(translation, stages)),
          conversation: latenciesOf(await reader.cells(turns, stages)),
          hours: hours.map(at => {
            const [sessions, turnsOfHour] = [by.translated.get(at) ?? [], by.spoken.get(at) ?? []]
            return {
              at,
              translation_sessions: sumOf(ranking(sessions, 'all')),
              conversation_turns: sumOf(ranking(turnsOfHour, 'all')),
              average_translation_ms: meanOf(ranking(sessions, 'end_to_end'), 0),
              average_conversation_ms: meanOf(ranking(turnsOfHour, 'end_to_end'), 0),
            }
          }),
        }
      })
    },

    health: async () => {
      const { results, health } = await probe(probes)
      const well = Object.values(results).every(finding => finding === null || finding.healthy)
      return {
        ...health,
        status: well ? 'healthy' : 'unhealthy',
        probes: (['api', 'database', 'redis'] as const).map(name => ({
          name,
          state: stateOf(results[name]),
          took_ms: results[name]?.took ?? null,
        })),
        as_of: new Date().toISOString(),
      }
    },

    geo: async call => {
      const span = await requestedRange(call)
      const { total, regions } = await countByRegion(call, span)
      return {
        period: periodOf(span),
        regions: regions.map(({ region, count, success_rate }) => ({
          region,
          sessions: count,
          success_rate,
          share: percentOf(count, total),
        })),
      }
    },
  })

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const probes = openProbes(services)
  app.addHook('onClose', async () => probes.close())
  await app.register(operational(probes), { services })
  await app.register(rest(probes), { services })
}
