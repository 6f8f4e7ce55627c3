import { sql } from 'kysely'
import { ZodError } from 'zod'
import type { FigureDetail } from '#contract/kit/figure.ts'
import { type CallerRole, type Grant, grant } from '#contract/kit/permissions.ts'
import {
  type FigureCondition,
  isChange,
  type RulePeriod,
  screenOf,
  type WatchedFigure,
} from '#contract/platform/figure-conditions.ts'
import type { RuleReason } from '#contract/platform/figure-rules.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Handler } from '#server/kit/handlers.ts'
import { forbidden, invalidField, Problem } from '#server/kit/problem.ts'
import { findHandler } from '#server/kit/resources.ts'
import type { Services } from '#server/services.ts'
import { callAs } from '../recurring/sources.ts'
import type { Reading } from './machine.ts'
import { periodQuery } from './timing.ts'

/** Milliseconds after which the database stops a statement of a check. */
const statementTimeoutMs = 10_000

/** What a role may see of a figure; null for nothing. */
export function grantOf(role: CallerRole, source: WatchedFigure): Grant | null {
  const access = screenOf(source)?.endpoint.access
  return access && typeof access !== 'string' ? grant(role, access) : null
}

type Viewer = Pick<Actor, 'role' | 'organizationId'>

/** Whether a person may see every row that a figure has for its owner, so that they may be told the value. */
export function covers(person: Viewer, owner: Viewer, source: WatchedFigure): boolean {
  const [theirs, owners] = [grantOf(person.role, source), grantOf(owner.role, source)]
  if (!theirs || !owners) return false
  if (theirs.reach === 'all') return true
  return theirs.reach === owners.reach && person.organizationId === owner.organizationId
}

/** A check that could not read its figure. */
export class Unreadable extends Error {
  readonly reason: RuleReason
  constructor(reason: RuleReason, message?: string) {
    super(message)
    this.reason = reason
  }
}

/** Why a figure could not be read. */
function reasonOf(error: unknown): RuleReason {
  if (error instanceof Unreadable) return error.reason
  if (error instanceof ZodError) return 'invalid'
  if (error instanceof Problem) return error.status === 403 ? 'no_access' : 'invalid'
  return (error as { code?: string }).code === '57014' ? 'timeout' : 'failed'
}

/** Drill-down parameters that are no filters. */
const reserved = ['time_range', 'from', 'to', 'previous', 'as_of', 'start', 'limit']

/** @throws Problem 422 if the figure does not exist, has no such filters, or the caller may not see it */
export function requireFigure(role: CallerRole, source: WatchedFigure): void {
  if (!grantOf(role, source)) throw invalidField('source', 'You can’t watch a figure that you may not see')
  const { filters } = source
  const query = screenOf(source)?.endpoint.query.safeParse({ ...filters, time_range: '24h' })
  if (!query?.success || reserved.some(name => Object.hasOwn(filters, name)))
    throw invalidField('source', 'This figure doesn’t have these filters')
}

const rowsOf = ({ parts }: FigureDetail) => Math.max(0, ...parts.map(({ rows }) => rows))

export interface FigureReading extends Reading {
  detail: FigureDetail
}

/** A watched figure, and how it is compared. */
interface Watched {
  source: WatchedFigure
  condition: FigureCondition
  period: RulePeriod
}

/**
 * Reads a figure as a person may see it, through the code that serves the drill-down.
 * @param at milliseconds of the epoch at which it is checked
 * @throws Unreadable
 */
export async function readFigure(
  services: Services,
  db: Db,
  actor: Actor,
  { source, condition, period }: Watched,
  { at, zone }: { at: number; zone: string },
): Promise<FigureReading> {
  try {
    const granted = grantOf(actor.role, source)
    const endpoint = screenOf(source)?.endpoint
    if (!endpoint || !granted) throw forbidden()
    const open = findHandler(endpoint) as Handler
    const read = (also: Record<string, string> = {}) => {
      const query = endpoint.query.parse({
        ...source.filters,
        ...periodQuery(period, at, zone),
        limit: 1,
        ...also,
      })
      const call = { ...callAs(services, actor, granted, query), db, params: { figure: source.figure } }
      return open(call as never) as Promise<FigureDetail>
    }
    const detail = await read()
    const reading = { detail, value: detail.value, rows: rowsOf(detail) }
    if (!isChange(condition.kind)) return reading
    const before = await read({ previous: 'true' })
    return { ...reading, previous: { value: before.value, rows: rowsOf(before) } }
  } catch (error) {
    throw new Unreadable(reasonOf(error), (error as Error).message)
  }
}

/** Runs reads on a connection for exports, each of whose statements the database stops after a time. */
export const withTimeout = <T>({ database }: Services, work: (db: Db) => Promise<T>): Promise<T> =>
  database.exports.transaction().execute(async db => {
    await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(db)
    return work(db)
  })

/** The console path that opens a figure with exactly the period and filters of a reading. */
export function pathOf(source: WatchedFigure, period: RulePeriod, at: number, zone: string): string {
  const held = { ...periodQuery(period, at, zone), ...source.filters }
  // As the console writes it: src/kit/analytics/figures.ts.
  const encode = (value: string) => value.replace(/[%,:]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
  const opened = [source.figure, ...Object.entries(held).map(([name, value]) => `${name}:${encode(value)}`)]
  return `${screenOf(source)?.path ?? '/'}?figure=${encodeURIComponent(opened.join(','))}`
}
