import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, newPerson, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import {
  entraUser,
  errorSchema,
  provisioned,
  type ScimClient,
  scimAt,
  userSchema,
} from '#tests/fixtures/scim.ts'
import { subscribe } from '#tests/fixtures/subscriptions.ts'

const find = (scim: ScimClient, filter: string) => scim.get(`/Users?filter=${encodeURIComponent(filter)}`)

const personOf = ({ db }: Api, id: string) =>
  db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const namesOf = (body: { Resources: { userName: string }[] }) =>
  body.Resources.map(({ userName }) => userName)

describe('Microsoft Entra', () => {
  test('looks for a user, creates, changes, disables and deletes them', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const none = await find(scim, 'userName eq "ada@contoso.example"')
    expect(none.status).toBe(200)
    expect(none.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [] })

    const created = await scim.post('/Users', entraUser('ada'))
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      schemas: [userSchema],
      userName: 'ada@contoso.example',
      externalId: 'ada-external',
      displayName: 'ada Doe',
      name: { formatted: 'ada Doe', givenName: 'ada', familyName: 'Doe' },
      emails: [{ value: 'ada@contoso.example', type: 'work', primary: true }],
      active: true,
      roles: [{ value: 'family_member' }],
      meta: { resourceType: 'User' },
    })
    const { id } = created.body
    expect(created.headers.get('location')).toMatch(new RegExp(`/scim/v2/Users/${id}$`))
    const person = await personOf(api, id)
    expect(person).toMatchObject({
      organization_id: admin.organizationId,
      role: 'family_member',
      status: 'active',
      password_hash: null,
    })
    expect(person.email_verified_at).not.toBeNull()
    expect((await scim.get(`/Users/${id}`)).body).toEqual(created.body)

    const changed = await scim.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.new@contoso.example' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425 555 0100' },
      { op: 'Replace', path: 'name.familyName', value: 'Roe' },
      { op: 'Replace', path: 'title', value: 'Head nurse' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Night',
      },
    )
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      displayName: 'ada Roe',
      name: { givenName: 'ada', familyName: 'Roe' },
      emails: [{ value: 'ada.new@contoso.example' }],
      phoneNumbers: [{ value: '+1 425 555 0100' }],
    })

    const pathless = await scim.patch(`/Users/${id}`, {
      op: 'Replace',
      value: {
        displayName: 'Ada L.',
        'name.givenName': 'Ada',
        'emails[type eq "work"].value': 'ada@contoso.example',
      },
    })
    expect(pathless.body).toMatchObject({
      displayName: 'Ada L.',
      name: { givenName: 'Ada' },
      emails: [{ value: 'ada@contoso.example' }],
    })

    const disabled = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    expect(disabled.body.active).toBe(false)
    expect((await personOf(api, id)).status).toBe('suspended')
    expect((await find(scim, 'active eq False')).body).toMatchObject({ totalResults: 1 })
    await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
    expect((await personOf(api, id)).status).toBe('active')

    expect((await scim.remove(`/Users/${id}`)).status).toBe(204)
    expect((await scim.get(`/Users/${id}`)).status).toBe(404)
    expect((await scim.remove(`/Users/${id}`)).status).toBe(404)
    expect((await scim.post('/Users', entraUser('ada'))).status).toBe(201)
  })
})

