import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { WellnessEntry, WellnessKind } from '#contract/care/wellness.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { recordSyncChange } from '#server/kit/sync-log.ts'

type Value = Record<string, unknown>

export interface NewEntry {
  /** Client-generated idempotency key. */
  id?: string | undefined
  kind: z.infer<typeof WellnessKind>
  value: Value
  recorded_at?: string | undefined
}

/** A person's entries, newest first. */
export async function listEntries(
  db: Db,
  { id, user_id }: AccessiblePerson,
  { kind, days, limit }: { kind?: z.infer<typeof WellnessKind> | undefined; days: number; limit: number },
): Promise<WellnessEntry[]> {
  const rows = await db
    .selectFrom('wellness_entries')
    .select(['id', 'kind', 'value', 'recorded_by', 'recorded_at'])
    .where('person_id', '=', id)
    .where('recorded_at', '>', sql<string>`now() - make_interval(days => ${days})`)
    .$if(kind !== undefined, query => query.where('kind', '=', kind as z.infer<typeof WellnessKind>))
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...row, value: row.value as Value, user_id }))
}

/**
 * Inserts an entry; if the id exists, returns the stored entry.
 * @param recordedBy null for an API key
 * @throws Problem 409 if another person's entry has the id
 */
async function insertEntry(
  db: Db,
  { id: person_id, user_id, organization_id }: AccessiblePerson,
  { id = uuid(), kind, value, recorded_at }: NewEntry,
  recordedBy: string | null,
): Promise<{ entry: WellnessEntry; created: boolean }> {
  const row = {
    id,
    kind,
    recorded_by: recordedBy,
    recorded_at: new Date(recorded_at ?? Date.now()).toISOString(),
  }
  const made = await db
    .insertInto('wellness_entries')
    .values({ ...row, organization_id, person_id, value: JSON.stringify(value) })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    await recordSyncChange(db, person_id, { kind: 'entry', id, version: 1 })
    return { entry: { ...row, value, user_id }, created: true }
  }
  const known = await db
    .selectFrom('wellness_entries')
    .select(['id', 'kind', 'value', 'recorded_by', 'recorded_at'])
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  if (!known) throw invalidField('id', 'This ID is already in use', 409)
  return { entry: { ...known, value: known.value as Value, user_id }, created: false }
}

const maxClockSkewMs = 120_000

/** Inserts a diary entry once and audits it. @throws Problem 422 if it lies in the future */
export async function logEntry(
  { db, actor, audit }: Pick<AuthenticatedCall, 'db' | 'actor' | 'audit'>,
  person: AccessiblePerson,
  values: NewEntry,
): Promise<WellnessEntry> {
  if (values.recorded_at && Date.parse(values.recorded_at) > Date.now() + maxClockSkewMs)
    throw invalidField('recorded_at', 'Must not be in the future')
  const { entry, created } = await insertEntry(db, person, values, 'sessionId' in actor ? actor.id : null)
  audit({
    action: created ? 'create' : 'repeat',
    resourceType: 'wellness',
    resourceId: entry.id,
    organizationId: person.organization_id,
    details: { user_id: person.user_id, kind: entry.kind },
  })
  return entry
}
