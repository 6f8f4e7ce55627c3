import { rememberFilterValues, writeAuditLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { failUnended } from './queries.ts'

/** Time without an end report after which a session counts as failed. */
const reportTimeoutMs = 24 * 3_600_000

/** Marks sessions without an end report as failed: their reporter may have crashed. */
export async function failAbandonedSessions({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  const before = new Date(Date.now() - reportTimeoutMs)
  const entries = await db.transaction().execute(async db => {
    const failedCount = await failUnended(db, before)
    const entry = {
      action: 'update',
      resourceType: 'translation_sessions',
      resourceId: null,
      details: { lapsed: failedCount, before: before.toISOString() },
    }
    const entries = failedCount > 0 ? [entry] : []
    await writeAuditLogs(db, entries, { actor: null, requestId: null, ip: null, source: 'server' })
    return entries
  })
  rememberFilterValues(entries)
}
