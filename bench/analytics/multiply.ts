import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { withoutIndexes } from '#server/db/demo/copy.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { sources } from '#server/rollups/sources.ts'
import { withDatabase } from '../../scripts/db/with-database.ts'

/** The tables that grow, conversations before their messages, and the columns whose values differ between copies. */
const growing: Readonly<Record<string, readonly string[]>> = {
  activity_logs: ['id'],
  device_events: ['id'],
  translation_sessions: ['id'],
  page_visits: ['id', 'visitor_id'],
  conversations: ['id'],
  messages: ['id', 'conversation_id'],
}

/** Days before today on which the measured periods begin or end. */
const ends = [0, 1, 7, 30, 60, 90, 365]

/** Adds copies of all rows of a table, at the same instants and about the same people. */
async function multiplyTable(client: pg.ClientBase, table: string, times: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const values = rows.map(({ name }) => {
    // No figure reads what was said.
    if (name === 'content') return `''`
    return growing[table]?.includes(name) ? `md5("${name}"::text || copy)::uuid` : `"${name}"`
  })
  await withoutIndexes(client, table, () =>
    client.query(`insert into ${table} (${rows.map(({ name }) => `"${name}"`).join(', ')})
      select ${values.join(', ')} from ${table}, generate_series(2, ${times}) as copy`),
  )
}

const multiplied = (cells: string, times: number) => `(
  select jsonb_object_agg(dimension, keys) from (
    select d.key as dimension, jsonb_object_agg(k.key,
      jsonb_build_array((k.value ->> 0)::bigint * ${times}, (k.value ->> 1)::numeric * ${times})) as keys
    from jsonb_each(${cells}) as d, jsonb_each(d.value) as k group by d.key) as dimensions)`

/**
 * Multiplies the rollups like the rows. Only those of visits, whose visitors are others, and of the days on which measured
 * periods begin or end, which may now be busy enough for five-minute totals, are computed from the rows.
 */
async function multiplyRollups(client: pg.ClientBase, times: number): Promise<void> {
  const names = sources.filter(({ table }) => table in growing && table !== 'page_visits')
  const these = `source in (${names.map(({ name }) => `'${name}'`).join(', ')})`
  await client.query(`update rollup_cells set cells = ${multiplied('cells', times)},
    sums = ${multiplied('sums', times)} where ${these}`)
  await client.query(`update rollup_totals set cells = ${multiplied('cells', times)} where ${these}`)
  await client.query(`update rollup_members set count = count * ${times} where ${these}`)
  await client.query(`update member_running_counts
    set counts = (select array_agg(one * ${times} order by place) from unnest(counts) with ordinality as u (one, place))
    where ${these}`)
  for (const table of ['rollup_cells', 'rollup_members', 'rollup_sets', 'rollup_totals'])
    await client.query(`delete from ${table} where source = 'visits'`)
  for (const { name, table, at } of sources) {
    const days = ends.map(
      days => `"${at}" between now() - interval '${days + 2} days' and now() - interval '${days - 1} days'`,
    )
    await client.query(`insert into rollup_invalidations (source, hour)
      select distinct '${name}', date_trunc('hour', "${at}", 'UTC') from ${table}
      where ${name === 'visits' ? 'true' : days.join(' or ')}`)
  }
}

/**
 * Makes the filled and rolled-up database of a folder larger, inside the database: filling ten million rows of each kind
 * from outside, and rolling all of them up, takes several times as long. Continues where it was interrupted.
 */
export async function multiplyRows(
  folder: string,
  times: number,
  log: (line: string) => void,
): Promise<void> {
  const isDone = (step: string) => existsSync(join(folder, `multiplied-${step}`))
  if (times <= 1 || isDone('rolled-up')) return
  await withDatabase(readConfig({ ...process.env, DATA_DIR: folder }), async connectionString => {
    const database = openDatabase(connectionString, () => {}, 2)
    const client = new pg.Client({ connectionString })
    await client.connect()
    const step = async (name: string, work: () => Promise<unknown>) => {
      if (isDone(name)) return
      const start = performance.now()
      await work()
      await writeFile(join(folder, `multiplied-${name}`), '')
      log(`multiplied ${name} in ${Math.round((performance.now() - start) / 1_000)} s`)
    }
    /** In one transaction, without triggers. */
    const inside = (work: () => Promise<unknown>) => async () => {
      await client.query(`begin; set local session_replication_role = replica; set local work_mem = '256MB';
        set local maintenance_work_mem = '1GB'`)
      await work()
      await client.query('commit')
    }
    try {
      await migrate(database.db)
      for (const table of Object.keys(growing))
        await step(
          table,
          inside(() => multiplyTable(client, table, times)),
        )
      await step('analyzed', () => client.query('vacuum analyze'))
      await step(
        'rollups',
        inside(() => multiplyRollups(client, times)),
      )
      await step('rolled-up', () => refreshRollups(database.db))
      await client.query('vacuum analyze')
    } finally {
      await client.end()
      await database.close()
    }
  })
}
