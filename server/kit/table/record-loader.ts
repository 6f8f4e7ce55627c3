import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/open.ts'
import { batchLoader } from '../batch-loader.ts'
import type { ScopedCall } from './scope.ts'

type Load<Row> = (id: string) => Promise<Row | undefined>

/** Scopes whose loaders are kept; beyond it, all are dropped. They hold no rows. */
const maxScopes = 1_000

/**
 * Reads single records that are asked for at the same time by callers of the same scope in one query. Nothing is cached:
 * every query starts after the calls that it answers.
 * @param select the records with these ids in the scope of a call
 */
export function recordLoader<Row extends { id: string }>(
  select: (call: ScopedCall, ids: string[]) => RawBuilder<Row>,
): (call: ScopedCall & { db: Db }, scope: string, id: string) => Promise<Row | undefined> {
  const loaders = new WeakMap<Db, Map<string, Load<Row>>>()

  function loaderOf({ db, grant, actor }: ScopedCall & { db: Db }, scope: string): Load<Row> {
    const ofDatabase = loaders.get(db) ?? new Map<string, Load<Row>>()
    loaders.set(db, ofDatabase)
    const known = ofDatabase.get(scope)
    if (known) return known
    if (ofDatabase.size >= maxScopes) ofDatabase.clear()
    const load = batchLoader(async ids => {
      const { rows } = await select({ grant, actor }, ids).execute(db)
      return new Map(rows.map(row => [row.id, row]))
    })
    ofDatabase.set(scope, load)
    return load
  }

  return async (call, scope, id) => {
    const row = await loaderOf(call, scope)(id.toLowerCase())
    // Each caller may change what they get.
    return row && { ...row }
  }
}
