import type { FastifyInstance } from 'fastify'
import { retentionKinds, type SystemStatus, system } from '#contract/platform/system.ts'
import { newestBackup } from '#server/db/backup.ts'
import { openProbes, type Probes } from '#server/kit/probes.ts'
import { serve } from '#server/kit/serve.ts'
import { checkAlarmProcessing, countSetAside } from '#server/modules/alerts/index.ts'
import { copyStatus } from '#server/rollups/index.ts'
import type { Services } from '#server/services.ts'
import { version } from '#server/version.ts'
import { registerCopyMetrics } from './copy-metrics.ts'
import { registerQueueMetrics } from './metrics.ts'
import { describeParts } from './parts.ts'
import { getDatabaseStats, getJobStats, lastRounds, latestReleases } from './queries.ts'

/** Whether forwarding headers were ignored within the last hour. */
const ignoresForwarding = ({ ignoredForwarding: { lastSeen } }: FastifyInstance) =>
  lastSeen !== null && Date.now() - lastSeen.getTime() < 3_600_000

async function statusOf(
  services: Services,
  probes: Probes,
  hasIgnoredForwarding: boolean,
): Promise<SystemStatus> {
  const { config, database } = services
  const { db } = database
  const [databaseProbe, redis, clickhouse, mail] = await Promise.all([
    probes.database(),
    probes.redis(),
    probes.clickhouse(),
    probes.mail(),
  ])
  const probed = { database: databaseProbe, redis, clickhouse, mail, hasIgnoredForwarding }
  const [databaseStats, jobs, ladder, set_aside, rounds, backup, copies] = await Promise.all([
    getDatabaseStats(db),
    getJobStats(db),
    checkAlarmProcessing(db),
    countSetAside(db),
    lastRounds(db),
    config.DATABASE_URL ? null : newestBackup(config.DATA_DIR),
    services.copy ? copyStatus(db) : null,
  ])
  return {
    version,
    uptime_seconds: Math.round(process.uptime()),
    parts: describeParts(services, probed),
    database: { milliseconds: databaseProbe.healthy ? databaseProbe.took : null, ...databaseStats },
    jobs,
    ladder: { ...ladder, set_aside },
    backup,
    figures_copy: copies,
    retention: retentionKinds.map(kind => {
      const { finished_at = null, removed = null } = rounds.get(kind) ?? {}
      return { kind, kept_days: config.RETENTION[kind], finished_at, removed }
    }),
  }
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const probes = openProbes(services)
  registerQueueMetrics(app, services)
  registerCopyMetrics(app, services)
  app.addHook('onClose', async () => probes.close())
  await app.register(
    serve(system)({
      status: () => statusOf(services, probes, ignoresForwarding(app)),
      releases: async ({ db }) => ({ releases: await latestReleases(db) }),
    }),
    { services },
  )
}
