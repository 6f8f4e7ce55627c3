// @module-tag clock

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#tests/fixtures/api.ts'

test('the database uses the server’s clock, also a simulated one', async ({ api }) => {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(api.db)
  const apart = Math.abs(Date.now() - Date.parse(String(rows[0]?.now)))
  expect(apart).toBeLessThan(60_000)
})
