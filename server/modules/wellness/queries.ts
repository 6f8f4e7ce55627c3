import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewWellnessEntry, WellnessEntry, WellnessKind } from '#contract/wellness.ts'
import type { Db } from '#server/db/open.ts'
import type { PersonInReach } from '#server/kit/person.ts'

type Value = Record<string, unknown>

/** What was logged of a person, newest first. */
export async function entriesOf(
  db: Db,
  { id, user_id }: PersonInReach,
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

/** @param recordedBy null for a program. */
export async function addEntry(
  db: Db,
  { id: person_id, user_id, organization_id }: PersonInReach,
  { kind, value, recorded_at }: z.output<typeof NewWellnessEntry>,
  recordedBy: string | null,
): Promise<WellnessEntry> {
  const row = {
    id: uuid(),
    kind,
    recorded_by: recordedBy,
    recorded_at: new Date(recorded_at ?? Date.now()).toISOString(),
  }
  await db
    .insertInto('wellness_entries')
    .values({ ...row, organization_id, person_id, value: JSON.stringify(value) })
    .execute()
  return { ...row, value, user_id }
}
