import type pg from 'pg'
import { withClient } from '../open.ts'

/** Schemas of this product; `jobs` belongs to the queue. Other schemas in the same database are left alone. */
const schemas = ['public', 'jobs']

/**
 * Drops all tables, including the job queue.
 * @throws if there are other connections to the database.
 */
export async function clearDatabase({ connectionString }: { connectionString: string }): Promise<void> {
  await withClient({ connectionString }, async client => {
    await refuseWhileInUse(client)
    await dropSchemas(client, schemas)
  })
}

/** @throws if another session of this role, such as a server, is connected to the database. */
export async function refuseWhileInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  if (rows.length > 0) throw new Error('The database is in use. Stop the servers that are connected to it.')
}

/** Leaves `names` empty and `public` present. */
export async function dropSchemas(client: pg.Client, names: string[]): Promise<void> {
  const drops = names.map(name => `DROP SCHEMA IF EXISTS ${name} CASCADE;`).join('')
  await client.query(`BEGIN; ${drops} CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC; COMMIT`)
}
