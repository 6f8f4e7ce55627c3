import { realpath } from 'node:fs/promises'
import pg from 'pg'

/** The role and database that initdb makes and the server works in. */
export const role = 'voicedeck'
const database = 'postgres'
const port = 5432

/**
 * A URL understood by `pg` and by libpq. Port and sslmode are said so that PGPORT and PGSSLMODE in the environment
 * cannot change them.
 */
export function connectionStringFor(socketDir: string): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}&sslmode=disable`
}

/**
 * Asks the PostgreSQL behind a connection string for its data directory.
 * @param lingerMs how long the session has to survive before the answer counts: a fast shutdown under way ends it
 * @throws what `pg` throws when nothing answers.
 */
export async function askDataDirectory(connectionString: string, lingerMs = 0): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {
    // The loss of the session is reported by the query that it interrupts.
  })
  try {
    await client.connect()
    if (lingerMs > 0) await client.query('SELECT pg_sleep($1)', [lingerMs / 1_000])
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return await realpath(rows[0]?.data_directory ?? '')
  } finally {
    await client.end()
  }
}
