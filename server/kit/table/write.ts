import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldKind, unwrapSchema } from '#contract/kit/fields.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { type SlotFor, templates } from '../../db/statement-templates.ts'
import type { AuthenticatedCall } from '../call.ts'
import { Problem } from '../problem.ts'
import type { Row, TableConfig, Values } from './config.ts'
import { type Owner, rowScope, sharedScope } from './scope.ts'

/** The values that were given. */
export const present = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** A list of objects is stored as JSON; the driver would convert it to a PostgreSQL array. */
function isJsonList(field: z.ZodType | undefined): boolean {
  const inner = field && unwrapSchema(field)
  return inner instanceof z.ZodArray && fieldKind(inner.element as z.ZodType) === 'object'
}

type Written = Values & { id: string }
type Build<Result = unknown> = (slot: SlotFor<Written>) => RawBuilder<Result>

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

  const statements = templates<Written>()

  const set =
    (assignments: (slot: SlotFor<Written>) => RawBuilder<unknown>[]): Build =>
    slot =>
      sql`${prepared} update ${stored} set ${sql.join([...assignments(slot), ...touched])} where id = ${slot(({ id }) => id)}`
  const given = (slot: SlotFor<Written>, name: string) => slot(values => toStoredValue(name, values[name]))

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
   * @param name what distinguishes the statement from others of the same scope
   * @throws Problem 422 if the row is then outside the caller's scope
   */
  async function written(call: AuthenticatedCall, values: Written, name: string, build: Build): Promise<Row> {
    const scope = sharedScope(call, owner)
    const statement = <Result>(key: string, make: Build<Result>) =>
      statements(scope === null ? null : `${scope} ${key}`, make).execute(call.db, values)
    const shown = () => sql`${columns}, ${rowScope(call, owner)} as is_reached`
    if (config.view) {
      await statement(name, build)
      await writeBeside(call.db, values.id, values)
    }
    const { rows } = config.view
      ? await statement<Row>(
          'view',
          slot =>
            sql`select ${shown()} from ${sql.table(config.view ?? '')} where id = ${slot(({ id }) => id)}`,
        )
      : await statement<Row>(name, slot => sql`${build(slot)} returning ${shown()}`)
    const { is_reached, ...row } = rows[0] as Row
    if (!is_reached) {
      throw outOfReach(call.grant.reach === 'organization' ? owner.organization : (owner.person ?? 'id'))
    }
    return row
  }

  return {
    insert(call: AuthenticatedCall, row: Written): Promise<Row> {
      const names = Object.keys(row).filter(ours)
      return written(
        call,
        row,
        `insert ${names.join()}`,
        slot => sql`${prepared} insert into ${stored} (${sql.join(names.map(name => sql.ref(name)))})
          values (${sql.join(names.map(name => given(slot, name)))})`,
      )
    },

    update(call: AuthenticatedCall, id: string, values: Values): Promise<Row> {
      const names = Object.keys(values).filter(ours)
      const assignments = set(slot => names.map(name => sql`${sql.ref(name)} = ${given(slot, name)}`))
      return written(call, { ...values, id }, `update ${names.join()}`, assignments)
    },

    remove: (call: AuthenticatedCall, id: string) =>
      statements(
        'remove',
        removal
          ? set(() => [sql`${sql.ref(removal.markedBy)} = now()`])
          : slot => sql`delete from ${stored} where id = ${slot(values => values.id)}`,
      ).execute(call.db, { id }),

    /** For tables with soft deletion. */
    restore: (call: AuthenticatedCall, id: string) =>
      written(
        call,
        { id },
        'restore',
        set(() => [sql`${sql.ref(removal?.markedBy ?? '')} = null`]),
      ),
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
