import { sql } from 'kysely'
import type { SyncKind } from '#contract/care/sync.ts'
import type { Db } from '../db/open.ts'

interface Changed {
  kind: SyncKind
  id: string
  version: number
  deleted?: boolean
}

/**
 * Keeps, in the transaction of a write, that the clients of a person have to be told of it. Until it commits no other
 * write of the same person gets a position, so none becomes visible behind a later one.
 */
export async function recordSyncChange(
  db: Db,
  person: string,
  { kind, id, version, deleted = false }: Changed,
) {
  await sql`
    with head as (
      insert into sync_heads (person_id, position) values (${person}, 1)
      on conflict (person_id) do update set position = sync_heads.position + 1 returning position
    )
    insert into sync_changes (person_id, kind, record_id, position, version, deleted)
    select ${person}, ${kind}, ${id}, position, ${version}, ${deleted} from head
    on conflict (person_id, kind, record_id) do update
      set position = excluded.position, version = excluded.version, deleted = excluded.deleted`.execute(db)
}
