import { sql } from 'kysely'
import type { z } from 'zod'
import type { AuthenticatedCall } from '../call.ts'
import type { Row, TableConfig } from '../table/config.ts'
import { type PresentRow, presentRows } from '../table/past/queries.ts'
import { bookkeeping, personFieldsOf } from '../table/past/rewind.ts'
import { rowScope } from '../table/scope.ts'
import type { UndoRules } from './plan.ts'

/** What an undo reads of a resource. */
export interface UndoSource {
  /** Resource types under which changes of the rows are logged. */
  types: readonly string[]
  rules: UndoRules
  table: string
  /** Tables with parts of a row, which do not count as references to it. */
  parts: readonly string[]
  /** The rows with some ids, removed ones included, and whether the caller may see them. */
  present(call: AuthenticatedCall, ids: readonly string[]): Promise<PresentRow[]>
}

/** What no undo writes. */
const fixed = ['id', 'user_id', 'created_at', ...bookkeeping]

// biome-ignore lint/suspicious/noExplicitAny: of tables with any schema and list
type AnyConfig = TableConfig<any, any>

/** The undo source of a table whose changes are logged. */
export function undoSource(config: AnyConfig, history: NonNullable<AnyConfig['history']>): UndoSource {
  const shape = config.schema.shape as Record<string, z.ZodType>
  const marker = config.removal?.markedBy ?? null
  const fields = Object.fromEntries(
    Object.entries(shape).filter(([name]) => !fixed.includes(name) && name !== marker),
  )
  const source = sql.table(config.view ?? config.table)
  return {
    types: [config.resource, ...(history.types ?? [])],
    rules: {
      fields,
      unlogged: history.unlogged,
      personFields: personFieldsOf(shape),
      removedAt: marker,
    },
    table: config.table,
    parts: [...(history.parts ?? []), ...(config.sideTable ? [config.sideTable.table] : [])],
    present: (call, ids) =>
      presentRows(
        call.db,
        source,
        sql<boolean>`id = any(${ids}::uuid[])`,
        sql`${rowScope(call, config.owner)} and ${config.where ?? sql`true`}`,
      ),
  }
}

/** The display name of a row. */
export const titleOf = (row: Row | null): string | null => {
  const title = row?.name ?? row?.title ?? row?.term
  return typeof title === 'string' ? title : null
}
