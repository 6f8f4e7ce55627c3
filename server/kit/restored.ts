import { validate as isUuid } from 'uuid'
import type { Db } from '../db/open.ts'
import type { AuditEntry } from './audit.ts'
import { Problem } from './problem.ts'

const noVersion = () => new Problem(422, 'This version is not in the record’s history')

/**
 * Tells of an update that brings back an earlier version as what it is: the entry of the update names the activity log
 * after which the record was so.
 * @param log from the header `X-Restores`
 * @throws Problem 422 when that log does not tell of the record
 */
export async function markAsRestore(db: Db, entry: AuditEntry, log: string): Promise<AuditEntry> {
  if (entry.action !== 'update' || !entry.resourceId) return entry
  if (!isUuid(log)) throw noVersion()
  const found = await db
    .selectFrom('activity_logs')
    .select('timestamp')
    .where('resource_type', '=', entry.resourceType)
    .where('resource_id', '=', entry.resourceId)
    .where('id', '=', log)
    .executeTakeFirst()
  if (!found) throw noVersion()
  return { ...entry, action: 'restore', details: { ...entry.details, version: { log, at: found.timestamp } } }
}
