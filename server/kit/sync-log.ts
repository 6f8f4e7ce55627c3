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
 * Records a change for the sync clients of a person, in the transaction of the write. Other writes for the same person get
 * their position only after it commits, so positions become visible in order.
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