describe('Okta', () => {
  test('imports pages, creates, replaces the whole object and deactivates', async ({ api }) => {
    const { scim } = await provisioned(api)
    expect((await scim.get('/Users?startIndex=1&count=2')).body).toMatchObject({
      startIndex: 1,
      totalResults: 1,
    })
    const body = {
      schemas: [userSchema],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const { body: made, status } = await scim.post('/Users', body)
    expect(status).toBe(201)
    expect(made).not.toHaveProperty('password')
    expect((await personOf(api, made.id)).password_hash).toBeNull()

    const full = { ...made, name: { givenName: 'Another', familyName: 'User' }, displayName: 'Another User' }
    const replaced = await scim.put(`/Users/${made.id}`, full)
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({ displayName: 'Another User', name: { givenName: 'Another' } })

    const off = await scim.put(`/Users/${made.id}`, { ...full, active: false })
    expect(off.body.active).toBe(false)
    const found = await find(scim, 'userName eq "Test.User@okta.local"')
    expect(found.body.Resources).toMatchObject([{ id: made.id, active: false }])
    const on = await scim.patch(`/Users/${made.id}`, { op: 'replace', value: { active: true } })
    expect(on.body.active).toBe(true)
  })
})

describe('a list of users', () => {
  test('is filtered by what providers know', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    for (const name of ['ann', 'bob', 'cleo']) await scim.post('/Users', entraUser(name))
    await scim.post('/Users', entraUser('dora', { active: false }))
    const cases: [filter: string, names: string[]][] = [
      ['externalId eq "bob-external"', ['bob']],
      ['emails[type eq "work"].value eq "ANN@contoso.example"', ['ann']],
      ['emails.value co "o@contoso"', ['cleo']],
      ['emails eq "bob@contoso.example"', ['bob']],
      ['active eq false', ['dora']],
      ['active eq true and (userName sw "a" or displayName eq "bob doe")', ['ann', 'bob']],
      ['name.givenName ew "o" and not (externalId eq "x")', ['cleo']],
      ['externalId pr and userName ne "ann@contoso.example" and active eq true', ['bob', 'cleo']],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "cleo@contoso.example"', ['cleo']],
      ['roles.value eq "organization_admin"', []],
      ['phoneNumbers.value pr', []],
      ['meta.created gt "2001-01-01T00:00:00Z" and userName eq "ann@contoso.example"', ['ann']],
      ['userName eq "a\\"b"', []],
    ]
    for (const [filter, names] of cases) {
      const { status, body } = await find(scim, `(${filter}) and id ne "${admin.id}"`)
      expect.soft(status, filter).toBe(200)
      expect.soft(namesOf(body), filter).toEqual(names.map(name => `${name}@contoso.example`))
    }
    const projected = await scim.get('/Users?attributes=userName&filter=externalId%20pr')
    expect(Object.keys(projected.body.Resources[0]).toSorted()).toEqual(['id', 'schemas', 'userName'])
    const without = await scim.get('/Users?excludedAttributes=groups,meta')
    expect(without.body.Resources[0]).not.toHaveProperty('meta')
  })

  test('refuses filters that it can’t answer', async ({ api }) => {
    const { scim } = await provisioned(api)
    const filters = [
      'userName',
      'userName eq',
      'nothing eq "1"',
      'userName eq "a" or',
      'active gt true',
      'meta.created gt "yesterday"',
      `${'('.repeat(3_000)}userName pr`,
      Array(51).fill('userName eq "a"').join(' or '),
      `userName eq "${'a'.repeat(4_000)}"`,
      '__proto__ eq "1"',
      'constructor pr',
    ]
    for (const filter of filters) {
      const { status, body } = await find(scim, filter)
      expect.soft([status, body.scimType], filter.slice(0, 40)).toEqual([400, 'invalidFilter'])
      expect.soft(body.schemas, filter.slice(0, 40)).toEqual([errorSchema])
    }
  })

  test('of 1,000 people is read page by page', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const people = Array.from({ length: 1_000 }, (_, index) => ({
      id: uuid(),
      role: 'family_member' as const,
      organization_id: admin.organizationId,
      name: `Person ${index}`,
      username: `person-${index}-${admin.userId}`,
      email: `person-${index}-${admin.userId}@example.org`,
    }))
    await api.db.insertInto('people').values(people).execute()
    const seen = new Set<string>()
    for (let startIndex = 1; startIndex <= 1_001; ) {
      const { body } = await scim.get(`/Users?startIndex=${startIndex}&count=150`)
      expect(body.totalResults).toBe(1_001)
      expect(body.startIndex).toBe(startIndex)
      for (const { id } of body.Resources) seen.add(id)
      startIndex += body.itemsPerPage
    }
    expect(seen.size).toBe(1_001)
    expect((await scim.get('/Users?count=0')).body).toMatchObject({ totalResults: 1_001, itemsPerPage: 0 })
    expect((await scim.get('/Users?count=5000')).body.itemsPerPage).toBe(200)
    expect((await scim.get('/Users?startIndex=-3&count=1')).body.startIndex).toBe(1)
    expect((await scim.get('/Users?startIndex=9000')).body.itemsPerPage).toBe(0)
    expect((await scim.get('/Users?count=many')).body).toMatchObject({ scimType: 'invalidValue' })
  })

  test('shows people of the organization who were made in the console, and no one else', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    await newPerson(api.db, 'elderly_user', admin.organizationId)
    await newPerson(api.db, 'caregiver', await api.organization())
    const { body } = await scim.get('/Users')
    expect(body.Resources).toMatchObject([{ id: admin.id, roles: [{ value: 'organization_admin' }] }])
    const linked = await scim.patch(`/Users/${admin.id}`, { op: 'Add', path: 'externalId', value: 'x-1' })
    expect(linked.body.externalId).toBe('x-1')
  })
})

