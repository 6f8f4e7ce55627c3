import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { fillWithDemoData } from './index.ts'

/** Whether there has never been a customer. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const organizations = await db
    .selectFrom('organizations')
    .select('id')
    .where('kind', '<>', 'service')
    .limit(1)
    .execute()
  return organizations.length === 0
}

/**
 * Fills an empty installation with demo data.
 * @param passwordHash password of all demo people; with null, none of them can sign in
 * @param log called with a message about the result
 */
export async function fillOnFirstStart(
  connectionString: string,
  passwordHash: string | null,
  log: (line: string) => void,
): Promise<void> {
  log('loading demo data (first start only; DEMO=0 skips it)…')
  const report = await fillWithDemoData({ connectionString, now: new Date(), passwordHash, log: () => {} })
  if (!report) return
  const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0)
  log(`${rows.toLocaleString('en')} demo rows in ${report.seconds.toFixed(1)} s`)
}
