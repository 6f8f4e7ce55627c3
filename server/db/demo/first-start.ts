import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { fillWithDemoData } from './index.ts'

/** Whether no customer was ever entered. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const found = await db
    .selectFrom('organizations')
    .select('id')
    .where('kind', '<>', 'service')
    .limit(1)
    .execute()
  return found.length === 0
}

/**
 * Fills an empty installation with demo data.
 * @param passwordHash with which the demo people sign in; null lets nobody
 * @param say told in plain words what was done
 */
export async function fillOnFirstStart(
  connectionString: string,
  passwordHash: string | null,
  say: (line: string) => void,
): Promise<void> {
  say('filling in demo data (once; DEMO=0 starts without)…')
  const report = await fillWithDemoData({ connectionString, now: new Date(), passwordHash, log: () => {} })
  if (!report) return
  const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0)
  say(`${rows.toLocaleString('en')} demo rows in ${report.seconds.toFixed(1)} s`)
}
