import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { type Insertable, sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Database, Db } from '../db/open.ts'
import { last, prepared } from '../db/prepared-statements.ts'
import { templates } from '../db/statement-templates.ts'
import type { Tables } from '../db/tables.ts'
import type { ServerAction } from './audit-actions.ts'
import type { Actor, Program } from './call.ts'
import type { Changes } from './changes.ts'
import { outboxEvents, outboxInsert, tryOutboxInserts } from './outbox.ts'
import { Problem } from './problem.ts'

/** The organization of staff; also used for actions without a known actor. */
export const serviceOrganization = '00000000-0000-7000-8000-000000000001'

/** An entry of the activity log as a handler writes it; the kit adds actor, time and origin. */
export interface AuditEntry<Action extends string = ServerAction> {
  action: Action
  resourceType: string
  resourceId?: string | null
  /** Organization of the affected resource; by default the actor's. */
  organizationId?: string
  /** Fields before and after a change, or other context; never a secret. */
  details?: Record<string, unknown>
  /** The actor of calls without a session (sign-in, registration). */
  actor?: Pick<Actor, 'id' | 'userId' | 'email' | 'role' | 'organizationId'>
}

export interface AuditOrigin {
  actor: Actor | Program | null
  /** Null for actions that were not caused by a request. */
  requestId: string | null
  ip: string | null
  source: 'server' | 'client'
}

/** Origin of actions that the server initiates, such as scheduled jobs. */
export const systemOrigin: AuditOrigin = { actor: null, requestId: null, ip: null, source: 'server' }

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

interface LogStatement {
  rows: readonly AuditLogRow[]
  events: ReturnType<typeof outboxEvents>
}
const logStatements = templates<LogStatement>()

/** The statement that appends rows to the activity log and their events to the outbox. */
const logStatement = (isLast: boolean, { rows, events }: LogStatement) =>
  // One change is one row; batches differ in length.
  logStatements(rows.length === 1 ? [isLast, ...events.keys()].join() : null, slot => {
    const names = Object.keys(rows[0] as AuditLogRow) as (keyof AuditLogRow)[]
    const values = rows.map(
      (_, at) => sql`(${sql.join(names.map(name => slot(given => given.rows[at]?.[name])))})`,
    )
    const parts = [
      sql`logged as (insert into activity_logs (${sql.join(names.map(name => sql.ref(name)))})
        values ${sql.join(values)} returning organization_id, timestamp, id)`,
      ...Array.from(events.keys(), subject => {
        const json = slot(given => JSON.stringify(given.events.get(subject)))
        return sql`${sql.id(`events_of_${subject}`)} as (${outboxInsert(subject, json, serviceOrganization)})`
      }),
    ]
    return sql`${prepared}${isLast ? last : sql``} with ${sql.join(parts)}
      insert into unsealed_activity_logs (organization_id, timestamp, id)
      select organization_id, timestamp, id from logged`
  })

/**
 * Appends activity log entries, to be sealed later. Must run in the transaction of the change that they describe.
 * @param withEvents whether to write their events for webhooks, in the same round trip
 * @param isLast whether the transaction is to be committed in the same round trip
 */
export async function writeAuditLogs(
  db: Db,
  entries: readonly AuditEntry<string>[],
  origin: AuditOrigin,
  { withEvents = false, isLast = false }: { withEvents?: boolean; isLast?: boolean } = {},
): Promise<AuditLogRow[]> {
  if (entries.length === 0) return []
  const rows = entries.map(entry => toAuditLogRow(entry, origin))
  await writeFilterValues(db, entries, rows)
  const events = withEvents ? outboxEvents(entries as readonly AuditEntry[], rows) : new Map()
  await logStatement(isLast, { rows, events }).execute(db, { rows, events })
  return rows
}

