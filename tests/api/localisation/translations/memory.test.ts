import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { translations } from '#contract/localisation/translations.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

const { show, save, submit, approve, memory } = translations

/** Publishes a text that one person writes and another approves. */
async function publish(api: Api, id: string, text: string) {
  const [writer, reviewer] = [await api.signedIn('super_admin'), await api.signedIn('super_admin')]
  const params = { id }
  const { version } = (await writer.call(show, { params })).reply
  const saved = await writer.call(save, { params, body: { version, forms: { text } } })
  const sent = await writer.call(submit, { params, body: { version: saved.reply.version } })
  const done = await reviewer.call(approve, { params, body: { version: sent.reply.version } })
  expect(done.status).toBe(200)
}

const suggestionsOf = async (by: Caller, id: string) =>
  (await by.call(memory, { params: { id } })).reply.suggestions

describe('the translation memory', () => {
  test('suggests translations of similar sources, the same source first', async ({ api }) => {
    const kim = await api.signedIn('translator')
    await publish(api, 'en:usage:lead', 'Lanterns warn the night crew')
    await publish(api, 'en:operations:lead', 'Lanterns warn the day crew')
    await publish(api, 'en:emergency:lead', 'Lanterns warn the night crew')
    await publish(api, 'es:operations:lead', 'Los faroles avisan al turno de día')
    await publish(api, 'es:emergency:lead', 'Los faroles avisan al turno de noche')
    const suggestions = await suggestionsOf(kim, 'es:usage:lead')
    expect(suggestions.slice(0, 2)).toMatchObject([
      {
        id: 'es:emergency:lead',
        likeness: 100,
        source: { text: 'Lanterns warn the night crew' },
        forms: { text: 'Los faroles avisan al turno de noche' },
      },
      { id: 'es:operations:lead', forms: { text: 'Los faroles avisan al turno de día' } },
    ])
    expect(suggestions[1]?.likeness).toBeGreaterThan(50)
    expect(suggestions[1]?.likeness).toBeLessThan(100)

    // Its translation is of a source that no longer exists.
    await publish(api, 'en:operations:lead', 'Lanterns warn the late crew')
    const later = await suggestionsOf(kim, 'es:usage:lead')
    expect(later.map(({ id }) => id)).toContain('es:emergency:lead')
    expect(later.map(({ id }) => id)).not.toContain('es:operations:lead')
  })

  test('has the texts of the release, each translation once, and not the text itself', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const suggestions = await suggestionsOf(kim, 'es:common:cancel')
    expect(suggestions.length).toBeGreaterThan(0)
    expect(suggestions.length).toBeLessThanOrEqual(5)
    expect(suggestions.map(({ id }) => id)).not.toContain('es:common:cancel')
    const contents = suggestions.map(({ source, forms }) => JSON.stringify([source, forms]))
    expect(new Set(contents).size).toBe(contents.length)
    expect(suggestions.map(({ likeness }) => likeness)).toEqual(
      suggestions.map(({ likeness }) => likeness).toSorted((one, other) => other - one),
    )
  })

  test('has nothing for English, and refuses unknown texts and other roles', async ({ api }) => {
    const kim = await api.signedIn('translator')
    expect(await suggestionsOf(kim, 'en:common:cancel')).toEqual([])
    expect((await kim.call(memory, { params: { id: 'es:common:nothing' } })).status).toBe(404)
    const ana = await api.signedIn('analyst')
    expect((await ana.call(memory, { params: { id: 'es:common:cancel' } })).status).toBe(403)
  })

  test('searches by index', async ({ api }) => {
    const kim = await api.signedIn('translator')
    await suggestionsOf(kim, 'es:common:cancel')
    await sql`insert into text_sources select 'many', n::text, 'Source ' || md5(n::text), md5(n::text)
      from generate_series(1, 20000) as n`.execute(api.db)
    await sql`analyze text_sources`.execute(api.db)
    const plan = await api.db.transaction().execute(async db => {
      // What is cheaper depends on the settings of the database; that the index can be used does not.
      await sql`set local enable_seqscan = off`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
        select key from text_sources where is_similar_text(gist, 'lanterns warn the crew')`.execute(db)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('text_sources_gist')
  })
})
