import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isReplica } from '../../db/replica.ts'
import type { Subscriber } from '../changes.ts'
import type { Row } from './config.ts'

export interface Total {
  count: number
  isEstimate: boolean
}

/** A row at a known offset of a list, from which later pages are read. */
export interface PageAnchor {
  offset: number
  row: Row
}

/** Append-only tables are counted exactly up to here and estimated beyond. */
const maxExactCount = 10_000
/** How long a cached count may miss writes of other instances. */
const countTtlMs = 5_000
/** Counts that took less are not cached, unless they are of many rows. */
const minCachedCountMs = 5
const minCachedCount = 1_000
const maxCounts = 1_000
/** How long page anchors stay valid, although rows may come and go before them. */
const anchorTtlMs = 60_000
const maxLists = 500
const maxAnchorsPerList = 100

interface CachedCount {
  table: string
  total: Promise<Total>
  until: number
}
interface CachedAnchors {
  table: string
  anchors: PageAnchor[]
  until: number
}
const counts = new Map<string, CachedCount>()
const anchorsByList = new Map<string, CachedAnchors>()
/** A page that is being read without an anchor. */
interface FirstRead {
  list: string
  offset: number
  /** Resolves when the read ends, even if it fails. */
  ended: Promise<unknown>
}
const firstReads = new Set<FirstRead>()
/** Number of invalidations of each table: a page that was read before one must not be cached after it. */
const generations = new Map<string, number>()

export const cacheGeneration = (table: string): number => generations.get(table) ?? 0

/** The table of each resource that has lists. */
const tables = new Map<string, string>()

/** Makes changes of a resource invalidate what is cached of its table. */
export const invalidateWith = (resource: string, table: string): void => void tables.set(resource, table)

/**
 * Invalidates counts and page anchors of a table after a commit of this instance. Without a table it clears everything,
 * for tests that change the database.
 */
export function clearPageCache(table?: string): void {
  for (const cache of [counts, anchorsByList])
    for (const [key, cached] of cache) if (!table || cached.table === table) cache.delete(key)
  if (table) generations.set(table, cacheGeneration(table) + 1)
}

/** Invalidates what other instances have changed, before live updates of it make clients read their lists again. */
export const pageCacheInvalidation: Subscriber = {
  onChange({ resource }) {
    const table = tables.get(resource)
    if (table) clearPageCache(table)
  },
  onGap: () => clearPageCache(),
}

/** A statement and its parameters, as a cache key; a replica may answer it differently from the primary. */
export function statementKey(statement: RawBuilder<unknown>, db: Db): string {
  const { sql: text, parameters } = statement.compile(db)
  return `${isReplica(db) ? 'replica ' : ''}${text} ${JSON.stringify(parameters)}`
}

/**
 * Number of rows in a selection. Slow and large counts are cached for seconds and shared by concurrent callers. Append-only
 * tables are counted up to a bound and estimated by the planner beyond.
 */
export async function cachedCount(
  db: Db,
  table: string,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  isAppendOnly: boolean,
): Promise<Total> {
  const key = statementKey(sql`${from} ${where}`, db)
  const now = performance.now()
  const cached = counts.get(key)
  if (cached && cached.until > now) return cached.total
  const entry = { table, total: (isAppendOnly ? estimate : count)(db, from, where), until: now + countTtlMs }
  if (counts.size > maxCounts) counts.clear()
  counts.set(key, entry)
  const drop = () => counts.get(key) === entry && counts.delete(key)
  entry.total.then(total => {
    if (total.count <= minCachedCount && performance.now() - now < minCachedCountMs) drop()
  }, drop)
  return entry.total
}

async function count(db: Db, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, isEstimate: false }
}

async function estimate(db: Db, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Total> {
  const bounded = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} where ${where} limit ${maxExactCount + 1}) as first`.execute(
    db,
  )
  const count = bounded.rows[0]?.count ?? 0
  if (count <= maxExactCount) return { count, isEstimate: false }
  const explained = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${from} where ${where}`.execute(db)
  const planned = explained.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  return { count: Math.max(planned, maxExactCount + 1), isEstimate: true }
}

function findPageAnchor(list: string, offset: number): PageAnchor | undefined {
  const cached = anchorsByList.get(list)
  if (!cached || cached.until < performance.now()) return undefined
  return cached.anchors.findLast(anchor => anchor.offset <= offset)
}

/**
 * Reads a page for which there is no anchor. Callers who ask for this page or a later one meanwhile wait for its anchors
 * instead of skipping the same rows again: otherwise all of them would do so whenever anchors expire.
 * @param read must save its anchors
 */
export async function readWithoutAnchor(
  list: string,
  offset: number,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const reading = read()
  const first: FirstRead = { list, offset, ended: Promise.allSettled([reading]) }
  firstReads.add(first)
  return reading.finally(() => firstReads.delete(first))
}

/**
 * The nearest known row at or before an offset of a list, after the page before it that is being read without one, if any.
 * Waits only once: a read that failed, or that a change has overtaken, leaves no anchor.
 */
export async function awaitPageAnchor(list: string, offset: number): Promise<PageAnchor | undefined> {
  const known = findPageAnchor(list, offset)
  if (known) return known
  await [...firstReads].find(first => first.list === list && first.offset <= offset)?.ended
  return findPageAnchor(list, offset)
}

/**
 * Caches the first and last row of a page, so that the same and the next page start there.
 * @param generation the {@link cacheGeneration} before the page was read
 */
export function savePageAnchors(
  list: string,
  table: string,
  { offset, rows, generation }: { offset: number; rows: readonly Row[]; generation: number },
): void {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || generation !== cacheGeneration(table)) return
  let cached = anchorsByList.get(list)
  if (!cached || cached.until < performance.now()) {
    if (anchorsByList.size >= maxLists) anchorsByList.clear()
    cached = { table, anchors: [], until: performance.now() + anchorTtlMs }
    anchorsByList.set(list, cached)
  }
  const ends = new Map([
    [offset, first],
    [offset + rows.length - 1, last],
  ])
  const others = cached.anchors.filter(anchor => !ends.has(anchor.offset)).slice(-maxAnchorsPerList)
  const added = [...ends].map(([offset, row]) => ({ offset, row }))
  cached.anchors = [...others, ...added].sort((a, b) => a.offset - b.offset)
}