describe('a change of a user', () => {
  test('ends sessions and keys when they are deactivated, but no key that carries alarms', async ({
    api,
  }) => {
    const { admin, scim } = await provisioned(api)
    const leaver = await api.signedIn('organization_admin', { organizationId: admin.organizationId })
    const keys: Record<string, string> = {}
    for (const scope of ['devices:read', 'device-events:write']) {
      const { reply } = await leaver.call(apiKeys.create, { body: { name: scope, scopes: [scope] } })
      keys[scope] = reply.id
    }
    expect(
      (await scim.patch(`/Users/${leaver.id}`, { op: 'Replace', value: { active: false } })).status,
    ).toBe(200)
    expect((await leaver.call(auth.me)).status).toBe(401)
    const { reply } = await admin.call(apiKeys.list, { query: { id: Object.values(keys) } })
    const statuses = Object.fromEntries(reply.api_keys.map(({ name, status }) => [name, status]))
    expect(statuses).toEqual({ 'devices:read': 'revoked', 'device-events:write': 'active' })
  })

  test('ends the sessions of who is deleted or has another role', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const [one, other] = [
      await api.signedIn('caregiver', { organizationId: admin.organizationId }),
      await api.signedIn('caregiver', { organizationId: admin.organizationId }),
    ]
    await scim.patch(`/Users/${one.id}`, {
      op: 'replace',
      path: 'roles',
      value: [{ value: 'family_member' }],
    })
    await scim.remove(`/Users/${other.id}`)
    expect((await personOf(api, one.id)).role).toBe('family_member')
    expect((await one.call(auth.me)).status).toBe(401)
    expect((await other.call(auth.me)).status).toBe(401)
  })

  test('is in the activity log, in the name of the key', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const { body } = await scim.post(
      '/Users',
      entraUser(`log-${admin.userId}`, { roles: [{ value: 'caregiver' }] }),
    )
    await scim.patch(`/Users/${body.id}`, { op: 'replace', path: 'displayName', value: 'Renamed' })
    const { reply } = await admin.call(activityLogs.list, { query: { resource_id: body.id } })
    expect(reply.logs.map(({ action, resource_type }) => `${action} ${resource_type}`).toSorted()).toEqual([
      'create caregivers',
      'create provisioned-people',
      'update caregivers',
    ])
    expect(new Set(reply.logs.map(({ user_role }) => user_role))).toEqual(new Set(['api_key']))
  })

  test('names the version that it expects', async ({ api }) => {
    const { scim } = await provisioned(api)
    const { body, headers } = await scim.post('/Users', entraUser(`v-${uuid()}`))
    const etag = headers.get('etag') ?? ''
    expect(etag).toBe(body.meta.version)
    const path = `/Users/${body.id}`
    const same = await scim.send('GET', path, undefined, { 'if-none-match': etag })
    expect(same.status).toBe(304)
    const put = (match: string) =>
      scim.send('PUT', path, { ...body, displayName: `By ${match}` }, { 'if-match': match })
    expect((await put(etag)).status).toBe(200)
    const stale = await put(etag)
    expect([stale.status, stale.body.status]).toEqual([412, '412'])
    expect((await put('W/"no version"')).status).toBe(412)
  })
})

