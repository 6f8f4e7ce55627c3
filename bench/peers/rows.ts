import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withClient } from '#server/db/open.ts'
import { createdPrefix } from './calls.ts'

const database = 'peers'

/** Our tables as a peer would have them: with the same indexes, but without partitions, triggers and
 * search. */
const tables = [
  {
    name: 'devices',
    where: 'deleted_at is null',
    columns: {
      id: 'uuid primary key default gen_random_uuid()',
      organization_id: 'uuid not null',
      person_id: 'uuid',
      name: 'text not null',
      serial: 'text not null unique',
      kind: 'text not null',
      status: `text not null default 'registered'`,
      battery: 'int',
      firmware: 'text',
      report_interval_seconds: 'int not null default 3600',
      last_seen_at: 'timestamptz(3)',
      version: 'int not null default 1',
      created_at: 'timestamptz(3) not null default now()',
      updated_at: 'timestamptz(3) not null default now()',
    },
    indexes: [
      'name, id',
      'status, last_seen_at',
      'organization_id',
      'person_id',
      'last_seen_at, id',
      'battery, id',
      'created_at, id',
    ],
  },
  {
    name: 'activity_logs',
    where: 'true',
    columns: {
      id: 'uuid primary key',
      organization_id: 'uuid not null',
      '"timestamp"': 'timestamptz(3) not null',
      action: 'text not null',
      resource_type: 'text not null',
      resource_id: 'text',
      user_id: 'int',
      user_email: 'text',
      user_role: 'text',
      source: 'text not null',
      request_id: 'text',
      details: 'jsonb not null',
    },
    indexes: [
      '"timestamp", id',
      'action, "timestamp", id',
      'resource_type, "timestamp", id',
      'resource_id, "timestamp", id',
      'user_id, "timestamp", id',
    ],
  },
] as const

async function copyRows(ours: pg.ClientBase, theirs: pg.ClientBase): Promise<void> {
  for (const { name, where, columns, indexes } of tables) {
    const names = Object.keys(columns)
    await theirs.query(
      `create table ${name} (${Object.entries(columns).map(([column, type]) => `${column} ${type}`)})`,
    )
    await pipeline(
      ours.query(copyTo(`copy (select ${names} from ${name} where ${where}) to stdout (format binary)`)),
      theirs.query(copyFrom(`copy ${name} (${names}) from stdin (format binary)`)),
    )
    for (const index of indexes) await theirs.query(`create index on ${name} (${index})`)
  }
}

/**
 * A database with the same devices and activity logs on the same server, copied on first use. Devices that an earlier run
 * created are removed from both.
 * @returns its connection string
 */
export async function preparePeers(connectionString: string): Promise<string> {
  const theirs = connectionString.replace('/postgres?', `/${database}?`)
  await withClient({ connectionString }, async ours => {
    const { rowCount } = await ours.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await ours.query(`create database ${database}`)
    await ours.query('delete from devices where serial like $1', [`${createdPrefix}%`])
    await withClient({ connectionString: theirs }, async client => {
      const { rows } = await client.query<{ table: string | null }>(
        `select to_regclass('activity_logs') as table`,
      )
      if (!rows[0]?.table) {
        await client.query('begin')
        await copyRows(ours, client)
        await client.query('commit')
      }
      await client.query('delete from devices where serial like $1', [`${createdPrefix}%`])
      await client.query('vacuum analyze')
    })
    await ours.query('vacuum analyze devices')
  })
  return theirs
}