/** Writes the values that the list of the activity log is filtered by, if they are new. */
async function writeFilterValues(
  db: Db,
  entries: readonly AuditEntry<string>[],
  rows: readonly AuditLogRow[],
): Promise<void> {
  const unseen = new Map<string, FilterValue>()
  for (const [at, row] of rows.entries()) {
    const values = filterValuesOf(row)
    pendingValues.set(entries[at] as AuditEntry<string>, values)
    for (const value of values) if (!knownValues.has(keyOf(value))) unseen.set(keyOf(value), value)
  }
  if (unseen.size === 0) return
  await db
    .insertInto('activity_log_values')
    .values([...unseen.values()])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** For tests that use several databases in one process. */
export const clearFilterValues = (): void => knownValues.clear()

/** Marks the filter values of entries as stored. Call after the commit, because a rollback would remove the values. */
export function rememberFilterValues(entries: readonly AuditEntry<string>[]): void {
  for (const entry of entries)
    for (const value of pendingValues.get(entry) ?? []) knownValues.add(keyOf(value))
}

const commitHooks = new WeakMap<Db, (() => void)[]>()

/**
 * Runs a callback after the transaction has committed; never if it rolls back. Use it to invalidate caches: if they were
 * cleared before the commit, a concurrent read would fill them with the old state. Outside an audited transaction, the
 * callback runs immediately.
 */
export function afterCommit(db: Db, callback: () => void): void {
  const hooks = commitHooks.get(db)
  if (hooks) hooks.push(callback)
  else callback()
}

interface AuditedServices {
  database: Pick<Database, 'db' | 'replica'>
  changes?: Pick<Changes, 'publishLogs'>
  /** Where alerts change. */
  log?: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Runs a transaction together with its activity log entries and their events for webhooks. After the commit, it
 * invalidates caches and publishes the changes to subscribers.
 * @param selectPublished the logs to publish; all of them by default
 */
export async function auditedTransaction<T>(
  { database, changes, log }: AuditedServices,
  origin: AuditOrigin,
  callback: (db: Db, audit: (entry: AuditEntry) => void) => Promise<T>,
  selectPublished = (logs: readonly AuditLogRow[]) => logs,
): Promise<T> {
  const entries: AuditEntry[] = []
  const hooks: (() => void)[] = []
  const { result, logs } = await database.db.transaction().execute(async db => {
    commitHooks.set(db, hooks)
    const result = await callback(db, entry => void entries.push(entry))
    const changesAlerts = entries.some(({ resourceType }) => resourceType === 'alerts')
    const logs = await writeAuditLogs(
      db,
      entries,
      origin,
      changesAlerts ? {} : { withEvents: true, isLast: true },
    )
    const unwritten = changesAlerts
      ? await tryOutboxInserts(db, outboxEvents(entries, logs), serviceOrganization)
      : null
    if (unwritten) log?.error({ err: unwritten }, 'events of alerts not written for webhooks')
    return { result, logs }
  })
  rememberFilterValues(entries)
  for (const hook of hooks) hook()
  if (origin.actor) await database.replica?.noteWrite(origin.actor.id)
  changes?.publishLogs(selectPublished(logs))
  return result
}

const unknownVersion = () => new Problem(422, 'This version is not in the record’s history')

type Fields = Readonly<Record<string, unknown>>

/**
 * Marks an update as a restore if it brings back the values that the record had after a given log. An update to any
 * other values stays an update.
 * @param log id of the activity log, from the header `X-Restores`
 * @throws Problem 422 if the log does not belong to the record
 */
export async function markAsRestore(db: Db, entry: AuditEntry, log: string): Promise<AuditEntry> {
  if (entry.action !== 'update' || !entry.resourceId) return entry
  if (!isUuid(log)) throw unknownVersion()
  const history = db
    .selectFrom('activity_logs')
    .where('resource_type', '=', entry.resourceType)
    .where('resource_id', '=', entry.resourceId)
  const entryRow = await history.select('timestamp').where('id', '=', log).executeTakeFirst()
  if (!entryRow) throw unknownVersion()
  const later = await history
    .select('details')
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('timestamp', 'id'), '>', tuple(entryRow.timestamp as never, log as never)),
    )
    .orderBy('timestamp')
    .orderBy('id')
    .execute()
  const restored: Record<string, unknown> = {}
  for (const { details } of later.toReversed())
    Object.assign(restored, (details as { before?: Fields }).before)
  const after = Object.entries((entry.details?.after ?? {}) as Fields)
  const isRestore =
    after.length > 0 &&
    after.every(([field, value]) => field in restored && isDeepStrictEqual(toJson(value), restored[field]))
  if (!isRestore) return entry
  return {
    ...entry,
    action: 'restore',
    details: { ...entry.details, version: { log, at: entryRow.timestamp } },
  }
}

/** A value as it is stored in a log. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
