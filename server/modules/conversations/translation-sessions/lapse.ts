import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { failUnended } from './queries.ts'

/** How long the end of a session is waited for, in milliseconds. */
const patience = 24 * 3_600_000

/** Lets those sessions fail whose end nobody told of: what reports them may have died with them, and they do not go on. */
export const lapse = ({ database }: Pick<Services, 'database'>): Promise<void> =>
  auditedTransaction({ database }, systemOrigin, async (db, audit) => {
    const before = new Date(Date.now() - patience)
    const lapsed = await failUnended(db, before)
    if (lapsed === 0) return
    audit({
      action: 'update',
      resourceType: 'translation_sessions',
      resourceId: null,
      details: { lapsed, before: before.toISOString() },
    })
  })
