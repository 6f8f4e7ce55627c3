import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, newPerson, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { provisioned } from '#tests/fixtures/scim.ts'
import { entraUser, errorSchema, scimAt } from '#tests/fixtures/scim-client.ts'
import { subscribe } from '#tests/fixtures/subscriptions.ts'

const personOf = ({ db }: Api, id: string) =>
  db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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

  test('if they are staff, also by a key of the service itself', async ({ api }) => {
    const root = await api.signedIn('super_admin')
    const { url } = await listening(api)
    const scim = scimAt(url, await apiKey(api, root.organizationId, 'scim'))
    const off = { op: 'replace', path: 'active', value: false }
    const join = { op: 'add', path: 'members', value: [{ value: root.id }] }
    const answers = [
      await scim.get(`/Users/${root.id}`),
      await scim.put(`/Users/${root.id}`, entraUser('x', { active: false })),
      await scim.patch(`/Users/${root.id}`, off),
      await scim.remove(`/Users/${root.id}`),
      await scim.patch('/Groups/caregiver', join),
      await scim.post('/Groups', { displayName: `Staff ${root.userId}`, members: [{ value: root.id }] }),
    ]
    for (const { status, body } of answers) {
      expect.soft([400, 404]).toContain(status)
      expect.soft(body).toMatchObject({ schemas: [errorSchema], detail: expect.stringContaining(root.id) })
    }
    const { body: listed } = await scim.get('/Users?count=200')
    expect(JSON.stringify(listed)).not.toContain(root.id)
    expect(await personOf(api, root.id)).toMatchObject({ role: 'super_admin', status: 'active' })
    expect((await root.call(auth.me)).status).toBe(200)
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
