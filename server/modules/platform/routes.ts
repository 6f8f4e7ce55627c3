import { sql } from 'kysely'
import { firstRun } from '#contract/platform/first-run.ts'
import { search } from '#contract/platform/search.ts'
import { health } from '#contract/platform/system.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { version } from '#server/version.ts'
import { dismiss, isDismissed, listSteps } from './first-run/queries.ts'
import { searchRecords } from './search/queries.ts'

export const healthRoutes = serve(health)({
  live: () => ({ status: 'ok', version, uptime_seconds: Math.round(process.uptime()) }),
  ready: async ({ db }) => {
    const start = performance.now()
    await sql`select 1`.execute(db).catch(() => {
      throw new Problem(503, 'The database is not responding', { headers: { 'retry-after': '2' } })
    })
    return { status: 'ready', database_ms: Math.round((performance.now() - start) * 100) / 100 }
  },
})

export const searchRoutes = serve(search)({
  find: async call => ({ hits: await searchRecords(call, call.query.q) }),
})

export const firstRunRoutes = serve(firstRun)({
  show: async call => {
    const [steps, dismissed] = await Promise.all([listSteps(call), isDismissed(call.db, call.actor.id)])
    return { steps, dismissed }
  },
  dismiss: ({ db, actor, body }) => dismiss(db, actor.id, body.dismissed),
})
