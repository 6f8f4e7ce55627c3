import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { password, signIn } from '#tests/fixtures/accounts.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'

const health = {
  conditions: ['arthritis'],
  medications: [{ name: 'Metoprolol', dose: '50 mg', times: ['08:00', '20:00'] }],
  notes: 'Hears better on the left side.',
}

async function created(by: Caller, values: object = {}) {
  const { status, reply, text } = await by.call(elderly.create, { body: { name: 'Elsa Lindner', ...values } })
  expect(status, text).toBe(201)
  return reply
}

describe('an elderly user', () => {
  test('has the zone and language of their organization by default', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await admin.call(organizations.create, {
      body: {
        name: 'Sakura',
        kind: 'care_provider',
        region: 'Asia Pacific',
        time_zone: 'Asia/Tokyo',
        locale: 'ja',
      },
    })
    const organization_id = home.reply.id
    expect(await created(admin, { organization_id })).toMatchObject({ time_zone: 'Asia/Tokyo', locale: 'ja' })
    const own = { time_zone: 'Asia/Kolkata', locale: 'en' }
    expect(await created(admin, { organization_id, ...own })).toMatchObject(own)
    const unknown = { name: 'Elsa', organization_id: '01890000-0000-7000-8000-000000000000' }
    expect((await admin.call(elderly.create, { body: unknown })).status).toBe(422)
  })

  test('is created with a profile, changed with its history, removed and restored', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const elsa = await created(admin, { organization_id: home, preferred_name: 'Else', ...health })
    expect(elsa).toMatchObject({
      status: 'active',
      email: null,
      preferred_name: 'Else',
      version: 1,
      ...health,
    })
    expect(elsa.username).toMatch(/^elsa-lindner-[0-9a-f]{4}$/)

    const params = { id: String(elsa.user_id) }
    expect((await admin.call(elderly.show, { params })).reply).toEqual(elsa)
    const changed = await admin.call(elderly.update, {
      params,
      body: { conditions: [], medications: [], address: 'Elbchaussee 1' },
    })
    expect(changed.reply).toMatchObject({
      conditions: [],
      medications: [],
      address: 'Elbchaussee 1',
      version: 2,
    })

    expect((await admin.call(elderly.remove, { params })).status).toBe(204)
    expect((await admin.call(elderly.show, { params })).status).toBe(404)
    const query = { removed: true, organization_id: home }
    const bin = await admin.call(elderly.list, { query })
    expect(bin.reply.elderly.map(({ id }) => id)).toEqual([elsa.id])
    const restored = await admin.call(elderly.restore, { params })
    expect(restored.reply).toMatchObject({ id: elsa.id, preferred_name: 'Else', version: 4 })
    expect((await admin.call(elderly.list, { query })).reply.total).toBe(0)

    const { reply } = await admin.call(activityLogs.list, {
      query: { resource_type: 'elderly', resource_id: elsa.id },
    })
    expect(reply.logs.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'create'])
    expect(reply.logs[2]?.details).toEqual({
      before: { conditions: ['arthritis'], medications: health.medications, address: null },
      after: { conditions: [], medications: [], address: 'Elbchaussee 1' },
    })
  })

  test('gets an e-mail to choose a password, and can be looked after before that', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = 'elsa.lindner@example.org'
    const elsa = await created(owner, { email })
    expect(elsa).toMatchObject({ status: 'active', organization_id: owner.organizationId })
    expect((await lettersTo(api, email))[0]?.subject).toBe('Your account is ready')
    expect((await signIn(api, email)).status).toBe(401)
  })

  test('is refused with the field named', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const owner = await api.signedIn('organization_admin')
    const refused = async (by: Caller, body: object) => {
      const { status, problem } = await by.call(elderly.create, { body })
      return [status, ...(problem.errors ?? []).map(({ pointer }) => pointer)]
    }
    expect(await refused(admin, { name: 'Elsa' })).toEqual([422, '#/organization_id'])
    const elsewhere = { name: 'Elsa', organization_id: await api.organization() }
    expect(await refused(owner, elsewhere)).toEqual([422, '#/organization_id'])
    expect(await refused(owner, { name: '' })).toEqual([422, '#/name'])
    const pill = { name: 'Ramipril', dose: '5 mg', times: ['25:00'] }
    expect(await refused(owner, { name: 'Elsa', medications: [pill] })).toEqual([
      422,
      '#/medications/0/times/0',
    ])
    const { username } = await created(owner)
    expect(await refused(owner, { name: 'Elsa', username })).toEqual([409, '#/username'])
  })

  test('is filtered by organization, status and carer', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const [one, two] = [
      await api.signedIn('elderly_user', { organizationId: home }),
      await api.signedIn('elderly_user', { organizationId: home }),
    ]
    const carer = await api.signedIn('caregiver')
    await assigned(api, one, carer)
    await admin.call(elderly.update, { params: { id: two.id }, body: { status: 'suspended' } })
    const ids = async (query: object) =>
      (await admin.call(elderly.list, { query: { organization_id: home, ...query } })).reply.elderly.map(
        ({ id }) => id,
      )
    expect((await ids({})).sort()).toEqual([one.id, two.id].sort())
    expect(await ids({ status: 'suspended' })).toEqual([two.id])
    expect(await ids({ caregiver_id: carer.userId })).toEqual([one.id])
    expect(await ids({ caregiver_id: carer.id })).toEqual([one.id])
    expect(await ids({ caregiver_id: 999_999_999 })).toEqual([])
    const wrong = await admin.call(elderly.list, { query: { caregiver_id: 'nobody' } })
    expect(wrong.problem.errors?.[0]?.pointer).toBe('#/caregiver_id/0')
  })

  test('is visible to their organization, their carers and themselves', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const owner = await api.signedIn('organization_admin', { organizationId: elsa.organizationId })
    const [carer, stranger] = [await api.signedIn('caregiver'), await api.signedIn('caregiver')]
    const relative = await api.signedIn('family_member')
    for (const one of [carer, relative]) await assigned(api, elsa, one)
    const params = { id: elsa.id }
    const rows = async (caller: Caller) =>
      (await caller.call(elderly.list, {})).reply.elderly.map(({ id }) => id)
    for (const caller of [elsa, owner, carer, relative]) expect(await rows(caller)).toEqual([elsa.id])
    expect(await rows(stranger)).toEqual([])
    expect((await stranger.call(elderly.show, { params })).status).toBe(404)
    expect((await stranger.call(elderly.update, { params, body: { notes: 'x' } })).status).toBe(404)

    const note = { notes: 'Likes to be called after ten.' }
    expect((await carer.call(elderly.update, { params, body: note })).reply).toMatchObject(note)
    expect((await elsa.call(elderly.update, { params, body: { preferred_name: 'Else' } })).status).toBe(200)
    expect((await relative.call(elderly.update, { params, body: note })).status).toBe(403)
  })

  test('cannot be reassigned, added or removed by their carers', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const carer = await api.signedIn('caregiver')
    await assigned(api, elsa, carer)
    const params = { id: elsa.id }
    for (const body of [{ email: 'mine@example.org' }, { status: 'suspended' }, { username: 'mine' }]) {
      const { problem } = await carer.call(elderly.update, { params, body })
      expect(problem).toMatchObject({ status: 409, type: '/problems/rank' })
    }
    expect((await carer.call(elderly.remove, { params })).status).toBe(409)
    expect((await carer.call(elderly.create, { body: { name: 'Another' } })).status).toBe(422)
    expect((await elsa.call(elderly.remove, { params })).status).toBe(409)
    expect((await elsa.call(auth.me)).status).toBe(200)
  })

  test('can be suspended and removed by an operator, which ends their sessions', async ({ api }) => {
    const operator = await api.signedIn('operator')
    const elsa = await created(operator, { organization_id: await api.organization(), password })
    const { reply } = await signIn(api, elsa.username)
    expect('access_token' in reply).toBe(true)
    await operator.call(elderly.update, { params: { id: elsa.id }, body: { status: 'suspended' } })
    expect((await signIn(api, elsa.username)).problem.type).toBe('/problems/suspended')
    const open = await api.db
      .selectFrom('sessions')
      .select('id')
      .where('person_id', '=', elsa.id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('shows an analyst neither health data nor address', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const elsa = await created(admin, {
      organization_id: await api.organization(),
      address: 'Elbchaussee 1',
      date_of_birth: '1941-03-02',
      ...health,
    })
    const analyst = await api.signedIn('analyst')
    const { reply } = await analyst.call(elderly.show, { params: { id: elsa.id } })
    expect(reply).toMatchObject({ name: 'Elsa Lindner', conditions: null, medications: null, notes: null })
    expect(reply).toMatchObject({ address: null, date_of_birth: null, phone: null })
  })
})
