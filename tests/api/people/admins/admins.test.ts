import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { admins } from '#contract/people/admins.ts'
import { people } from '#contract/people/people.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { password, session, signIn } from '#tests/fixtures/accounts.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { lettersTo, tokenTo } from '#tests/fixtures/letters.ts'

function newAdmin(values: object = {}) {
  const username = `admin-${randomUUID().slice(0, 8)}`
  return { name: 'Ada', username, email: `${username}@example.org`, role: 'operator', ...values }
}

/** A person with a password, made by somebody who may. */
async function made(by: Caller, values: object = {}) {
  const body = newAdmin({ password, ...values })
  const { status, reply } = await by.call(admins.create, { body })
  expect(status).toBe(201)
  return reply
}

const hashOf = async (api: Api, id: string) =>
  (await api.db.selectFrom('people').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

describe('creating an admin', () => {
  test('with a password lets them sign in immediately', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const ada = await made(boss)
    expect(ada).toMatchObject({ role: 'operator', status: 'active', organization_id: serviceOrganization })
    expect((await signIn(api, ada.username)).status).toBe(200)
    const { reply } = await boss.call(activityLogs.list, { query: { resource_id: ada.id, action: 'create' } })
    expect(reply.logs).toHaveLength(1)
    const logged = JSON.stringify(reply)
    expect(logged).not.toContain(password)
    expect(logged).not.toContain('argon2')
  })

  test('without one sends a link that is valid for three days', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const body = newAdmin()
    const { reply } = await boss.call(admins.create, { body })
    expect(reply.status).toBe('invited')
    expect(await hashOf(api, reply.id)).toBeNull()

    const [letter] = await lettersTo(api, body.email)
    expect(letter?.subject).toBe('Your account is ready')
    expect(letter?.text).toContain(body.username)
    const kept = await api.db
      .selectFrom('mailed_tokens')
      .select(['created_at', 'expires_at'])
      .where('person_id', '=', reply.id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(kept.expires_at) - Date.parse(kept.created_at)).toBe(72 * 3_600_000)

    const chosen = { token: await tokenTo(api, body.email), new_password: password }
    expect((await api.nobody.call(auth.resetPassword, { body: chosen })).status).toBe(200)
    const ada = await session(api, body.username)
    expect((await ada.call(auth.me)).reply).toMatchObject({ role: 'operator', email_verified: true })
    expect((await boss.call(admins.show, { params: { id: reply.id } })).reply.status).toBe('active')
  })

  test('names the field that is in use', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const { username } = await made(boss)
    const answer = await boss.call(admins.create, { body: newAdmin({ username: username.toUpperCase() }) })
    expect(answer.problem).toMatchObject({ status: 409, errors: [{ pointer: '#/username' }] })
  })
})

describe('changing an admin', () => {
  test.for([
    { change: { role: 'analyst' }, ends: true },
    { change: { status: 'suspended' }, ends: true },
    { change: { name: 'Adele' }, ends: false },
    { change: { role: 'operator' }, ends: false },
  ])('$change ends their sessions: $ends', async ({ change, ends }, { api }) => {
    const boss = await api.signedIn('super_admin')
    const ada = await made(boss)
    const open = await session(api, ada.username)
    const { status } = await boss.call(admins.update, { params: { id: ada.id }, body: change })
    expect(status).toBe(200)
    expect((await open.call(auth.me)).status).toBe(ends ? 401 : 200)
  })

  test('into another organization ends their sessions', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const [one, two] = [await api.organization(), await api.organization()]
    const ada = await made(boss, { role: 'organization_admin', organization_id: one })
    const open = await session(api, ada.username)
    await boss.call(admins.update, { params: { id: ada.id }, body: { organization_id: two } })
    expect((await open.call(auth.me)).status).toBe(401)
  })

  test('to another address requires its verification and voids links sent to the old one', async ({
    api,
  }) => {
    const boss = await api.signedIn('super_admin')
    const ada = await made(boss)
    const old = await tokenTo(api, ada.email ?? '')
    await api.nobody.call(auth.verifyEmail, { body: { token: old } })
    await api.nobody.call(auth.forgotPassword, { body: { email: ada.email } })
    const reset = await tokenTo(api, ada.email ?? '', 2)

    const email = `new-${ada.email}`
    await boss.call(admins.update, { params: { id: ada.id }, body: { email } })
    const open = await session(api, ada.username)
    expect((await open.call(auth.verificationStatus)).reply).toEqual({ verified: false })
    const params = { reset_token: reset }
    expect((await api.nobody.call(auth.verifyResetToken, { params })).status).toBe(404)
    await api.nobody.call(auth.verifyEmail, { body: { token: await tokenTo(api, email) } })
    expect((await open.call(auth.verificationStatus)).reply).toEqual({ verified: true })
  })

  test('removes them with their sessions, and frees their name', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const ada = await made(boss)
    const open = await session(api, ada.username)
    expect((await boss.call(admins.remove, { params: { id: ada.id } })).status).toBe(204)
    expect((await open.call(auth.me)).status).toBe(401)
    expect((await signIn(api, ada.username)).status).toBe(401)
    await made(boss, { username: ada.username, email: ada.email })
  })
})

