// @module-tag thorough

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { backup } from '#server/db/backup.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { clearDatabase, exportDatabase, importDatabase } from '#server/db/transfer/index.ts'
import { newDatabase } from '#tests/fixtures/database.ts'
import { query, temporaryFolder } from '#tests/fixtures/embedded.ts'
import { openPool } from '#tests/fixtures/pool.ts'

const schema = `
  CREATE TABLE plan (id text PRIMARY KEY);
  INSERT INTO plan VALUES ('starter');
  CREATE TABLE "Odd ""name" (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, plan text NOT NULL REFERENCES plan,
    boss int REFERENCES "Odd ""name", "select" text, number double precision, exact numeric, raw bytea, at timestamptz,
    wait interval, tags text[], doc jsonb, shout text GENERATED ALWAYS AS (upper("select")) STORED);
  CREATE TABLE a (id int PRIMARY KEY, b int);
  CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a);
  ALTER TABLE a ADD CONSTRAINT a_b FOREIGN KEY (b) REFERENCES b;
  CREATE TABLE event (id bigint, at timestamptz, text text, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
  CREATE TABLE event_rest PARTITION OF event DEFAULT;
  CREATE TABLE event_2026_01 PARTITION OF event FOR VALUES FROM ('2026-01-01Z') TO ('2026-02-01Z');
  CREATE TABLE tally (events int NOT NULL);
  INSERT INTO tally VALUES (0);
  CREATE FUNCTION count_event() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN UPDATE tally SET events = events + 1; RETURN NULL; END';
  CREATE TRIGGER count_event AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION count_event()`

const rows = `
  INSERT INTO plan VALUES ('enterprise');
  INSERT INTO "Odd ""name" (plan, boss, "select", number, exact, raw, at, wait, tags, doc) VALUES
    ('enterprise', 3, E'tab\\tnew\\nline\\r back\\\\slash \\\\N ü日本🎉', 0.1::float8 + 0.2, 1e-30, '\\x00ff0a', 'infinity', '1 mon -2 days', '{"a,b",NULL,""}', '{"a": [1.50, null]}'),
    ('starter', NULL, '', 'NaN', 'NaN', '', '0044-03-15 BC', NULL, '{}', 'null'),
    ('starter', 1, NULL, '-Infinity', 12345678901234567890.123, NULL, '2026-03-29 01:30:00.123456Z', NULL, NULL, NULL);
  BEGIN;
  INSERT INTO a VALUES (1, NULL), (2, NULL); INSERT INTO b VALUES (1, 2), (2, 1); UPDATE a SET b = id;
  COMMIT;
  CREATE TABLE event_2026_02 PARTITION OF event FOR VALUES FROM ('2026-02-01Z') TO ('2026-03-01Z') PARTITION BY HASH (id);
  CREATE TABLE event_2026_02_0 PARTITION OF event_2026_02 FOR VALUES WITH (MODULUS 1, REMAINDER 0);
  INSERT INTO event SELECT n, '2026-01-01Z'::timestamptz + n * interval '1 hour', repeat(chr(97 + n % 26), 1000)
    FROM generate_series(1, 1000) n`

const first = { '0001_schema': schema }
const both = { ...first, '0002_more': 'ALTER TABLE plan ADD COLUMN note text' }

/** An empty database of the test's own, or a copy of another one. */
async function database(template = 'template0'): Promise<string> {
  const { connectionString, drop } = await newDatabase(template)
  onTestFinished(drop)
  return connectionString
}

function migrating(connectionString: string, migrations: Record<string, string>) {
  return async (level?: string) => {
    const db = new Kysely({ dialect: new PostgresDialect({ pool: openPool(connectionString, 2) }) })
    try {
      const entries = Object.entries(migrations).map(([name, text]): [string, Migration] => [
        name,
        { up: async on => void (await sql.raw(text).execute(on)) },
      ])
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => Object.fromEntries(entries) },
      })
      const { error } = level ? await migrator.migrateTo(level) : await migrator.migrateToLatest()
      if (error) throw error
    } finally {
      await db.destroy()
    }
  }
}

/** A database full of oddities, and its export. */
async function exported(migrations: Record<string, string> = first) {
  const connectionString = await database()
  await migrating(connectionString, migrations)()
  await query(connectionString, rows)
  const file = join(await temporaryFolder(), 'all.vdx')
  const manifest = await exportDatabase({ connectionString, file })
  return { connectionString, file, manifest }
}

