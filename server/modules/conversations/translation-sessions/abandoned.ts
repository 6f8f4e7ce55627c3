import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { failUnended } from './queries.ts'

/** Time without an end report after which a session counts as failed. */
const reportTimeoutMs = 24 * 3_600_000

/** Marks sessions without an end report as failed: their reporter may have crashed. */
export const failAbandonedSessions = ({ database }: Pick<Services, 'database'>): Promise<void> =>
  auditedTransaction({ database }, systemOrigin, async (db, audit) => {
    const before = new Date(Date.now() - reportTimeoutMs)
    const failed = await failUnended(db, before)
    if (failed === 0) return
    audit({
      action: 'update',
      resourceType: 'translation_sessions',
      resourceId: null,
      details: { lapsed: failed, before: before.toISOString() },
    })
  })
