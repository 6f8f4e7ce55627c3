import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldKind, unwrapSchema } from '#contract/kit/fields.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { AuthenticatedCall } from '../call.ts'
import { Problem } from '../problem.ts'
import type { Row, TableConfig, Values } from './config.ts'
import { type Owner, rowScope } from './scope.ts'

/** The values that were given. */
export const present = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** A list of objects is stored as JSON; the driver would convert it to a PostgreSQL array. */
function isJsonList(field: z.ZodType | undefined): boolean {
  const inner = field && unwrapSchema(field)
  return inner instanceof z.ZodArray && fieldKind(inner.element as z.ZodType) === 'object'
}

/** Statements that write a resource's row and return it as it is read. */
export function tableWriter<Schema extends z.ZodObject, List extends Endpoint>(
  config: TableConfig<Schema, List>,
) {
  const { owner, sideTable, removal } = config
  const shape = config.schema.shape as Record<string, z.ZodType>
  const stored = sql.table(config.table)
  const columns = sql.join(Object.keys(shape).map(name => sql.ref(name)))
  const ours = (name: string) => !sideTable?.columns.includes(name)
  const toStoredValue = (name: string, value: unknown) =>
    isJsonList(shape[name]) ? JSON.stringify(value) : value
  const assigned = ([name, value]: [string, unknown]) => sql`${sql.ref(name)} = ${toStoredValue(name, value)}`
  const touched = [
    ...('version' in shape ? [sql`version = version + 1`] : []),
    ...('updated_at' in shape ? [sql`updated_at = now()`] : []),
  ]

  const set = (id: string, assignments: RawBuilder<unknown>[]) =>
    sql`${prepared} update ${stored} set ${sql.join(assignments)} where id = ${id}`

  /** Writes the columns of the side table; its row is inserted with the first value. */
  async function writeBeside(db: Db, id: string, values: Values): Promise<void> {
    const entries = Object.entries(values).filter(([name]) => !ours(name))
    if (!sideTable || entries.length === 0) return
    const organization = sql`(select organization_id from ${stored} where id = ${id})`
    await sql`
      insert into ${sql.table(sideTable.table)}
        (${sql.join([sideTable.key, 'organization_id', ...entries.map(([name]) => name)].map(name => sql.ref(name)))})
      values (${sql.join([id, organization, ...entries.map(([name, value]) => toStoredValue(name, value))])})
      on conflict (${sql.ref(sideTable.key)})
      do update set ${sql.join([...entries.map(assigned), sql`updated_at = now()`])}`.execute(db)
  }

  /**
   * Runs a statement on one row, writes its side table, and returns the row.
   * @throws Problem 422 if the row is then outside the caller's scope
   */
  async function written(
    call: AuthenticatedCall,
    id: string,
    statement: RawBuilder<unknown>,
    values: Values = {},
  ): Promise<Row> {
    const shown = sql`${columns}, ${rowScope(call, owner)} as is_reached`
    let answering = sql<Row>`${statement} returning ${shown}`
    if (config.view) {
      await statement.execute(call.db)
      await writeBeside(call.db, id, values)
      answering = sql<Row>`select ${shown} from ${sql.table(config.view)} where id = ${id}`
    }
    const { is_reached, ...row } = (await answering.execute(call.db)).rows[0] as Row
    if (!is_reached) {
      throw outOfReach(call.grant.reach === 'organization' ? owner.organization : (owner.person ?? 'id'))
    }
    return row
  }

  return {
    insert(call: AuthenticatedCall, row: Values & { id: string }): Promise<Row> {
      const own = Object.entries(row).filter(([name]) => ours(name))
      const statement = sql`${prepared} insert into ${stored} (${sql.join(own.map(([name]) => sql.ref(name)))})
        values (${sql.join(own.map(([name, value]) => toStoredValue(name, value)))})`
      return written(call, row.id, statement, row)
    },

    update(call: AuthenticatedCall, id: string, values: Values): Promise<Row> {
      const own = Object.entries(values).filter(([name]) => ours(name))
      return written(call, id, set(id, [...own.map(assigned), ...touched]), values)
    },

    remove: (call: AuthenticatedCall, id: string) =>
      (removal
        ? set(id, [sql`${sql.ref(removal.markedBy)} = now()`, ...touched])
        : sql`delete from ${stored} where id = ${id}`
      ).execute(call.db),

    /** For tables with soft deletion. */
    restore: (call: AuthenticatedCall, id: string) =>
      written(call, id, set(id, [sql`${sql.ref(removal?.markedBy ?? '')} = null`, ...touched])),
  }
}

/** Refuses a row that references a person of another organization. */
export async function requireSameOrganization(
  { db }: AuthenticatedCall,
  row: Values,
  owner: Owner,
): Promise<void> {
  if (!owner.person || owner.person === 'id' || !row[owner.person]) return
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', row[owner.person] as string)
    .where('organization_id', '=', row[owner.organization] as string)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw outOfReach(owner.person)
}

const outOfReach = (field: string) => {
  const what = field.replace(/_id$/, '').replaceAll('_', ' ')
  const detail = `This ${what} does not exist`
  return new Problem(422, detail, { errors: [{ pointer: `#/${field}`, in: 'body', detail, code: 'absent' }] })
}
