import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { identity } from '#contract/identity/identity.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { caregivers } from '#contract/people/carers.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { password, registered, session } from '#tests/fixtures/accounts.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { codeOf, guarded, atLocalhost as headers, withPasskey } from '#tests/fixtures/second-factor.ts'

/** Lets the proof of a person's sign-in be eleven minutes old. */
const later = (api: Api, personId: string) =>
  api.db
    .updateTable('sessions')
    .set({ proved_at: sql`now() - interval '11 minutes'` })
    .where('person_id', '=', personId)
    .execute()

const key = { name: 'Import', scopes: ['devices:read'] }
const needed = { status: 409, type: '/problems/step-up', detail: 'Confirm it’s you' }

describe('an action that needs step-up', () => {
  test('is one of these', async () => {
    const marked = (await everyEndpoint()).filter(([, { stepUp }]) => stepUp === true).map(([name]) => name)
    expect(marked.sort()).toEqual([
      'DELETE /api/2fa/passkey/{id}',
      'DELETE /api/api-keys/{id}',
      'DELETE /api/auth/sessions',
      'DELETE /api/auth/sessions/{id}',
      'DELETE /api/rest/api-keys/{id}',
      'DELETE /api/rest/organizations/{id}',
      'DELETE /api/users/organizations/{id}',
      'DELETE /api/users/organizations/{id}/single-sign-on',
      'DELETE /api/users/organizations/{id}/single-sign-on/domains/{domain}',
      'GET /api/auth/package',
      'GET /api/users/{id}/package',
      'PATCH /api/rest/admins/{id}',
      'PATCH /api/rest/webhook-endpoints/{id}',
      'POST /api/2fa/backup-codes',
      'POST /api/2fa/passkey/registration/start',
      'POST /api/2fa/totp/disable',
      'POST /api/2fa/totp/setup',
      'POST /api/access-review/end-sessions',
      'POST /api/access-review/revoke-keys',
      'POST /api/api-keys',
      'POST /api/bulk/admins/update',
      'POST /api/bulk/organizations/delete',
      'POST /api/rest/admins',
      'POST /api/rest/api-keys',
      'POST /api/rest/webhook-endpoints',
      'POST /api/users/admins',
      'POST /api/users/admins/{id}/restore',
      'POST /api/users/organizations/{id}/single-sign-on/domains',
      'POST /api/users/organizations/{id}/single-sign-on/domains/{domain}/verify',
      'POST /api/users/{id}/erase',
      'POST /api/users/{id}/reset-second-factor',
      'POST /api/webhook-endpoints',
      'POST /api/webhook-endpoints/{id}/secret',
      'PUT /api/provisioned-groups/{id}',
      'PUT /api/rest/admins/{id}',
      'PUT /api/rest/webhook-endpoints/{id}',
      'PUT /api/subscriptions/{id}/cancellation',
      'PUT /api/subscriptions/{id}/plan',
      'PUT /api/users/admins/{id}',
      'PUT /api/users/organizations/{id}/single-sign-on',
      'PUT /api/users/organizations/{id}/single-sign-on/state',
      'PUT /api/users/{id}/role',
      'PUT /api/webhook-endpoints/{id}',
    ])
  })

  test('includes changing the address with which a password can be reset', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const { reply: person } = await admin.call(caregivers.create, {
      body: {
        name: 'Rosa Vidal',
        username: `rosa-${randomUUID()}`,
        email: `${randomUUID()}@example.org`,
        organization_id: await api.organization(),
      },
    })
    const change = (body: object) => admin.call(caregivers.update, { params: { id: person.id }, body })
    await later(api, admin.id)
    expect((await change({ name: 'Rosa Vidal Ruiz', email: person.email })).status).toBe(200)
    expect((await change({ email: `${randomUUID()}@example.org` })).problem).toMatchObject(needed)
    const { reply } = await admin.call(caregivers.show, { params: { id: person.id } })
    expect(reply.email).toBe(person.email)
  })

  test('includes no longer requiring a second factor in an organization', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const params = { id: await api.organization() }
    const ask = (requires_second_factor: boolean, more: object = {}) =>
      admin.call(organizations.update, { params, body: { requires_second_factor, ...more } })
    await later(api, admin.id)
    expect((await ask(false, { name: 'Haus am See' })).status).toBe(200)
    expect((await ask(true)).status).toBe(200)
    expect((await ask(true, { name: 'Haus am Wald' })).status).toBe(200)
    expect((await ask(false)).problem).toMatchObject(needed)
    const { reply } = await admin.call(organizations.show, { params })
    expect(reply).toMatchObject({ name: 'Haus am Wald', requires_second_factor: true })
  })

  test('is refused ten minutes after the sign-in, until the password is entered', async ({ api }) => {
    const anna = await registered(api)
    expect((await anna.call(apiKeys.create, { body: key })).status).toBe(201)
    await later(api, anna.id)
    expect((await anna.call(apiKeys.create, { body: key })).problem).toMatchObject(needed)
    expect((await anna.call(apiKeys.list)).status).toBe(200)

    const wrong = await anna.call(identity.stepUp, { body: { password: 'not it' } })
    expect(wrong.problem).toMatchObject({ status: 422, detail: 'Incorrect password' })
    expect((await anna.call(apiKeys.create, { body: key })).status).toBe(409)
    expect((await anna.call(identity.stepUp, { body: { password } })).status).toBe(204)
    expect((await anna.call(apiKeys.create, { body: key })).status).toBe(201)
    const staff = await api.signedIn('operator')
    const { reply } = await staff.call(activityLogs.list, { query: { resource_id: anna.id } })
    expect(reply.logs.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['step_up', 'step_up_failed']),
    )
  })

  test('requires the second factor where it is on; a password is not enough', async ({ api }) => {
    const anna = await guarded(api)
    await later(api, anna.id)
    expect((await anna.call(twoFactor.disableTotp)).problem).toMatchObject(needed)
    expect((await anna.call(identity.startStepUp)).reply.methods).toEqual(['totp', 'backup_code'])
    expect((await anna.call(identity.stepUp, { body: { password } })).status).toBe(422)
    expect((await anna.call(identity.stepUp, { body: { code: codeOf(anna.secret) } })).status).toBe(204)
    expect((await anna.call(twoFactor.disableTotp)).status).toBe(200)
  })

  test('accepts a passkey, for this session only', async ({ api }) => {
    const anna = await registered(api)
    const { device } = await withPasskey(anna)
    const other = await session(api, anna.email)
    await later(api, anna.id)
    const { reply } = await anna.call(identity.startStepUp)
    expect(reply.methods).toEqual(['password', 'passkey'])
    const credential = device.get({ challenge: reply.challenge })
    expect((await anna.call(identity.stepUp, { headers, body: { credential } })).status).toBe(204)
    expect((await anna.call(apiKeys.create, { body: key })).status).toBe(201)
    expect((await other.call(apiKeys.create, { body: key })).problem).toMatchObject(needed)
  })

  test('cannot be unlocked by guessing with a stolen session', async ({ api }) => {
    const anna = await registered(api)
    await later(api, anna.id)
    const guess = async () => (await anna.call(identity.stepUp, { body: { password: 'not it' } })).status
    const guesses: number[] = []
    // One after the other: of many at once some are refused before they count.
    for (let count = 0; count < 12; count += 1) guesses.push(await guess())
    expect(guesses).toEqual([...Array(10).fill(422), 429, 429])
    expect((await anna.call(identity.stepUp, { body: { password } })).status).toBe(429)
  })
})