describe('a role', () => {
  test('is given to anyone by id or user_id, which ends their sessions', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const person = await api.signedIn('caregiver')
    const family = { role: 'family_member' }
    const byNumber = { params: { id: String(person.userId) }, body: family }
    expect((await boss.call(people.assignRole, byNumber)).reply).toMatchObject({ id: person.id, ...family })
    expect((await person.call(auth.me)).status).toBe(401)
    const byId = { params: { id: person.id }, body: { role: 'organization_admin' } }
    expect((await boss.call(people.assignRole, byId)).reply).toMatchObject({ role: 'organization_admin' })
    const { reply } = await boss.call(activityLogs.list, {
      query: { resource_id: person.id, action: 'update' },
    })
    expect(reply.logs[1]?.details).toEqual({ before: { role: 'caregiver' }, after: family })
    for (const id of ['999999999', '99999999999', 'nobody', randomUUID()])
      expect((await boss.call(people.assignRole, { params: { id }, body: family })).status).toBe(404)
  })

  test('of staff cannot be given to a customer’s person, nor vice versa', async ({ api }) => {
    const boss = await api.signedIn('super_admin')
    const [customer, staff] = [await api.signedIn('caregiver'), await api.signedIn('operator')]
    for (const [person, role] of [
      [customer, 'operator'],
      [staff, 'caregiver'],
    ] as const) {
      const answer = await boss.call(people.assignRole, { params: { id: person.id }, body: { role } })
      expect(answer.problem).toMatchObject({ status: 422, errors: [{ pointer: '#/role' }] })
      expect((await person.call(auth.me)).status).toBe(200)
    }
  })

  test('cannot be given with read permission only', async ({ api }) => {
    const person = await api.signedIn('caregiver')
    for (const role of ['operator', 'analyst', 'translator', 'caregiver'] as const) {
      const caller = await api.signedIn(role)
      const answer = await caller.call(people.assignRole, {
        params: { id: person.id },
        body: { role: 'family_member' },
      })
      expect(answer.status).toBe(403)
    }
  })
})

describe('an admin who is no super admin', () => {
  test('cannot change a super admin, nor create one', async ({ api }) => {
    const [boss, admin] = [await api.signedIn('super_admin'), await api.signedIn('admin')]
    const target = { params: { id: boss.id } }
    const attempts = [
      await admin.call(admins.update, { ...target, body: { name: 'Nobody' } }),
      await admin.call(admins.update, { ...target, body: { email: 'mine@example.org' } }),
      await admin.call(people.assignRole, { ...target, body: { role: 'operator' } }),
      await admin.call(admins.remove, target),
    ]
    for (const { problem } of attempts) expect(problem).toMatchObject({ status: 409, type: '/problems/rank' })
    expect((await boss.call(auth.me)).reply).toMatchObject({ role: 'super_admin', name: 'Test super_admin' })

    const made = await admin.call(admins.create, { body: newAdmin({ role: 'super_admin' }) })
    expect(made.problem).toMatchObject({ status: 422, errors: [{ pointer: '#/role' }] })
    const raise = { params: { id: admin.id }, body: { role: 'super_admin' } }
    expect((await admin.call(people.assignRole, raise)).status).toBe(422)
  })

  test('cannot lock themselves out', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const self = { params: { id: admin.id } }
    const attempts = [
      await admin.call(admins.update, { ...self, body: { status: 'suspended' } }),
      await admin.call(people.assignRole, { ...self, body: { role: 'operator' } }),
      await admin.call(admins.remove, self),
    ]
    for (const { problem } of attempts) expect(problem).toMatchObject({ status: 409, type: '/problems/self' })
    expect((await admin.call(auth.me)).status).toBe(200)
  })
})

describe('a customer’s admin', () => {
  test('sees the admins of their own organization only', async ({ api }) => {
    const [own, other] = [await api.signedIn('organization_admin'), await api.signedIn('organization_admin')]
    const { reply } = await own.call(admins.list)
    expect(reply.admins.map(({ id }) => id)).toEqual([own.id])
    const params = { id: other.id }
    expect((await own.call(admins.show, { params })).status).toBe(404)
    expect((await own.call(admins.update, { params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await own.call(admins.remove, { params })).status).toBe(404)
    const role = { role: 'caregiver' }
    expect((await own.call(people.assignRole, { params, body: role })).status).toBe(404)
    expect(
      (await own.call(people.assignRole, { params: { id: String(other.userId) }, body: role })).status,
    ).toBe(404)
  })

  test('creates admins of their own organization only, and no staff', async ({ api }) => {
    const own = await api.signedIn('organization_admin')
    const colleague = await made(own, { role: 'organization_admin' })
    expect(colleague.organization_id).toBe(own.organizationId)

    const staff = await own.call(admins.create, { body: newAdmin({ role: 'operator' }) })
    expect(staff.problem).toMatchObject({ status: 422, errors: [{ pointer: '#/role' }] })
    const elsewhere = newAdmin({ role: 'organization_admin', organization_id: await api.organization() })
    expect((await own.call(admins.create, { body: elsewhere })).problem).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/organization_id' }],
    })
  })
})
