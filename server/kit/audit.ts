import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { ServerAction } from './audit-actions.ts'
import type { Actor, Program } from './call.ts'

/** The organization that staff, and acts of nobody known, belong to. */
export const serviceOrganization = '00000000-0000-7000-8000-000000000001'

/** What a handler says of an act; who, when and from where is added by the kit. */
export interface AuditEntry<Action extends string = ServerAction> {
  action: Action
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

/** Filter values that are in the database, as `organization:field:value`. */
const knownValues = new Set<string>()
/** Filter values of entries whose transaction may not have committed yet. */
const pendingValues = new WeakMap<AuditEntry<string>, readonly FilterValue[]>()

type FilterValue = Insertable<Tables['activity_log_values']>
const keyOf = ({ organization_id, field, value }: FilterValue) => `${organization_id}:${field}:${value}`

function toAuditLogRow(entry: AuditEntry<string>, origin: AuditOrigin) {
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

const filterValuesOf = ({ organization_id, action, resource_type }: AuditLogRow): FilterValue[] => [
  { organization_id, field: 'action', value: action },
  { organization_id, field: 'resource_type', value: resource_type },
]

/** Appends activity log entries, to be sealed. Belongs in the transaction of the change that they describe. */
export async function writeAuditLogs(
  db: Db,
  entries: readonly AuditEntry<string>[],
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

  const unseen = new Map<string, FilterValue>()
  for (const [at, row] of rows.entries()) {
    const values = filterValuesOf(row)
    pendingValues.set(entries[at] as AuditEntry<string>, values)
    for (const value of values) if (!knownValues.has(keyOf(value))) unseen.set(keyOf(value), value)
  }
  if (unseen.size > 0) {
    await db
      .insertInto('activity_log_values')
      .values([...unseen.values()])
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  return rows
}

/** Another database has filter lists of its own. */
export const clearFilterValues = (): void => knownValues.clear()

/** Marks the filter values of entries as stored, once their transaction has committed. */
export function rememberFilterValues(entries: readonly AuditEntry<string>[]): void {
  for (const entry of entries)
    for (const value of pendingValues.get(entry) ?? []) knownValues.add(keyOf(value))
}
