import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import { defaultPageSize, type Listing, type ListQuery } from '#contract/kit/listing.ts'
import { can } from '#contract/kit/permissions.ts'
import type { Db } from '../../db/open.ts'
import { preparedList } from '../../db/prepared-statements.ts'
import { afterCommit } from '../audit.ts'
import type { AuthenticatedCall } from '../call.ts'
import { list, type Search, type Selected } from '../handlers.ts'
import { forbidden, invalidField } from '../problem.ts'
import { undoSource } from '../undo/source.ts'
import { everyOf, filterConditions, type Source } from './conditions.ts'
import type { ExtraFilters, RecordCall, Row, TableConfig, Values, WriteAct } from './config.ts'
import { recordFinder } from './find.ts'
import { groupReader } from './groups.ts'
import { cursorOf, listOrder, readCursor } from './order.ts'
import {
  awaitPageAnchor,
  cachedCount,
  cacheGeneration,
  clearPageCache,
  invalidateWith,
  readWithoutAnchor,
  savePageAnchors,
  statementKey,
} from './page-cache.ts'
import { pastReader } from './past/past.ts'
import { isAsOf, onlyNow } from './past/query.ts'
import { rowScope, type ScopedCall } from './scope.ts'
import { searchQuery } from './search.ts'
import { present, requireSameOrganization, tableWriter } from './write.ts'

/** From this offset on, a page is read from a cached anchor instead of from the first row. */
const minAnchoredOffset = 500
/** Rows of the first page of an export, which someone waits for, and of the following ones. */
const [firstExportPage, exportPage] = [100, 500]

