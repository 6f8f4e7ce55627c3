import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { personalDataRules, records } from '#server/modules/people/privacy/personal-data-rules.ts'
import { test } from '#tests/fixtures/api.ts'

interface Column {
  table: string
  column: string
}

/** Columns that name people although no foreign key says so. */
const named =
  '^(person|user|actor|author|recipient|member|elderly|caregiver|owner|helper)_id$|_by$|^user_email$'
/** Told of by another column of the same row, or by the row itself. */
const same = new Set(['people.user_id', 'activity_logs.user_email'])

describe('the personal data rules', () => {
  test('cover every database column that refers to a person', async ({ api: { db } }) => {
    const { rows } = await sql<Column>`
      select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
      where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition
        and (c.column_name ~ ${named} or exists (
          select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.confrelid = 'people'::regclass and k.conrelid = t.oid and a.attname = c.column_name))
      order by 1, 2`.execute(db)
    expect(rows.length).toBeGreaterThan(40)
    const stated = new Set(personalDataRules.map(({ table, column }) => `${table}.${column}`))
    const found = rows.map(({ table, column }) => `${table}.${column}`)
    expect(found.filter(place => !stated.has(place) && !same.has(place))).toEqual([])
  })

  test('name existing columns, and give a reason', async ({ api: { db } }) => {
    const { rows } = await sql<Column>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public'`.execute(db)
    const there = new Set(rows.map(({ table, column }) => `${table}.${column}`))
    for (const { table, column, shown, spoken, why } of personalDataRules) {
      const hidden = shown ? shown.without : []
      for (const name of [column, ...hidden, ...spoken]) expect.soft(there).toContain(`${table}.${name}`)
      expect.soft(why.length, `${table}.${column}`).toBeGreaterThan(10)
    }
    for (const table of records) expect.soft(there).toContain(`${table}.id`)
  })

  test('keep credentials out of every data export', async ({ api: { db } }) => {
    const { rows } = await sql<Column>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name ~ '(hash|secret|salt|public_key|^keys)$'`.execute(db)
    for (const { table, column } of rows) {
      for (const { shown } of personalDataRules.filter(rule => rule.table === table)) {
        if (shown) expect.soft(shown.without, table).toContain(column)
      }
    }
  })
})
