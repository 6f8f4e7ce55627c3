import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { newDatabase } from '#tests/fixtures/database.ts'

test('a release’s migrations are applied even if an installation has one of its own with a higher number', async () => {
  const { connectionString, drop } = await newDatabase('template0')
  const { db, close } = openDatabase(connectionString, () => {})
  onTestFinished(async () => {
    await close()
    await drop()
  })
  await migrate(db, '0036_channel_sessions')
  // As if it had been written after that release, whatever its number. Nothing depends on its index.
  await sql`insert into kysely_migration (name, timestamp) values ('0098_activity_log_changes', now()::text)`.execute(
    db,
  )
  expect(await migrate(db)).toContain('0037_running_totals')
})
