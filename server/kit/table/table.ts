import { type RawBuilder, sql } from 'kysely'
import QueryStream from 'pg-query-stream'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { facts } from '#contract/fields.ts'
import { defaultPage, type Listing, type ListQuery } from '#contract/listing.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { SignedInCall } from '../call.ts'
import { notFound, Problem } from '../problem.ts'
import type { ListHandler } from '../serve.ts'
import { conditionsOf, hidden, sortKey } from './conditions.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { type Owner, reached } from './scope.ts'
import { countOf, forgetCounts } from './total.ts'

type Row = Record<string, unknown>
type Values = Record<string, unknown>

/** What the kit needs to know to read and write one table as a resource. */
export interface TableFacts<Schema extends z.ZodObject, List extends Endpoint> {
  table: keyof Tables & string
  /** What the activity log calls it. */
  resource: string
  /** One row as the API shows it; every field is a column. */
  schema: Schema
  list: List
  owner: Owner
  /** Rows that are never touched or shown: another resource of the same table. */
  where?: RawBuilder<boolean>
  /** Whether removed rows stay, marked by `deleted_at`. */
  keepsRemoved?: boolean
  /** Refuses, or completes, a row before it is written. */
  check?(call: SignedInCall, row: Values, before: Row | null): Promise<void> | void
}