/** Everything a reader can see, as text. */
async function contents(connectionString: string) {
  const tables = ['plan', '"Odd ""name"', 'a', 'b', 'event', 'tally']
  const all = tables.map(async table => [
    table,
    await query(connectionString, `SELECT t::text FROM ${table} t ORDER BY 1`),
  ])
  return Object.fromEntries(await Promise.all(all))
}

const tablesOf = (connectionString: string) =>
  query(connectionString, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")

describe('export and import', () => {
  test('transfer every value, partition, key and sequence to another database', async () => {
    const { connectionString: from, file, manifest } = await exported()
    const to = await database()
    await importDatabase({ connectionString: to, file, migrate: migrating(to, first) })

    expect(await contents(to)).toEqual(await contents(from))
    expect(manifest.tables.find(({ name }) => name === 'event')?.rows).toBe(1000)
    const partitions = 'SELECT tableoid::regclass::text AS part, count(*) FROM event GROUP BY 1 ORDER BY 1'
    expect(await query(to, partitions)).toEqual(await query(from, partitions))

    const next = `INSERT INTO "Odd ""name" (plan) VALUES ('starter') RETURNING id`
    expect(await query(to, next)).toEqual([{ id: 4 }])
    await expect(query(to, 'INSERT INTO b VALUES (9, 9)')).rejects.toThrow('foreign key')
    await query(to, "INSERT INTO event VALUES (9999, '2030-01-01Z', '')")
    expect(await query(to, 'SELECT events FROM tally')).toEqual([{ events: 1001 }])
  })

  test("transfer the product's own schema, including old months", async () => {
    const from = await database(inject('template'))
    await query(from, "SELECT month_partitions('messages', '2020-02-01', 1)")
    const ids =
      "'00000000-0000-7000-8000-000000000001', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()"
    const message = `INSERT INTO messages (organization_id, id, conversation_id, person_id, type, content, ts) VALUES (${ids}, `
    await query(from, `${message} 'user', 'long ago', '2020-02-03Z'); ${message} 'user', 'now', now())`)
    const file = join(await temporaryFolder(), 'all.vdx')
    await exportDatabase({ connectionString: from, file })

    const to = await database()
    const migrateTo = async (level?: string) => {
      const { db, close } = openDatabase(to, () => {})
      await migrate(db, level).finally(close)
    }
    await importDatabase({ connectionString: to, file, migrate: migrateTo })
    const messages = 'SELECT tableoid::regclass::text AS part, m::text FROM messages m ORDER BY ts'
    expect(await query(to, messages)).toEqual(await query(from, messages))
    const organizations = 'SELECT o::text FROM organizations o'
    expect(await query(to, organizations)).toEqual(await query(from, organizations))
    expect((await tablesOf(to)).length).toBe((await tablesOf(from)).length)
  })

  test('read one snapshot during concurrent writes', async () => {
    const { connectionString, file } = await exported()
    let writing = true
    const writer = (async () => {
      for (let n = 10_000; writing; n += 1) {
        await query(connectionString, `INSERT INTO event VALUES (${n}, '2026-01-01Z', '')`)
      }
    })()
    const manifest = await exportDatabase({ connectionString, file })
    writing = false
    await writer
    const to = await database()
    await importDatabase({ connectionString: to, file, migrate: migrating(to, first) })
    const [count] = await query(to, 'SELECT (SELECT count(*)::int FROM event) AS rows, events FROM tally')
    expect(count?.rows).toBe(count?.events)
    expect(count?.rows).toBe(manifest.tables.find(({ name }) => name === 'event')?.rows)
  })

  test('import an older version and migrate it on', async () => {
    const { file } = await exported()
    const to = await database()
    await importDatabase({ connectionString: to, file, migrate: migrating(to, both) })
    expect(await query(to, "SELECT note FROM plan WHERE id = 'enterprise'")).toEqual([{ note: null }])
  })

  test('refuse a newer version, by its migration, and leave nothing', async () => {
    const { file } = await exported(both)
    const to = await database()
    const importing = importDatabase({ connectionString: to, file, migrate: migrating(to, first) })
    await expect(importing).rejects.toThrow('exported at migration 0002_more')
    expect(await tablesOf(to)).toEqual([])
  })

  test('refuse a version with other migrations, and leave nothing', async () => {
    const { file } = await exported()
    const to = await database()
    const others = { '0000_other': 'CREATE TABLE other ()', ...first }
    const importing = importDatabase({ connectionString: to, file, migrate: migrating(to, others) })
    await expect(importing).rejects.toThrow('0000_other, 0001_schema')
    expect(await tablesOf(to)).toEqual([])
  })

  test('leave nothing when the rows do not fit', async () => {
    const { file } = await exported()
    const to = await database()
    const narrow = { '0001_schema': schema.replace('"select" text', '"select" varchar(3)') }
    await expect(
      importDatabase({ connectionString: to, file, migrate: migrating(to, narrow) }),
    ).rejects.toThrow('too long')
    expect(await tablesOf(to)).toEqual([])
  })

  test('refuse a database that is not empty, and leave it alone', async () => {
    const { connectionString, file } = await exported()
    const before = await contents(connectionString)
    const importing = importDatabase({ connectionString, file, migrate: migrating(connectionString, first) })
    await expect(importing).rejects.toThrow('not empty')
    expect(await contents(connectionString)).toEqual(before)
  })

  test('refuse a database in use', async () => {
    const { file } = await exported()
    const to = await database()
    const client = new pg.Client(to)
    await client.connect()
    await expect(
      importDatabase({ connectionString: to, file, migrate: migrating(to, first) }),
    ).rejects.toThrow('in use')
    await expect(clearDatabase({ connectionString: to })).rejects.toThrow('in use')
    await client.end()
  })

  test('refuse a damaged file, wherever the damage is, before the database is touched', async () => {
    const { file } = await exported()
    const whole = await readFile(file)
    const to = await database()
    let migrated = false
    const migrate = async () => {
      migrated = true
    }
    const damages: [string, Buffer][] = [
      ['empty', Buffer.alloc(0)],
      ['another file', Buffer.alloc(10_000, 'x')],
      ['one byte short', whole.subarray(0, -1)],
      ['half', whole.subarray(0, whole.length / 2)],
      ...Array.from({ length: 20 }, (_, part): [string, Buffer] => {
        const at = Math.floor((whole.length * part) / 20)
        return [`byte ${at} flipped`, whole.with(at, (whole[at] ?? 0) ^ 0x40) as Buffer]
      }),
    ]
    for (const [damage, bytes] of damages) {
      await writeFile(file, bytes)
      const importing = importDatabase({ connectionString: to, file, migrate })
      await expect(importing, damage).rejects.toThrow(/cannot be imported: .*Nothing was changed/)
    }
    expect(migrated).toBe(false)
    expect(await tablesOf(to)).toEqual([])
  })

  test('keep their file private, and leave none after a failure', async () => {
    const { file } = await exported()
    expect((await stat(file)).mode & 0o077).toBe(0)
    const other = `${file}.other`
    await expect(exportDatabase({ connectionString: await database(), file: other })).rejects.toThrow(
      'nothing to export',
    )
    expect(existsSync(other)).toBe(false)
    expect(existsSync(`${other}.partial`)).toBe(false)
  })
})

describe('clear', () => {
  test('makes room for an import', async () => {
    const { connectionString, file } = await exported()
    const before = await contents(connectionString)
    await clearDatabase({ connectionString })
    expect(await tablesOf(connectionString)).toEqual([])
    await importDatabase({ connectionString, file, migrate: migrating(connectionString, first) })
    expect(await contents(connectionString)).toEqual(before)
  })
})

describe('backup', () => {
  test('keeps the newest ones, and other files', async () => {
    const { connectionString } = await exported()
    const dataDir = await temporaryFolder()
    const backups = join(dataDir, 'backups')
    await mkdir(backups)
    await writeFile(join(backups, 'voicedeck-before-the-move.vdx'), '')
    await writeFile(join(backups, 'voicedeck-2026-01-01T0000Z.vdx.partial'), '')
    for (const day of ['01', '02', '03']) {
      const file = await backup({
        connectionString,
        dataDir,
        keep: 2,
        now: new Date(`2026-02-${day}T03:04:05Z`),
      })
      expect(file).toBe(join(backups, `voicedeck-2026-02-${day}T0304Z.vdx`))
    }
    expect((await readdir(backups)).sort()).toEqual([
      'voicedeck-2026-02-02T0304Z.vdx',
      'voicedeck-2026-02-03T0304Z.vdx',
      'voicedeck-before-the-move.vdx',
    ])
  })
})
