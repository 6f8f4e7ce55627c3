import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { provisioned } from '#tests/fixtures/scim.ts'
import { entraUser, errorSchema, scimAt, userSchema } from '#tests/fixtures/scim-client.ts'

describe('SCIM', () => {
  test('is spoken with a key of its scope alone', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const other = scimAt(scim.url, await apiKey(api, admin.organizationId, 'devices:read'))
    const person = scimAt(scim.url, admin.token)
    const nobody = scimAt(scim.url, 'nothing')
    const answers = await Promise.all([other, person, nobody].map(client => client.get('/Users')))
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401])
    for (const { body } of answers) expect(body.schemas).toEqual([errorSchema])
    await api.db
      .updateTable('organizations')
      .set({ status: 'suspended' })
      .where('id', '=', admin.organizationId)
      .execute()
    expect((await scim.get('/Users')).status).toBe(401)
  })

  test('keys are made after step-up, and not for staff', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const make = (organization_id?: string) =>
      admin.call(apiKeys.create, { body: { name: 'Entra', scopes: ['scim'], organization_id } })
    const own = await make()
    expect([own.status, own.problem.errors?.[0]?.pointer]).toEqual([422, '#/organization_id'])
    const home = await api.organization()
    expect((await make(home)).status).toBe(201)
    await api.db.updateTable('sessions').set({ proved_at: '2001-01-01T00:00:00Z' }).execute()
    expect((await make(home)).problem.type).toBe('/problems/step-up')
  })

  test('says what it supports', async ({ api }) => {
    const { scim } = await provisioned(api)
    const config = await scim.get('/ServiceProviderConfig')
    expect(config.body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      bulk: { supported: false },
    })
    const types = await scim.get('/ResourceTypes')
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      '/Users',
      '/Groups',
    ])
    const documents = await scim.get('/Schemas')
    for (const { id } of documents.body.Resources) expect((await scim.get(`/Schemas/${id}`)).body.id).toBe(id)
    expect((await scim.get('/ResourceTypes/User')).body.schema).toBe(userSchema)
    for (const path of ['/Schemas/none', '/Bulk', '/nothing']) {
      const { status, body } = await scim.get(path)
      expect([status, body.schemas]).toEqual([404, [errorSchema]])
    }
  })
})

describe('hostile requests', () => {
  test('are refused, and change nothing', async ({ api }) => {
    const { scim } = await provisioned(api)
    const { body } = await scim.post('/Users', entraUser(`h-${uuid()}`))
    const path = `/Users/${body.id}`
    const operations: object[] = [
      { op: 'add', path: '__proto__.polluted', value: 'yes' },
      { op: 'add', path: 'name.__proto__.polluted', value: 'yes' },
      { op: 'add', path: 'name', value: { 'constructor.prototype.polluted': 'yes' } },
      { op: 'add', value: { 'constructor.prototype.polluted': 'yes' } },
      { op: 'move', path: 'displayName', value: 'x' },
      { op: 5 },
      { op: 'replace', path: 'emails[[', value: 'x' },
      { op: 'replace', path: 'emails[type eq].value', value: 'x' },
      { op: 'replace', path: 'nothing', value: 'x' },
      { op: 'replace', path: 'userName.x', value: 'x' },
      { op: 'replace', path: 'userName', value: { a: 1 } },
      { op: 'replace', value: 'x' },
      { op: 'replace', value: null },
      { op: 'remove' },
      { op: 'remove', path: 'userName' },
      { op: 'remove', path: 'emails' },
      { op: 'replace', path: 'displayName', value: 'a\0b' },
      { op: 'replace', path: 'displayName', value: 'x'.repeat(121) },
      { op: 'replace', path: 'phoneNumbers', value: [{ value: '<script>' }] },
    ]
    for (const operation of operations) {
      const answer = await scim.patch(path, operation)
      expect.soft(answer.status, JSON.stringify(operation)).toBe(400)
      expect.soft(answer.body.schemas, JSON.stringify(operation)).toEqual([errorSchema])
    }
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    const many = Array.from({ length: 1_001 }, () => ({ op: 'replace', path: 'title', value: 'x' }))
    expect((await scim.patch(path, ...many)).status).toBe(400)
    expect((await scim.send('PATCH', path, { Operations: [] })).status).toBe(400)
    expect((await scim.send('POST', '/Users', 'a=b', { 'content-type': 'text/plain' })).status).toBe(400)
    for (const text of ['null', '[]', '"x"', '7'])
      expect.soft((await scim.post('/Users', text)).status, text).toBe(400)
    expect((await scim.get(path)).body).toEqual(body)
  })
})
