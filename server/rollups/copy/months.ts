import type { Kysely } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Source } from '../source.ts'
import { iso, runBatch } from './batch.ts'
import type { CopyStore } from './store.ts'
import { copiedRange, tableOf } from './tables.ts'

/** Start of the oldest month whose rows are complete: older ones were dropped after their retention period. */
export async function oldestMonth(db: Db, { retention }: Source): Promise<number> {
  if (!retention) return copiedRange[0]
  const round = await db
    .selectFrom('retention_rounds')
    .select('through')
    .where('kind', '=', retention)
    .executeTakeFirst()
  if (!round) return copiedRange[0]
  const through = new Date(round.through)
  return Math.max(copiedRange[0], Date.UTC(through.getUTCFullYear(), through.getUTCMonth(), 1))
}

/** Removes months from the copy whose rows were dropped. Their figures stay in the embedded rollups. */
export async function dropMonths(
  db: Kysely<Tables>,
  store: CopyStore,
  source: Source,
  before: number,
): Promise<void> {
  await db
    .updateTable('rollup_copies')
    .set({ copied_from: iso(before) })
    .where('source', '=', source.name)
    .where('copied_from', '<', iso(before))
    .execute()
  const month = iso(before).slice(0, 7).replace('-', '')
  const old = await store.query<{ partition: string }>(`select distinct partition from system.parts
    where active and database = currentDatabase() and table = '${tableOf(source)}' and toUInt32(partition) < ${month}`)
  if (old.length === 0) return
  // Whoever still reads these months finds a later batch afterwards, and reads the embedded rollups instead.
  await runBatch(db, store, source, [], async () => {})
  for (const { partition } of old)
    await store.command(`alter table ${tableOf(source)} drop partition ${partition}`)
}
