import { v7 as uuid } from 'uuid'
import type { Db } from '../db/open.ts'
import type { Actor, Program } from './call.ts'

/** The organization that staff, and acts of nobody known, belong to. */
export const serviceOrganization = '00000000-0000-7000-8000-000000000001'

/** What a handler says of an act; who, when and from where is added by the kit. */
export interface AuditEntry {
  action: string
  resourceType: string
  resourceId?: string | null
  /** Whose act it is in the books: the organization of the thing acted upon. */
  organizationId?: string
  /** Fields before and after a change, or whatever else explains the act; never a secret. */
  details?: Record<string, unknown>
  /** Says who acted where no session does (sign-in, registration). */
  actor?: Pick<Actor, 'id' | 'userId' | 'email' | 'role' | 'organizationId'>
}

export interface AuditOrigin {
  actor: Actor | Program | null
  /** Null where no call caused the act. */
  requestId: string | null
  ip: string | null
  source: 'server' | 'client'
}

const knownValues = new Set<string>()

function toAuditLogRow(entry: AuditEntry, origin: AuditOrigin) {
  const actor = entry.actor ?? origin.actor
  return {
    id: uuid(),
    timestamp: new Date().toISOString(),
    organization_id: entry.organizationId ?? actor?.organizationId ?? serviceOrganization,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId ?? null,
    actor_id: actor?.id ?? null,
    user_id: actor?.userId ?? null,
    user_email: actor?.email ?? null,
    user_role: actor?.role ?? null,
    source: origin.source,
    request_id: origin.requestId,
    ip: origin.ip,
    details: JSON.stringify(entry.details ?? {}),
  }
}

export type AuditLogRow = ReturnType<typeof toAuditLogRow>

/** Appends activity logs, to be sealed; belongs into the transaction of the change that they tell of. */
export async function writeAuditLogs(
  db: Db,
  entries: readonly AuditEntry[],
  origin: AuditOrigin,
): Promise<AuditLogRow[]> {
  if (entries.length === 0) return []
  const rows = entries.map(entry => toAuditLogRow(entry, origin))
  await db
    .with('logged', db =>
      db.insertInto('activity_logs').values(rows).returning(['organization_id', 'timestamp', 'id']),
    )
    .insertInto('unsealed_activity_logs')
    .columns(['organization_id', 'timestamp', 'id'])
    .expression(db => db.selectFrom('logged').select(['organization_id', 'timestamp', 'id']))
    .execute()

  const values = entries.flatMap(({ action, resourceType }) => [
    { field: 'action' as const, value: action },
    { field: 'resource_type' as const, value: resourceType },
  ])
  const unseen = values.filter(({ field, value }) => !knownValues.has(`${field}:${value}`))
  if (unseen.length > 0) {
    await db
      .insertInto('activity_log_values')
      .values(unseen)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  return rows
}

/** Another database has filter lists of its own. */
export const clearFilterValues = (): void => knownValues.clear()

/** Remembers, once their transaction has committed, that the values of these entries are in the filter lists. */
export function rememberFilterValues(entries: readonly AuditEntry[]): void {
  for (const { action, resourceType } of entries) {
    knownValues.add(`action:${action}`)
    knownValues.add(`resource_type:${resourceType}`)
  }
}
