import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { type Api, newPerson, test } from '#tests/fixtures/api.ts'
import { provisioned } from '#tests/fixtures/scim.ts'
import { entraUser, errorSchema, type ScimClient, userSchema } from '#tests/fixtures/scim-client.ts'

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
