import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The pool or a transaction on it: queries do not care which. */
export type Db = Kysely<Tables> | Transaction<Tables>

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: text => new Date(text).toISOString(),
  [builtins.DATE]: text => text,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
}

/** How values arrive from PostgreSQL: instants as ISO 8601 with Z, days as text, whole and decimal numbers as numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export interface Database {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Connections for alarms, sign-in and health checks, which nothing else can take. */
  reserved: Kysely<Tables>
  /** Connections for exports: however slowly they are read, other calls do not wait for them. */
  exports: Kysely<Tables>
  close(): Promise<void>
}

/** Sizes of the reserved and the export pool, in connections per instance. */
const [reservedSize, exportsSize] = [6, 3]

/**
 * Opens the connection pools; no connection is made before the first query.
 * @param onError called when an idle connection breaks; the pool replaces it
 * @param max size of the main pool
 */
export function openDatabase(connectionString: string, onError: (error: Error) => void, max = 16): Database {
  function openPool(name: string, size: number): pg.Pool {
    const pool = new pg.Pool({
      connectionString,
      max: size,
      types,
      connectionTimeoutMillis: 10_000,
      application_name: name,
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
  const open = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const pool = openPool('voicedeck', max)
  const all = {
    db: open(pool),
    reserved: open(openPool('voicedeck reserved', reservedSize)),
    exports: open(openPool('voicedeck exports', exportsSize)),
  }
  return {
    ...all,
    pool,
    close: async () => void (await Promise.all(Object.values(all).map(db => db.destroy()))),
  }
}
