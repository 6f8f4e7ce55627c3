import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { accessReview } from '#contract/people/access-review.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, newPerson, test } from '#tests/fixtures/api.ts'

const lastLogin = (api: Api, id: string, days: number) =>
  api.db
    .updateTable('people')
    .set({ last_login: sql<string>`now() - make_interval(days => ${days})` })
    .where('id', '=', id)
    .execute()

const namesOf = async (by: Caller, query: object) =>
  (await by.call(accessReview.people, { query: query as never })).reply.reviewed_people.map(
    ({ name }) => name,
  )

async function keyOf(by: Caller, name: string) {
  const { status, reply } = await by.call(apiKeys.create, { body: { name, scopes: ['devices:read'] } })
  expect(status).toBe(201)
  return reply
}

describe('an access review', () => {
  test('lists people by their last sign-in and second factor', async ({ api }) => {
    const admin = await api.signedIn('organization_admin', { name: 'Admin' })
    const home = admin.organizationId
    const idle = await newPerson(api.db, 'caregiver', home, 'Idle')
    const never = await newPerson(api.db, 'family_member', home, 'Never')
    const gone = await newPerson(api.db, 'caregiver', home, 'Gone')
    await newPerson(api.db, 'elderly_user', home, 'Elsa')
    await newPerson(api.db, 'caregiver', await api.organization(), 'Elsewhere')
    await lastLogin(api, admin.id, 1)
    await lastLogin(api, idle.id, 91)
    await api.db
      .updateTable('people')
      .set({ created_at: sql<string>`now() - interval '200 days'` })
      .where('id', '=', never.id)
      .execute()
    await api.db.updateTable('people').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    await api.db
      .insertInto('totp_secrets')
      .values({ person_id: admin.id, secret: 'x', enabled_at: new Date().toISOString() } as never)
      .execute()
    expect(await namesOf(admin, { _sort: 'name' })).toEqual(['Admin', 'Idle', 'Never'])
    expect(await namesOf(admin, { idle_days: 90, _sort: 'name' })).toEqual(['Idle', 'Never'])
    expect(await namesOf(admin, { idle_days: 92 })).toEqual(['Never'])
    expect(await namesOf(admin, { has_second_factor: 'false', _sort: 'name' })).toEqual(['Idle', 'Never'])
    const { reply } = await admin.call(accessReview.people, { query: { name: ['Admin'] } })
    expect(reply.reviewed_people).toMatchObject([{ has_second_factor: true, sessions: 1 }])
    const file = await admin.call(accessReview.people, { query: { idle_days: 90, _format: 'csv' } })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.text).toContain('Idle')
    expect(file.text).not.toContain('Admin')
    const refused = await admin.call(accessReview.people, { query: { idle_days: -1 } })
    expect([refused.status, refused.problem.errors?.[0]?.pointer]).toEqual([422, '#/idle_days/0'])
  })

  test('ends sessions of chosen people, all or none, but not the current one', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const home = admin.organizationId
    const [one, other] = [
      await api.signedIn('caregiver', { organizationId: home }),
      await api.signedIn('family_member', { organizationId: home }),
    ]
    const stranger = await api.signedIn('caregiver')
    const end = (...ids: string[]) => admin.call(accessReview.endSessions, { body: { ids } })
    expect((await end(one.id, stranger.id)).status).toBe(404)
    expect((await one.call(auth.me)).status).toBe(200)
    expect((await end(one.id, other.id, admin.id)).reply).toEqual({ ended: 3 })
    for (const person of [one, other]) expect((await person.call(auth.me)).status).toBe(401)
    for (const person of [stranger, admin]) expect((await person.call(auth.me)).status).toBe(200)
    const { reply } = await admin.call(activityLogs.list, { query: { action: 'sessions_revoked' } })
    expect(reply.logs.map(({ resource_id }) => resource_id).toSorted()).toEqual(
      [one.id, other.id, admin.id].toSorted(),
    )
    expect((await end()).problem.errors?.[0]?.pointer).toBe('#/ids')
  })

  test('lists unused keys and those whose maker left, and revokes them', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const leaver = await api.signedIn('organization_admin', { organizationId: admin.organizationId })
    const [used, unused, orphan] = [
      await keyOf(admin, 'Used'),
      await keyOf(admin, 'Unused'),
      await keyOf(leaver, 'Orphan'),
    ]
    await api.db
      .updateTable('api_keys')
      .set({ created_at: sql<string>`now() - interval '100 days'` })
      .where('id', 'in', [used.id, unused.id])
      .execute()
    await api.db
      .updateTable('api_keys')
      .set({ last_used_at: sql<string>`now()` })
      .where('id', '=', used.id)
      .execute()
    await api.db.updateTable('people').set({ status: 'suspended' }).where('id', '=', leaver.id).execute()
    const listed = async (query: object) =>
      (await admin.call(accessReview.keys, { query: query as never })).reply.reviewed_keys.map(
        ({ name }) => name,
      )
    expect(await listed({ idle_days: 90 })).toEqual(['Unused'])
    expect(await listed({ creator_left: 'true' })).toEqual(['Orphan'])
    const stranger = await api.signedIn('organization_admin')
    const body = { ids: [unused.id, orphan.id] }
    expect((await stranger.call(accessReview.revokeKeys, { body })).status).toBe(404)
    expect((await admin.call(accessReview.revokeKeys, { body })).reply).toEqual({ revoked: 2 })
    expect(await listed({})).toEqual(['Used'])
    expect((await admin.call(accessReview.revokeKeys, { body })).status).toBe(409)
  })

  test('is for admins, whose acts need step-up and respect ranks', async ({ api }) => {
    for (const role of ['operator', 'analyst', 'caregiver'] as const)
      expect((await (await api.signedIn(role)).call(accessReview.people)).status).toBe(403)
    const superAdmin = await newPerson(api.db, 'super_admin')
    const admin = await api.signedIn('admin')
    const body = { ids: [superAdmin.id] }
    const above = await admin.call(accessReview.endSessions, { body })
    expect([above.status, above.problem.type]).toEqual([409, '/problems/rank'])
    await api.db
      .updateTable('sessions')
      .set({ proved_at: '2001-01-01T00:00:00Z' })
      .where('person_id', '=', admin.id)
      .execute()
    for (const endpoint of [accessReview.endSessions, accessReview.revokeKeys])
      expect((await admin.call(endpoint, { body })).problem.type).toBe('/problems/step-up')
  })
})