describe('a user is refused', () => {
  test('with an error that names the attribute', async ({ api }) => {
    const { scim } = await provisioned(api)
    const name = `dup-${uuid()}`
    await scim.post('/Users', entraUser(name))
    const refused = async (body: unknown) => {
      const answer = await scim.post('/Users', body)
      expect(answer.body.schemas).toEqual([errorSchema])
      expect(answer.body.status).toBe(String(answer.status))
      return [answer.status, answer.body.scimType, answer.body.detail.split(':')[0]]
    }
    expect(await refused(entraUser(name))).toEqual([409, 'uniqueness', 'emails.value'])
    const other = { emails: [{ value: `${uuid()}@example.org` }] }
    expect(await refused(entraUser(name, other))).toEqual([409, 'uniqueness', 'userName'])
    expect(await refused({ ...entraUser('x'), userName: undefined })).toEqual([
      400,
      'invalidValue',
      'userName',
    ])
    expect(await refused({ userName: 'no-address' })).toEqual([400, 'invalidValue', 'emails'])
    expect(await refused(entraUser('x', { emails: [{ value: 'nothing' }] }))).toEqual([
      400,
      'invalidValue',
      'emails.0.value',
    ])
    expect(await refused(entraUser('x', { active: 'maybe' }))).toEqual([400, 'invalidValue', 'active'])
    for (const role of ['super_admin', 'admin', 'elderly_user', 'nobody'])
      expect(await refused(entraUser('x', { roles: [{ value: role }] }))).toEqual([
        400,
        'invalidValue',
        'roles.0.value',
      ])
    expect(await refused('{"userName":')).toEqual([
      400,
      'invalidSyntax',
      'The request body must be valid JSON',
    ])
  })

  test('if the plan has no more caregivers', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    await subscribe(admin, { plan_id: 'starter' })
    const answers = []
    for (let index = 0; index < 3; index++)
      answers.push(
        await scim.post(
          '/Users',
          entraUser(`plan-${index}-${admin.userId}`, { roles: [{ value: 'caregiver' }] }),
        ),
      )
    expect(answers.at(-1)?.status).toBe(409)
    expect(answers.at(-1)?.body.schemas).toEqual([errorSchema])
  })

  test('if they are of another organization or staff', async ({ api }) => {
    const { scim } = await provisioned(api)
    const elsewhere = await newPerson(api.db, 'caregiver', await api.organization())
    const staff = await newPerson(api.db, 'super_admin')
    for (const { id } of [elsewhere, staff, { id: 'nobody' }, { id: uuid() }]) {
      const off = { op: 'replace', path: 'active', value: false }
      const answers = [
        await scim.get(`/Users/${id}`),
        await scim.put(`/Users/${id}`, entraUser('x')),
        await scim.patch(`/Users/${id}`, off),
        await scim.remove(`/Users/${id}`),
      ]
      for (const { status, body } of answers) {
        expect.soft(status).toBe(404)
        expect.soft(body).toMatchObject({
          schemas: [errorSchema],
          detail: `User ${id} does not exist in this organization`,
        })
      }
    }
    expect((await personOf(api, staff.id)).status).toBe('active')
  })

  test('if no active admin would remain', async ({ api }) => {
    const { admin, scim } = await provisioned(api)
    const path = `/Users/${admin.id}`
    const answers = [
      await scim.patch(path, { op: 'Replace', path: 'active', value: 'False' }),
      await scim.patch(path, { op: 'Replace', path: 'roles', value: [{ value: 'caregiver' }] }),
      await scim.patch('/Groups/organization_admin', {
        op: 'Remove',
        path: 'members',
        value: [{ value: admin.id }],
      }),
      await scim.remove(path),
    ]
    for (const { status, body } of answers) {
      expect.soft(status).toBe(409)
      expect.soft(body.detail).toBe('This is the last active admin of the organization')
    }
    expect((await admin.call(auth.me)).status).toBe(200)
    const second = await newPerson(api.db, 'organization_admin', admin.organizationId)
    // Of two calls at the same moment, which would each leave the other admin, one is refused.
    const statuses = await Promise.all(
      [admin.id, second.id].map(async id => (await scim.remove(`/Users/${id}`)).status),
    )
    expect(statuses.toSorted()).toEqual([204, 409])
  })
})

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
