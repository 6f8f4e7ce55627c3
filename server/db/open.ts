import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { ReservedFor } from '#contract/kit/endpoint.ts'
import { traceStatement } from '../kit/trace.ts'
import { PreparingClient } from './prepared-statements.ts'
import { primaryConnection } from './primary.ts'
import type { Replica } from './replica.ts'
import type { Tables } from './tables.ts'
import { prepareTransactions } from './transaction-query.ts'

/** The pool or a transaction; queries accept both. */
export type Db = Kysely<Tables> | Transaction<Tables>

const { builtins } = pg.types
/** “2026-03-29 01:30:00.5+00”, as PostgreSQL writes an instant with the time zone UTC. */
const utcInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** Milliseconds, as a `Date` has them. Not by a `Date`, which took a tenth of the time of a list. */
function instantOf(text: string): string {
  const [, day, time, fraction = ''] = utcInstant.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z` : new Date(text).toISOString()
}

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: instantOf,
  [builtins.DATE]: text => text,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
}

/** Type parsers: instants as ISO 8601 with Z, days as text, int8 and numeric as numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export interface Database {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Connections reserved for alarms, sessions and health checks, and for sign-in. */
  reserved: Readonly<Record<ReservedFor, Kysely<Tables>>>
  /** Connections for exports, so that slow readers do not block other calls. */
  exports: Kysely<Tables>
  /** Connections for webhooks, so that their receivers never delay alarms or calls. */
  webhooks: Kysely<Tables>
  /** Set if `DATABASE_REPLICA_URL` is. */
  replica?: Replica
  close(): Promise<void>
}

/** Reports each statement to OpenTelemetry, without its parameters. */
function logStatement(event: LogEvent): void {
  const { query, queryDurationMillis: ms } = event
  const error = event.level === 'error' ? ((event.error as { code?: string }).code ?? 'unknown') : undefined
  traceStatement?.({ text: query.sql, ms, ...(error && { error }) })
}

/** Connections per instance, in addition to the main pool. */
const sizes = { alarms: 6, 'sign-in': 4, exports: 3, webhooks: 4 }

/**
 * Compiling takes longer than our statements run: with JIT, refreshing rollups took nine times as long. A statement rather
 * than a start-up option, because PgBouncer refuses options that it does not know.
 */
async function prepareConnection(client: pg.ClientBase): Promise<void> {
  await client.query('set jit = off')
  await prepareTransactions(client)
}

/**
 * Returned by a statement outside a transaction, whose commit then waits neither for the disk nor for a standby: for what
 * may be lost with the server, so that reads are answered while no write can be acknowledged.
 */
export const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`.as('commit')

/**
 * Opens a pool of connections to the primary, or to the only server of the connection string.
 * @param onError called when an idle connection breaks; the pool replaces it
 * @param connectMs how long to wait for a connection, in milliseconds
 */
export function openPool(
  { connectionString, ...config }: { connectionString: string; query_timeout?: number },
  name: string,
  max: number,
  onError: (error: Error) => void,
  connectMs = 10_000,
): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    ...primaryConnection(connectionString),
    max,
    types,
    connectionTimeoutMillis: connectMs,
    application_name: name,
    Client: PreparingClient,
    onConnect: prepareConnection,
  })
  pool.on('error', onError)
  pool.on('connect', client => {
    client.on('error', () => {
      // The pool listens only while a connection is idle, and an unhandled 'error' event ends the process. A connection
      // in use reports the error through its rejected query.
    })
  })
  return pool
}

export const openKysely = (pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(traceStatement && { log: logStatement }),
  })

/**
 * Opens the connection pools; no connection is made before the first query.
 * @param onError called when an idle connection breaks; the pool replaces it
 * @param max size of the main pool
 */
export function openDatabase(connectionString: string, onError: (error: Error) => void, max = 16): Database {
  const config = { connectionString }
  const pool = openPool(config, 'voicedeck', max, onError)
  const openReserved = (name: keyof typeof sizes) =>
    openKysely(openPool(config, `voicedeck ${name}`, sizes[name], onError))
  const db = openKysely(pool)
  const reserved = { alarms: openReserved('alarms'), 'sign-in': openReserved('sign-in') }
  const exports = openReserved('exports')
  const webhooks = openReserved('webhooks')
  return {
    db,
    pool,
    reserved,
    exports,
    webhooks,
    close: async () =>
      void (await Promise.all([db, ...Object.values(reserved), exports, webhooks].map(one => one.destroy()))),
  }
}

/**
 * Runs `work` on a dedicated connection and closes it; for COPY and session settings, which do not suit a pool.
 */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    application_name: 'voicedeck',
    ...config,
    ...(config.connectionString && primaryConnection(config.connectionString)),
  })
  client.on('error', () => {
    // A lost connection also rejects the query that it interrupts.
  })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