/** Reads and writes the table of a resource: scoped, filtered, audited and versioned. */
export function table<Schema extends z.ZodObject, List extends Endpoint>(
  config: TableConfig<Schema, List> & ExtraFilters<List>,
) {
  type Shown = z.output<Schema>
  const listing = config.list.listing as Listing
  const fields = Object.keys(config.schema.shape)
  const source = sql.table(config.view ?? config.table)
  const columns = sql.join(fields.map(name => sql.ref(name)))
  /** The list is keyed by the id, whether or not its rows show it. */
  const exportColumns = fields.includes('id') ? columns : sql`${columns}, id`
  const write = tableWriter(config)
  const { removal } = config
  invalidateWith(config.resource, config.table)
  const marked = removal && sql<boolean>`${sql.ref(removal.markedBy)} is not null`
  /** Conditions for the rows that a call can access: existing or removed ones. */
  const accessConditions = (call: ScopedCall, removed = false) => [
    rowScope(call, config.owner),
    config.where,
    removed ? marked : marked && !removal?.isShown ? sql<boolean>`not (${marked})` : undefined,
  ]
  const filtersOf = ({ query, grant }: AuthenticatedCall) =>
    filterConditions(listing, query as ListQuery, grant.personal, config as Source)
  const selection = (call: AuthenticatedCall, filters = filtersOf(call)) => {
    const query = call.query as ListQuery
    if (query.removed) mustManage(call)
    if (isAsOf(call)) throw onlyNow()
    return everyOf([...accessConditions(call, query.removed), ...filters])
  }

  /** Whether one plan is the best for every value in a selection: there are none, or an index has each in the list's order. */
  function hasOnePlan({ grant, query }: AuthenticatedCall, filters: readonly unknown[]): boolean {
    if (grant.reach !== 'all') return false
    const { ordered = [] } = config
    const given = query as Record<string, unknown[] | undefined>
    const isOrdered = () => ordered.some(name => given[name]?.length === 1)
    return filters.length === 0 || (filters.length === 1 && isOrdered())
  }

  /** Removed rows are only accessible to callers who may remove rows. */
  function mustManage({ actor }: AuthenticatedCall): void {
    const { access } = config.list
    if (typeof access === 'string' || !can(actor.role, { ...access, action: 'delete' })) throw forbidden()
  }

  const order = ({ query, grant }: AuthenticatedCall) =>
    listOrder(listing, query as ListQuery, grant.personal)

  const past = config.history && pastReader(config, config.history)
  async function page(call: AuthenticatedCall): Promise<ReplyOf<List>> {
    if (past && isAsOf(call)) return past.page(call)
    const {
      _start = 0,
      limit: length = defaultPageSize,
      _end = _start + length,
      _after,
      _order,
    } = call.query as ListQuery
    const filters = filtersOf(call)
    const where = selection(call, filters)
    const { by, from } = order(call)
    const size = _end - _start
    const { keyset } = listing
    const after =
      keyset && _after
        ? sql`(${sql.ref(keyset)}, id) ${_order === 'asc' ? sql`>` : sql`<`} ${readCursor(_after)}`
        : sql`true`
    const isFar = _start >= minAnchoredOffset && !keyset
    const list = isFar ? statementKey(sql`${source} ${where} ${by}`, call.db) : ''
    const anchor = isFar ? await awaitPageAnchor(list, _start) : undefined
    const generation = cacheGeneration(config.table)
    const fromAnchor = anchor && from(anchor.row)
    const offset = _after ? 0 : fromAnchor ? _start - anchor.offset : _start
    const limit = keyset ? size + 1 : size
    // The plan for a limit in a parameter would be one for a tenth of all rows.
    const reading =
      offset === 0 && !_after && !fromAnchor && hasOnePlan(call, filters)
        ? sql<Row>`${preparedList} select ${columns} from ${source} where ${where} order by ${by} limit ${sql.lit(limit)}`
        : sql<Row>`select ${columns} from ${source} where ${where} and ${fromAnchor ?? after}
          order by ${by} limit ${limit} offset ${offset}`
    // Page size 0 means count only.
    const read = async () => {
      const { rows } = await reading.execute(call.db)
      if (isFar) savePageAnchors(list, config.table, { offset: _start, rows, generation })
      return rows
    }
    const rows =
      size === 0 ? [] : isFar && !anchor ? await readWithoutAnchor(list, _start, read) : await read()
    const shown = rows.slice(0, size)
    const seen = shown.length > 0 ? _start + shown.length : 0
    // The last page implies the total, unless its offset was derived from a cached anchor.
    const isLast = shown.length < size && (shown.length > 0 || _start === 0) && !_after && !fromAnchor
    const total = isLast
      ? { count: seen, isEstimate: false }
      : await cachedCount(call.db, config.table, source, where, keyset !== undefined)
    if (!keyset) return { [listing.rows]: shown, total: Math.max(total.count, seen) } as ReplyOf<List>
    const last = rows.length > size ? shown.at(-1) : undefined
    return {
      [listing.rows]: shown,
      total: total.count,
      total_is_estimate: total.isEstimate,
      next: last ? cursorOf(last[keyset] as string, last.id as string) : null,
    } as ReplyOf<List>
  }

  /**
   * All rows of a list's selection in its order, read page by page. Each page is a query of its own that starts after the
   * last row of the page before, so no connection is held while the reader is slow. A row that moves within the order
   * meanwhile may be missed or repeated.
   */
  async function rows(call: AuthenticatedCall): Promise<(db: Db) => AsyncIterable<Row[]>> {
    if (past && isAsOf(call)) return past.rows(call)
    const where = selection(call)
    const { by, after } = order(call)
    const instant = [listing.keyset, 'created_at'].find(name => name && fields.includes(name))
    // Refuses what the database refuses, such as a number beyond its column, before anything is sent.
    await sql`explain ${selected(call)}`.execute(call.db)
    return async function* (db) {
      // Rows added meanwhile are left out, because an export in ascending order might never reach the end.
      const { rows: clock } = await sql<{ until: string }>`
        select (now() + interval '1 minute')::text as until`.execute(db)
      const arrived = instant ? sql`${sql.ref(instant)} <= ${clock[0]?.until}::timestamptz` : sql`true`
      let last: Row | undefined
      for (let size = firstExportPage; ; size = exportPage) {
        const { rows } = await sql<Row>`
          select ${exportColumns} from ${source} where ${where} and ${arrived} and ${last ? after(last) : sql`true`}
          order by ${by} limit ${size}`.execute(db)
        if (rows.length > 0) yield rows
        if (rows.length < size) return
        last = rows.at(-1)
      }
    }
  }

  /** The rows of a list's selection, as a statement: their `id`, their `title` and their `version`. */
  function selected(call: AuthenticatedCall): RawBuilder<Selected> {
    const or = (name: string) => (name in config.schema.shape ? sql.ref(name) : sql`null`)
    return sql`select id, ${or('name')}::text as title, ${or('version')}::int as version
      from ${source} where ${selection(call)}`
  }

  /** Full-text search in the caller's scope and visible fields. */
  const search: Search = (call, terms, limit) => {
    const { personal } = call.grant
    return searchQuery(
      { resource: config.resource, listing, source, scope: everyOf(accessConditions(call)), personal },
      terms,
      limit,
    )
  }

  const { find, findForChange } = recordFinder(config, accessConditions)

  const visible = (row: Row, names: string[]) =>
    Object.fromEntries(names.filter(name => name in config.schema.shape).map(name => [name, row[name]]))

  /** Refuses values that the schema of responses does not allow. @throws Problem 422 */
  function requireFit(row: Row, names: readonly string[]): void {
    for (const name of names) {
      const field = config.schema.shape[name] as z.ZodType | undefined
      if (field && !z.safeEncode(field, row[name] as never).success)
        throw invalidField(name, `This ${name.replaceAll('_', ' ')} is not acceptable`, 422, 'invalid')
    }
  }

  /** Audits a change of a row and invalidates cached pages after the commit. */
  function auditChange(
    call: AuthenticatedCall,
    action: WriteAct,
    row: Row,
    details: Record<string, unknown>,
  ): void {
    call.audit({
      action,
      resourceType: config.resource,
      resourceId: row.id as string,
      organizationId: row[config.owner.organization] as string,
      details,
    })
    afterCommit(call.db, () => clearPageCache(config.table))
  }

  async function insert(call: AuthenticatedCall, values: Values): Promise<Shown> {
    const row: Values & { id: string } = { id: uuid(), ...present(values) }
    await config.check?.(call, row, null, 'create')
    await requireSameOrganization(call, row, config.owner)
    const after = await write.insert(call, row)
    requireFit(after, fields)
    auditChange(call, 'create', after, { after: visible(after, Object.keys(values)) })
    return after as Shown
  }

  async function update(call: AuthenticatedCall, id: string, values: Values): Promise<Shown> {
    const before = await findForChange(call, id)
    const row = present(values)
    await config.check?.(call, row, before, 'update')
    const changed = Object.keys(row).filter(
      name => JSON.stringify(row[name]) !== JSON.stringify(before[name]),
    )
    if (changed.length === 0) return before as Shown
    await requireSameOrganization(call, { ...before, ...row }, config.owner)
    const after = await write.update(
      call,
      before.id,
      Object.fromEntries(changed.map(name => [name, row[name]])),
    )
    requireFit(after, changed)
    auditChange(call, 'update', after, { before: visible(before, changed), after: visible(after, changed) })
    return after as Shown
  }

  async function remove(call: AuthenticatedCall, id: string): Promise<void> {
    const before = await findForChange(call, id)
    await config.check?.(call, {}, before, 'delete')
    await write.remove(call, before.id)
    auditChange(call, 'delete', before, { before: visible(before, fields) })
  }

  /** Restores a removed row. @throws Problem 409 if another row has its unique values now */
  async function restore(call: AuthenticatedCall, id: string): Promise<Shown> {
    const before = await findForChange(call, id, true)
    await config.check?.(call, {}, before, 'restore')
    await requireSameOrganization(call, before, config.owner)
    const after = await write.restore(call, before.id)
    auditChange(call, 'restore', after, { after: visible(after, fields) })
    return after as Shown
  }

  return {
    /** Handles the list endpoint: a page, or an export. */
    list: list<List>({
      resource: config.resource,
      page,
      rows,
      selected,
      groups: groupReader({ config, listing, source, selection }),
      ...(!config.isUnsearchable && { search }),
      ...(config.history && { undoSource: undoSource(config, config.history) }),
    } as never),
    /** A page of the list for another query. */
    page: (call: AuthenticatedCall, query: ListQuery) => page({ ...call, query }),
    find,
    /** Handles the show endpoint: the row as it is, or was. */
    show: (call: RecordCall): Promise<Shown> =>
      past && isAsOf(call) ? past.find(call, call.params.id) : find(call, call.params.id),
    insert,
    update,
    remove,
    restore,
  }
}
