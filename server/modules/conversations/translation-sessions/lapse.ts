import { rememberFilterValues, writeAuditLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { failUnended } from './queries.ts'

/** How long the end of a session is waited for, in milliseconds. */
const patience = 24 * 3_600_000

/** Lets those sessions fail whose end nobody told of: what reports them may have died with them, and they do not go on. */
export async function lapse({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  const before = new Date(Date.now() - patience)
  const entries = await db.transaction().execute(async db => {
    const lapsed = await failUnended(db, before)
    const entry = {
      action: 'update',
      resourceType: 'translation_sessions',
      resourceId: null,
      details: { lapsed, before: before.toISOString() },
    }
    const entries = lapsed > 0 ? [entry] : []
    await writeAuditLogs(db, entries, { actor: null, requestId: null, ip: null, source: 'server' })
    return entries
  })
  rememberFilterValues(entries)
}