/** Every administered table's reading and writing: scoped, filtered, audited, versioned. Written once. */
export function table<Schema extends z.ZodObject, List extends Endpoint>(given: TableFacts<Schema, List>) {
  type Shown = z.output<Schema>
  const listing = given.list.listing as Listing
  const fields = Object.keys(given.schema.shape)
  const from = sql.table(given.table)
  const columns = sql.join(fields.map(name => sql.ref(name)))
  const base = [
    ...(given.where ? [given.where] : []),
    ...(given.keepsRemoved ? [sql<boolean>`deleted_at is null`] : []),
  ]
  const all = (conditions: RawBuilder<boolean>[]) => sql.join(conditions, sql` and `)
  const selection = (call: SignedInCall) => {
    const query = call.query as ListQuery
    return all([reached(call, given.owner), ...base, ...conditionsOf(listing, query, call.grant.personal)])
  }

  function order({ query, grant }: SignedInCall): RawBuilder<unknown> {
    const { _sort, _order = '' } = query as ListQuery
    const names = _sort?.split(',') ?? [listing.keyset ?? listing.sort[0] ?? 'id']
    const directions = _order.toLowerCase().split(',')
    const down = (index: number) => (directions[index] || (listing.keyset ? 'desc' : 'asc')) === 'desc'
    for (const name of names)
      if (!grant.personal && facts(listing.schema.shape[name]).personal) throw hidden(name)
    const keys = names.map(
      (name, index) => sql`${sortKey(listing, name)} ${down(index) ? sql`desc` : sql`asc`}`,
    )
    return sql.join([...keys, sql`id ${down(names.length - 1) ? sql`desc` : sql`asc`}`])
  }

  async function page(call: SignedInCall): Promise<ReplyOf<List>> {
    const { _start = 0, _end = _start + defaultPage, _after, _order } = call.query as ListQuery
    const where = selection(call)
    const size = _end - _start
    const { keyset } = listing
    const after =
      keyset && _after
        ? sql`(${sql.ref(keyset)}, id) ${_order === 'asc' ? sql`>` : sql`<`} ${readCursor(_after)}`
        : sql`true`
    const rows = await sql<Row>`
      select ${columns} from ${from} where ${where} and ${after}
      order by ${order(call)} limit ${keyset ? size + 1 : size} offset ${_after ? 0 : _start}`.execute(
      call.db,
    )
    const total = await countOf(call.db, given.table, from, where, keyset !== undefined)
    if (!keyset) return { [listing.rows]: rows.rows, total: total.count } as ReplyOf<List>
    const shown = rows.rows.slice(0, size)
    const last = rows.rows.length > size ? shown.at(-1) : undefined
    return {
      [listing.rows]: shown,
      total: total.count,
      total_is_estimate: total.estimated,
      next: last ? cursorOf(last[keyset] as string, last.id as string) : null,
    } as ReplyOf<List>
  }

  /** All rows of a list's selection in its order, through a cursor: memory stays flat. */
  async function* rows(call: SignedInCall): AsyncGenerator<Row> {
    const { db, pool } = call.services.database
    const statement =
      sql`select ${columns} from ${from} where ${selection(call)} order by ${order(call)}`.compile(db)
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const stream = client.query(
        new QueryStream(statement.sql, statement.parameters as unknown[], { batchSize: 500 }),
      )
      yield* stream
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function find(call: SignedInCall, id: string, lock = false): Promise<Shown> {
    if (!isUuid(id)) throw notFound()
    const found = await sql<Shown>`
      select ${columns} from ${from} where id = ${id} and ${all([reached(call, given.owner), ...base])}
      ${lock ? sql`for update` : sql``}`.execute(call.db)
    const [row] = found.rows
    if (!row) throw notFound()
    return row
  }

  /** Refuses a change to a version that is no longer the newest. */
  async function findForChange(call: SignedInCall, id: string): Promise<Row> {
    const before = (await find(call, id, true)) as Row
    if (call.ifMatch !== null && before.version !== call.ifMatch) {
      throw new Problem(412, 'Somebody else changed this record in the meantime.', { kind: 'stale' })
    }
    return before
  }

  const organizationOf = (row: Row) => row[given.owner.organization] as string

  async function insert(call: SignedInCall, values: Values): Promise<Shown> {
    const row: Values = { id: uuid(), ...present(values) }
    await given.check?.(call, row, null)
    await mustReach(call, row, given.owner)
    const names = Object.keys(row)
    const inserted = await sql<Shown>`
      insert into ${from} (${sql.join(names.map(name => sql.ref(name)))})
      values (${sql.join(names.map(name => row[name]))}) returning ${columns}`.execute(call.db)
    const shown = inserted.rows[0] as Shown & Row
    call.record({
      action: 'create',
      resourceType: given.resource,
      resourceId: shown.id as string,
      organizationId: organizationOf(shown),
      details: { after: visible(shown, Object.keys(values)) },
    })
    forgetCounts(given.table)
    return shown
  }

  async function update(call: SignedInCall, id: string, values: Values): Promise<Shown> {
    const before = await findForChange(call, id)
    const row = present(values)
    await given.check?.(call, row, before)
    const changed = Object.keys(row).filter(
      name => JSON.stringify(row[name]) !== JSON.stringify(before[name]),
    )
    if (changed.length === 0) return before as Shown
    await mustReach(call, { ...before, ...row }, given.owner)
    const assignments = changed.map(name => sql`${sql.ref(name)} = ${row[name]}`)
    const updated = await sql<Shown>`
      update ${from} set ${sql.join(assignments)}, version = version + 1, updated_at = now()
      where id = ${id} returning ${columns}`.execute(call.db)
    const after = updated.rows[0] as Shown & Row
    call.record({
      action: 'update',
      resourceType: given.resource,
      resourceId: id,
      organizationId: organizationOf(after),
      details: { before: visible(before, changed), after: visible(after, changed) },
    })
    forgetCounts(given.table)
    return after
  }

  async function remove(call: SignedInCall, id: string): Promise<void> {
    const before = await findForChange(call, id)
    await given.check?.(call, {}, before)
    await (given.keepsRemoved
      ? sql`update ${from} set deleted_at = now(), version = version + 1 where id = ${id}`
      : sql`delete from ${from} where id = ${id}`
    ).execute(call.db)
    call.record({
      action: 'delete',
      resourceType: given.resource,
      resourceId: id,
      organizationId: organizationOf(before),
      details: { before: visible(before, fields) },
    })
    forgetCounts(given.table)
  }

  const visible = (row: Row, names: string[]) =>
    Object.fromEntries(names.filter(name => name in given.schema.shape).map(name => [name, row[name]]))

  return {
    /** Answers the list endpoint, a page or everything as CSV. */
    list: { resource: given.resource, page, rows } as unknown as ListHandler<List>,
    find,
    insert,
    update,
    remove,
  }
}

/** Refuses to write a row beyond the caller's reach, or one that ties a person to another organization. */
async function mustReach(call: SignedInCall, row: Values, owner: Owner): Promise<void> {
  const organization = row[owner.organization]
  if (
    call.grant.reach !== 'all' &&
    owner.organization !== 'id' &&
    organization !== call.actor.organizationId
  ) {
    throw outOfReach(owner.organization)
  }
  if (!owner.person || !row[owner.person]) return
  const person = await reachedPerson(call.db, row[owner.person] as string, organization as string)
  if (!person) throw outOfReach(owner.person)
}

const reachedPerson = (db: Db, id: string, organizationId: string) =>
  db
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const outOfReach = (field: string) => {
  const what = field.replace(/_id$/, '').replaceAll('_', ' ')
  const detail = `This ${what} does not exist`
  return new Problem(422, detail, { errors: [{ pointer: `#/${field}`, in: 'body', detail }] })
}

const present = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
