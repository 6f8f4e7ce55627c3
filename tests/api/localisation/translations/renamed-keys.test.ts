import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { translations } from '#contract/localisation/translations.ts'
import { test } from '#tests/fixtures/api.ts'

test('translations of a renamed key keep their state and history', async ({ api }) => {
  const kim = await api.signedIn('translator')
  const params = { id: 'es:emergency:handOver.none' }
  const { reply: draft } = await kim.call(translations.save, {
    params,
    body: { version: 0, forms: { text: 'Aquí no hay nadie' } },
  })
  await kim.call(translations.submit, { params, body: { version: draft.version } })
  // As an older release stored it.
  await sql`
    set session_replication_role = replica;
    update translations set key = 'handOver.nobody' where key = 'handOver.none';
    update translation_revisions set key = 'handOver.nobody' where key = 'handOver.none';
    set session_replication_role = default`.execute(api.db)

  const migration = await readFile('server/db/migrations/0071_locale_keys.sql', 'utf8')
  await api.db.transaction().execute(db => sql.raw(migration).execute(db))

  const { reply } = await kim.call(translations.show, { params })
  expect(reply).toMatchObject({ status: 'review' })
  const { rows } = await sql`
    select act from translation_revisions where key = 'handOver.none' order by number`.execute(api.db)
  expect(rows).toEqual([{ act: 'save' }, { act: 'submit' }])
})

test('translations move along a chain of renamed keys', async ({ api }) => {
  const kim = await api.signedIn('translator')
  const stored = [
    { now: 'quickActions.title', before: 'actions.title', text: 'Atajos' },
    { now: 'actions.title', before: 'acts.title', text: 'Qué hacer' },
    { now: 'actions.acknowledge', before: 'acts.acknowledge', text: 'Me ocupo' },
  ]
  for (const { now, text } of stored) {
    const params = { id: `es:emergency:${now}` }
    await kim.call(translations.save, { params, body: { version: 0, forms: { text } } })
  }
  await kim.call(translations.describe, {
    params: { id: 'es:emergency:actions.title' },
    body: { description: 'Above the buttons of an alert' },
  })
  // As an older release stored them.
  for (const { now, before } of stored.toReversed())
    await sql`
      set session_replication_role = replica;
      update translations set key = ${sql.lit(before)} where key = ${sql.lit(now)};
      update translation_revisions set key = ${sql.lit(before)} where key = ${sql.lit(now)};
      update text_descriptions set key = ${sql.lit(before)} where key = ${sql.lit(now)};
      set session_replication_role = default`.execute(api.db)

  const migration = await readFile('server/db/migrations/0090_locale_keys.sql', 'utf8')
  await api.db.transaction().execute(db => sql.raw(migration).execute(db))

  for (const { now, text } of stored) {
    const { reply } = await kim.call(translations.show, { params: { id: `es:emergency:${now}` } })
    expect.soft(reply, now).toMatchObject({ status: 'draft', forms: { text }, history: [{ act: 'save' }] })
  }
  const { reply } = await kim.call(translations.show, { params: { id: 'es:emergency:actions.title' } })
  expect(reply).toMatchObject({ description: 'Above the buttons of an alert' })
})

test('translations of messages about findings keep their state and history', async ({ api }) => {
  const kim = await api.signedIn('translator')
  const params = { id: 'es:translations:findings.term_missing' }
  const text = 'Traduzca «{{term}}» por «{{subject}}».'
  await kim.call(translations.save, { params, body: { version: 0, forms: { text } } })
  // As an older release stored it.
  await sql`
    set session_replication_role = replica;
    update translations set key = 'terms.term_missing',
      forms = '{"text": "Traduzca «{{term}}» por «{{translation}}»."}' where key = 'findings.term_missing';
    update translation_revisions set key = 'terms.term_missing' where key = 'findings.term_missing';
    drop table text_dismissals;
    set session_replication_role = default`.execute(api.db)

  const migration = await readFile('server/db/migrations/0097_text_checks.sql', 'utf8')
  await api.db.transaction().execute(db => sql.raw(migration).execute(db))

  const { reply } = await kim.call(translations.show, { params })
  expect(reply).toMatchObject({ status: 'draft', forms: { text }, version: 1 })
  expect(reply.history).toHaveLength(1)
})
