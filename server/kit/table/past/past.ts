import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import { type AsOfReply, maxPastChanges } from '#contract/kit/as-of.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { defaultPageSize, type Listing, type ListQuery } from '#contract/kit/listing.ts'
import { can } from '#contract/kit/permissions.ts'
import type { Db } from '../../../db/open.ts'
import type { AuthenticatedCall } from '../../call.ts'
import { notFound, Problem } from '../../problem.ts'
import { everyOf, filterConditions } from '../conditions.ts'
import type { Row, TableConfig } from '../config.ts'
import { listOrder } from '../order.ts'
import { matchesKey, rowScope } from '../scope.ts'
import {
  changesAfter,
  erasedAmong,
  lastChangeUntil,
  organizationsWithErasures,
  type PresentRow,
  presentRows,
  relationOf,
} from './queries.ts'
import { onlyNow, readInstant, refuseAsOf, requireLogged, usedFields } from './query.ts'
import {
  bookkeeping,
  type LoggedChange,
  type PastRecord,
  personFieldsOf,
  type RewindRules,
  rewind,
  rewindDeletion,
} from './rewind.ts'

/** Rows of the past that an export reads at a time. */
const batchSize = 2_000

/** What no change can change. */
const identity = ['id', 'user_id']

/**
 * Reads a table as of an instant, from its rows and the activity log. Callers see past rows only if they may see both the
 * row as it was and as it is; of deleted rows, as it was last, and only if they may delete rows.
 */
