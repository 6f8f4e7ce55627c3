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
  close(): Promise<void>
}

/**
 * Opens a pool of connections; none is made before the first query.
 * @param onError told of a connection that broke while idle; the pool replaces it by itself.
 */
export function openDatabase(connectionString: string, onError: (error: Error) => void, max = 16): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'voicedeck',
  })
  pool.on('error', onError)
  pool.on('connect', client => {
    client.on('error', () => {
      // The pool listens only while a connection is idle, and Node ends the process over an error that nobody hears.
      // Whoever uses the connection learns of it by their query, which rejects.
    })
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
