import { describe, expect } from 'vitest'
import { glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { test } from '#tests/fixtures/api.ts'

const { list, create, update, remove, restore, rules } = glossaryTerms
const alert = { term: 'alert', language: 'es', allowed: 'alerta\n aviso ', forbidden: 'alarma' } as const
const device = { term: 'device', language: 'es', allowed: 'dispositivo' } as const

describe('the glossary', () => {
  test('is written by admins and read by translators, as lists of translations', async ({ api }) => {
    const [lee, kim] = [await api.signedIn('admin'), await api.signedIn('translator')]
    const { status, reply } = await lee.call(create, { body: alert })
    expect(status).toBe(201)
    const refused = await kim.call(create, { body: { ...alert, term: 'alarm' } })
    expect(refused.status).toBe(403)
    const found = await kim.call(rules, { params: { language: 'es' } })
    expect(found.reply.terms.filter(({ term }) => term === 'alert')).toEqual([
      { id: reply.id, term: 'alert', allowed: ['alerta', 'aviso'], forbidden: ['alarma'], note: null },
    ])
    expect((await kim.call(rules, { params: { language: 'fr' } })).reply.terms).toEqual([])
    expect((await kim.call(rules, { params: { language: 'xx' } })).status).toBe(404)
    expect((await kim.call(list, { query: { language: 'es', term: 'alert' } })).reply.terms).toHaveLength(1)
  })

  test('has each term once in a language, with a history', async ({ api }) => {
    const lee = await api.signedIn('admin')
    const { id } = (await lee.call(create, { body: device })).reply
    const again = await lee.call(create, { body: { ...device, term: 'Device' } })
    expect(again.status).toBe(409)
    expect(again.problem.errors?.[0]?.pointer).toBe('#/term')
    expect((await lee.call(create, { body: { ...device, language: 'de', allowed: 'Gerät' } })).status).toBe(
      201,
    )
    const changed = await lee.call(update, { params: { id }, body: { note: 'Not for tests' } })
    expect(changed.reply).toMatchObject({ version: 2, note: 'Not for tests' })
    expect((await lee.call(remove, { params: { id } })).status).toBe(204)
    expect(
      (await lee.call(rules, { params: { language: 'es' } })).reply.terms.map(({ id }) => id),
    ).not.toContain(id)
    await lee.call(restore, { params: { id } })
    expect((await lee.call(rules, { params: { language: 'es' } })).reply.terms.map(({ id }) => id)).toContain(
      id,
    )
    const logs = await api.db
      .selectFrom('activity_logs')
      .where('resource_type', '=', 'glossary-terms')
      .where('resource_id', '=', id)
      .select('action')
      .execute()
    expect(logs.map(({ action }) => action)).toEqual(expect.arrayContaining(['create', 'update', 'delete']))
  })

  test('refuses English, nothing, and a translation that is both allowed and forbidden', async ({ api }) => {
    const lee = await api.signedIn('admin')
    const of = (values: object) => lee.call(create, { body: { ...alert, term: 'alarm', ...values } })
    expect((await of({ language: 'en' })).status).toBe(422)
    expect((await of({ allowed: ' \n ' })).status).toBe(422)
    const both = await of({ forbidden: 'Aviso' })
    expect(both.status).toBe(422)
    expect(both.problem.errors?.[0]).toMatchObject({
      pointer: '#/forbidden',
      detail: 'A translation can’t be both allowed and forbidden',
    })
  })
})