export function pastReader<Schema extends z.ZodObject, List extends Endpoint>(
  config: TableConfig<Schema, List>,
  history: NonNullable<TableConfig<Schema, List>['history']>,
) {
  const { owner, removal } = config
  const listing = config.list.listing as Listing
  const shape = config.schema.shape as Record<string, z.ZodType>
  const fields = Object.keys(shape)
  const columns = sql.join(fields.map(name => sql.ref(name)))
  const source = sql.table(config.view ?? config.table)
  const types = [config.resource, ...(history.types ?? [])]
  const logged = Object.fromEntries(
    Object.entries({ ...shape, ...history.columns }).filter(
      ([name]) => ![...identity, ...bookkeeping, ...history.unlogged].includes(name),
    ),
  )
  const rules: RewindRules = { logged, unlogged: history.unlogged, removedAt: removal?.markedBy ?? null }
  const personFields = personFieldsOf(shape)
  const optionalPersonFields = personFields.filter(name => (shape[name] as z.ZodType).isNullable())
  const marked = removal && sql<boolean>`${sql.ref(removal.markedBy)} is not null`

  const access = (call: AuthenticatedCall) => [rowScope(call, owner), config.where]

  function mayManage({ actor }: AuthenticatedCall): boolean {
    const { access } = config.list
    return typeof access !== 'string' && can(actor.role, { ...access, action: 'delete' })
  }

  /** Access to the rows as they are now; removed ones only for callers who may list them. */
  const presentAccess = (call: AuthenticatedCall) =>
    everyOf([
      ...access(call),
      marked && !removal?.isShown && !mayManage(call) ? sql`not (${marked})` : undefined,
    ])

  async function changesOf(call: AuthenticatedCall, instant: string, ids?: readonly string[]) {
    const changes = await changesAfter(call.db, types, instant, ids)
    if (!changes)
      throw refuseAsOf(
        `More than ${maxPastChanges} changes were logged since then. Choose a later time or fewer records.`,
      )
    return changes
  }

  /** Ids of the rows that a caller may see, among rows that are in no table. */
  async function reachedAmong(call: AuthenticatedCall, rows: readonly Row[]): Promise<Set<string>> {
    if (rows.length === 0) return new Set()
    const reached = await sql<{ id: string }>`
      select id from ${relationOf(source, rows)} where ${everyOf(access(call))}`.execute(call.db)
    return new Set(reached.rows.map(({ id }) => id))
  }

  /** Keeps erased people erased: a past row that belongs to one is left out, a reference to one is unknown. */
  async function withoutErased(
    call: AuthenticatedCall,
    records: Map<string, PastRecord>,
  ): Promise<Map<string, PastRecord>> {
    const referenced = [...records.values()].flatMap(({ values }) =>
      personFields.map(name => values[name]).filter(id => typeof id === 'string'),
    )
    const erased = await erasedAmong(call.db, [...new Set(referenced)])
    if (erased.size === 0) return records
    const isErased = ({ values }: PastRecord, name: string) => erased.has(values[name] as string)
    const kept = [...records].filter(
      ([, record]) =>
        !personFields.some(name => !optionalPersonFields.includes(name) && isErased(record, name)),
    )
    return new Map(
      kept.map(([id, record]) => {
        const names = personFields.filter(name => isErased(record, name))
        const values = { ...record.values, ...Object.fromEntries(names.map(name => [name, null])) }
        return [id, { ...record, values, unknown: new Set([...record.unknown, ...names]) }]
      }),
    )
  }

  /** Records with changes since the instant, as they were. Those that did not exist or are out of reach are left out. */
  async function rewindAll(
    call: AuthenticatedCall,
    instant: string,
    changes: ReadonlyMap<string, readonly LoggedChange[]>,
  ): Promise<Map<string, PastRecord>> {
    const ids = [...changes.keys()].filter(isUuid)
    const present = new Map<string, PresentRow>(
      (await presentRows(call.db, source, sql`id = any(${ids}::uuid[])`, presentAccess(call))).map(row => [
        row.id,
        row,
      ]),
    )
    const gone = removal || !mayManage(call) ? [] : ids.filter(id => !present.has(id))
    const deletions = gone.flatMap(id => {
      const row = rewindDeletion(changes.get(id) ?? [], rules)
      return row ? [{ ...row, id }] : []
    })
    const reached = await reachedAmong(call, deletions)
    for (const { id, is_reached } of present.values()) if (is_reached) reached.add(id)
    const records = new Map<string, PastRecord>()
    for (const id of reached) {
      const record = rewind(present.get(id)?.row ?? null, changes.get(id) ?? [], instant, rules)
      if (typeof record !== 'string' && (history.matches?.(record.values) ?? true))
        records.set(id, { ...record, values: { ...record.values, id } })
    }
    return withoutErased(call, records)
  }

  /** A row for a reply: without the fields that are unknown, which it names. */
  function shownRow(row: Row, unknown: ReadonlySet<string>): Row {
    const known = fields.filter(name => !unknown.has(name))
    return {
      ...Object.fromEntries(known.map(name => [name, row[name]])),
      unknown: fields.filter(name => unknown.has(name)),
    }
  }

  /** Empty references to people in organizations where people were erased since. */
  const maybeEmptied = (row: Row, erasing: ReadonlySet<string>) =>
    erasing.has(row[owner.organization] as string)
      ? optionalPersonFields.filter(name => row[name] === null)
      : []

  /** What is unknown of a row without changes since the instant. */
  function unknownOfUnchanged(row: Row, instant: string, erasing: ReadonlySet<string>): Set<string> {
    const isUntouched = Date.parse(String(row.updated_at)) <= Date.parse(instant)
    return new Set([...history.unlogged, ...(isUntouched ? [] : bookkeeping), ...maybeEmptied(row, erasing)])
  }

  /** What is unknown of a row with changes; the log may say that a reference was empty. */
  const unknownOf = ({ values, unknown, stated }: PastRecord, erasing: ReadonlySet<string>) =>
    new Set([...unknown, ...maybeEmptied(values, erasing).filter(name => !stated.has(name))])

  const findErasures = async ({ db }: AuthenticatedCall, instant: string): Promise<Set<string>> =>
    optionalPersonFields.length > 0 ? organizationsWithErasures(db, instant) : new Set()

  /** The reply is not one of the call's schema: its rows lack what is unknown. */
  function send(call: AuthenticatedCall, reply: Row & AsOfReply): never {
    call.reply.type('application/json; charset=utf-8').serializer((value: unknown) => JSON.stringify(value))
    return reply as never
  }

  /** What a list's query reads as of its instant. @throws Problem 422 if that cannot be told */
  async function readPast(call: AuthenticatedCall) {
    const query = call.query as ListQuery
    const instant = await readInstant(call.db, query.as_of as string)
    if (query.removed) throw onlyNow()
    requireLogged(listing, query, [...history.unlogged, 'updated_at'])
    const { personal } = call.grant
    const filters = filterConditions(listing, query, personal, { table: config.table })
    const order = listOrder(listing, query, personal)
    const changes = await changesOf(call, instant, query.id)
    const records = await rewindAll(call, instant, changes)
    const erasing = await findErasures(call, instant)

    const used = usedFields(listing, query)
    const unknowns = new Map([...records].map(([id, record]) => [id, unknownOf(record, erasing)]))
    const isUsed = (unknown: ReadonlySet<string>) => used.some(name => unknown.has(name))
    const omittedIds = [...unknowns].filter(([, unknown]) => isUsed(unknown)).map(([id]) => id)
    // In unchanged rows, only a reference that an erasure may have emptied can be unknown.
    const emptied = optionalPersonFields.filter(name => used.includes(name))
    const isEmptied = sql.join([sql`false`, ...emptied.map(name => sql`${sql.ref(name)} is null`)], sql` or `)
    const isOmitted = sql`(id = any(${omittedIds}::uuid[]) or (id <> all(${[...records.keys()]}::uuid[])
      and ${sql.ref(owner.organization)} = any(${[...erasing]}::uuid[]) and (${isEmptied})))`
    const rows = [...records.values()].map(({ values }) => values)
    const existed = everyOf([
      presentAccess(call),
      sql`created_at <= ${instant}`,
      sql`id <> all(${[...changes.keys()].filter(isUuid)}::uuid[])`,
      removal && sql`(${sql.ref(removal.markedBy)} is null or ${sql.ref(removal.markedBy)} > ${instant})`,
    ])
    return {
      instant,
      order,
      isOmitted,
      past: sql`(select * from ${source} where ${existed}
        union all select * from ${relationOf(source, rows)}) as past`,
      within: everyOf([...access(call), ...filters]),
      shown: (row: Row) =>
        shownRow(row, unknowns.get(row.id as string) ?? unknownOfUnchanged(row, instant, erasing)),
    }
  }

  async function page(call: AuthenticatedCall): Promise<never> {
    const { instant, order, isOmitted, past, within, shown } = await readPast(call)
    const { _start = 0, limit = defaultPageSize, _end = _start + limit } = call.query as ListQuery
    const size = _end - _start
    const { rows } =
      size > 0
        ? await sql<Row>`
            select ${columns} from ${past} where ${within} and not ${isOmitted}
            order by ${order.by} limit ${size} offset ${_start}`.execute(call.db)
        : { rows: [] }
    const counted = await sql<{ total: number; omitted: number }>`
      select count(*) filter (where ${within} and not ${isOmitted}) as total,
        count(*) filter (where ${isOmitted}) as omitted
      from ${past} where ${everyOf(access(call))}`.execute(call.db)
    return send(call, {
      [listing.rows]: rows.map(shown),
      total: counted.rows[0]?.total ?? 0,
      as_of: instant,
      unknown: [...history.unlogged],
      omitted: counted.rows[0]?.omitted ?? 0,
    })
  }

  /**
   * All rows of a list's selection as of its instant, in its order, with `as_of` and `unknown`. Each batch reads the past
   * again, so that changes made meanwhile are reverted as well.
   */
  async function rows(call: AuthenticatedCall): Promise<(db: Db) => AsyncIterable<Row[]>> {
    await readPast(call)
    return async function* (db) {
      for (let last: Row | undefined; ; ) {
        const { instant, order, isOmitted, past, within, shown } = await readPast({ ...call, db })
        const { rows } = await sql<Row>`
          select ${columns} from ${past} where ${within} and not ${isOmitted}
            and ${last ? order.after(last) : sql`true`}
          order by ${order.by} limit ${batchSize}`.execute(db)
        yield rows.map(row => ({ ...shown(row), as_of: instant }))
        if (rows.length < batchSize) return
        last = rows.at(-1)
      }
    }
  }

  async function find(call: AuthenticatedCall, key: string): Promise<never> {
    const instant = await readInstant(call.db, (call.query as { as_of: string }).as_of)
    const [present] = await presentRows(
      call.db,
      source,
      matchesKey(key, 'user_id' in shape),
      presentAccess(call),
    )
    if (present ? !present.is_reached : !isUuid(key)) throw notFound()
    const id = present?.id ?? key
    const changes = await changesOf(call, instant, [id])
    // A row without changes is rewound as well: it may be younger, or have been removed.
    const record = (await rewindAll(call, instant, changes.has(id) ? changes : new Map([[id, []]]))).get(id)
    if (!record) throw present ? absentThen() : notFound()
    const { rows } = await sql<Row>`
      select ${columns} from ${relationOf(source, [record.values])} where ${everyOf(access(call))}`.execute(
      call.db,
    )
    const [row] = rows
    if (!row) throw notFound()
    const erasing = await findErasures(call, instant)
    return send(call, {
      ...shownRow(row, unknownOf(record, erasing)),
      as_of: instant,
      log: await lastChangeUntil(call.db, types, id, instant),
    } as Row & AsOfReply)
  }

  return { page, rows, find }
}

const absentThen = () =>
  new Problem(404, 'The activity log knows no such record at that time', { kind: 'absent-then' })
