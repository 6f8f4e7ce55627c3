import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { templates } from '../../db/statement-templates.ts'
import type { AuthenticatedCall } from '../call.ts'
import { notFound, Problem } from '../problem.ts'
import { everyOf } from './conditions.ts'
import type { Row, TableConfig } from './config.ts'
import { recordLoader } from './record-loader.ts'
import { matchesKey, type ScopedCall, sharedScope } from './scope.ts'

function absent(): never {
  throw notFound()
}

/**
 * Finds single records of a table, to show or to change them.
 * @param accessConditions the conditions for the rows that a call can access: existing or removed ones
 */
export function recordFinder<Schema extends z.ZodObject, List extends Endpoint>(
  config: TableConfig<Schema, List>,
  accessConditions: (call: ScopedCall, removed?: boolean) => (RawBuilder<boolean> | undefined)[],
) {
  type Shown = z.output<Schema>
  const fields = Object.keys(config.schema.shape)
  const columns = sql.join(fields.map(name => sql.ref(name)))
  const stored = sql.table(config.table)
  const source = sql.table(config.view ?? config.table)
  const isPerson = 'user_id' in config.schema.shape

  const findTogether = recordLoader<Shown & { id: string }>((call, ids) => {
    const where = everyOf([sql<boolean>`id = any(${ids})`, ...accessConditions(call)])
    return sql`${prepared} select ${fields.includes('id') ? columns : sql`${columns}, id`} from ${source} where ${where}`
  })

  async function find(call: AuthenticatedCall, id: string): Promise<Shown> {
    // Of a list of ids, PostgreSQL derives no conditions for the joins of a view, as it does of one id.
    const scope = isUuid(id) && !config.view ? sharedScope(call, config.owner) : null
    if (scope !== null && !call.db.isTransaction) return (await findTogether(call, scope, id)) ?? absent()
    const result = await sql<Shown>`${prepared}
      select ${columns} from ${source} where ${everyOf([matchesKey(id, isPerson), ...accessConditions(call)])}`.execute(
      call.db,
    )
    return result.rows[0] ?? absent()
  }

  const locking = templates<{ id: string }>()

  /** Locks a row, and refuses changes to an outdated version. */
  async function findForChange(
    call: AuthenticatedCall,
    id: string,
    removed = false,
  ): Promise<Row & { id: string }> {
    const scope = isUuid(id) ? sharedScope(call, config.owner) : null
    const statement = <Result>(name: string, build: (key: RawBuilder<boolean>) => RawBuilder<Result>) =>
      locking(scope && `${name} ${removed} ${scope}`, slot =>
        build(scope ? sql<boolean>`id = ${slot(given => given.id)}` : matchesKey(id, isPerson)),
      ).execute(call.db, { id })
    // A view with outer joins cannot be locked, so its table is.
    if (config.view)
      await statement('lock', key => sql`${prepared} select from ${stored} where ${key} for update`)
    const result = await statement<Row & { id: string }>(
      'find',
      key => sql`${prepared}
        select ${columns} from ${source} where ${everyOf([key, ...accessConditions(call, removed)])}
        ${config.view ? sql`` : sql`for update`}`,
    )
    const before = result.rows[0] ?? absent()
    if (call.ifMatch !== null && before.version !== call.ifMatch) {
      throw new Problem(412, 'Someone else changed this record in the meantime.', { kind: 'stale' })
    }
    return before
  }

  return { find, findForChange }
}
