import { sql } from 'kysely'
import { health } from '#contract/platform/health.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { version } from '#server/version.ts'

export default serve(health)({
  live: () => ({ status: 'ok', version, uptime_seconds: Math.round(process.uptime()) }),
  ready: async ({ db }) => {
    const start = performance.now()
    await sql`select 1`.execute(db).catch(() => {
      throw new Problem(503, 'The database does not answer', { headers: { 'retry-after': '2' } })
    })
    return { status: 'ready', database_ms: Math.round((performance.now() - start) * 100) / 100 }
  },
})
