import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { invites } from '#contract/people/invites.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, bearer, type Caller, test } from '#tests/fixtures/api.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

async function keyOf(by: Caller, scopes: readonly string[] = ['devices:read']) {
  const body = { name: 'Gateway', scopes }
  const { status, reply, text } = await by.call(apiKeys.create, { body })
  expect(status, text).toBe(201)
  return reply
}

async function deviceOf(api: Api, organization_id: string, serial: string) {
  const admin = await api.signedIn('admin')
  const body = { name: 'Hub', kind: 'hub', serial, organization_id }
  return (await admin.call(devices.create, { body })).reply
}

describe('an API key', () => {
  test('is shown once, listed by its prefix, and stored as a digest', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { key, ...made } = await keyOf(owner, ['devices:read', 'device-events:write'])
    expect(key).toMatch(/^vdk_[0-9a-f]{8}_[\w-]{32}$/)
    expect(made).toMatchObject({
      status: 'active',
      organization_id: owner.organizationId,
      last_used_at: null,
    })
    expect(made.created_by).toBe(owner.id)
    expect(key.startsWith(`${made.prefix}_`)).toBe(true)
    const listed = await owner.call(apiKeys.list, {})
    expect(listed.reply.api_keys).toEqual([made])
    const kept = await api.db.selectFrom('api_keys').selectAll().where('id', '=', made.id).execute()
    const logs = await owner.call(activityLogs.list, { query: { resource_type: 'api-keys' } })
    expect(logs.reply.logs).toMatchObject([{ action: 'create', resource_id: made.id }])
    const secret = key.slice(made.prefix.length + 1)
    for (const text of [listed.text, JSON.stringify(kept), logs.text]) expect(text).not.toContain(secret)
  })

  test('gets known scopes, from permitted callers', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const refused = async (values: object) =>
      (await owner.call(apiKeys.create, { body: { name: 'Gateway', ...values } })).problem.errors?.[0]
        ?.pointer
    expect(await refused({ scopes: [] })).toBe('#/scopes')
    expect(await refused({ scopes: ['everything'] })).toBe('#/scopes/0')
    const elsewhere = { scopes: ['devices:read'], organization_id: await api.organization() }
    expect(await refused(elsewhere)).toBe('#/organization_id')
    const stranger = await api.signedIn('organization_admin')
    const { id } = await keyOf(owner)
    expect((await stranger.call(apiKeys.remove, { params: { id } })).status).toBe(404)
    for (const role of ['operator', 'caregiver'] as const)
      expect((await (await api.signedIn(role)).call(apiKeys.list, {})).status).toBe(403)
  })

  test('is accepted as bearer token or in x-api-key, in its organization only', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const device = await deviceOf(api, owner.organizationId, 'K-1')
    await deviceOf(api, await api.organization(), 'K-2')
    const { id, key } = await keyOf(owner)
    const asBearer = bearer(api.app, key)
    expect((await asBearer.call(devices.list, {})).reply.devices.map(({ id }) => id)).toEqual([device.id])
    const headers = { 'x-api-key': key }
    const params = { id: device.id }
    expect((await api.nobody.call(devices.show, { params, headers })).status).toBe(200)
    const { reply } = await owner.call(apiKeys.list, { query: { id: [id] } })
    expect(reply.api_keys[0]?.last_used_at).not.toBeNull()
  })

  test('of the service has access to every organization', async ({ api }) => {
    const device = await deviceOf(api, await api.organization(), 'K-3')
    const { key } = await keyOf(await api.signedIn('admin'))
    const { status } = await bearer(api.app, key).call(devices.show, { params: { id: device.id } })
    expect(status).toBe(200)
  })

  test('changes what its scope allows, in its own name', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await deviceOf(api, owner.organizationId, 'K-4')
    const reader = bearer(api.app, (await keyOf(owner)).key)
    const set = { params: { id }, body: { status: 'online' } }
    const { status, problem } = await reader.call(devices.setStatus, set)
    expect([status, problem.detail]).toEqual([403, 'This API key lacks the scope devices:write'])
    const writer = await keyOf(owner, ['devices:write'])
    const changed = await bearer(api.app, writer.key).call(devices.setStatus, set)
    expect(changed.reply).toMatchObject({ status: 'online' })
    const logs = await owner.call(activityLogs.list, { query: { resource_id: id, action: 'update' } })
    expect(logs.reply.logs).toMatchObject([{ user_id: null, user_email: null, user_role: 'api_key' }])
    const [log] = await api.db
      .selectFrom('activity_logs')
      .select('actor_id')
      .where('id', '=', logs.reply.logs[0]?.id ?? '')
      .execute()
    expect(log?.actor_id).toBe(writer.id)
  })

  test('sees nothing deleted', async ({ api }) => {
    const { key } = await keyOf(await api.signedIn('organization_admin'))
    const { status } = await bearer(api.app, key).call(devices.list, { query: { removed: true } })
    expect(status).toBe(403)
  })

  test('has access only to calls of its scopes', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const caller = bearer(api.app, (await keyOf(owner, ['wellness:write'])).key)
    const closed = (await everyEndpoint()).filter(([, { access }]) => access !== 'public')
    for (const [name, endpoint] of closed) {
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => [match[1], owner.id]),
      )
      const { status } = await caller.call(endpoint, { params: params as never })
      expect.soft(status === 403, `${name} answered ${status}`).toBe(endpoint.scope !== 'wellness:write')
    }
    expect((await caller.call(auth.me)).status).toBe(403)
    expect((await caller.call(invites.accept, { body: {} })).status).toBe(422)
  })

  test('is refused if it is made up, revoked, or of a suspended organization', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const [revoked, kept] = [await keyOf(owner), await keyOf(owner)]
    const params = { id: revoked.id }
    expect((await owner.call(apiKeys.remove, { params })).status).toBe(204)
    expect((await owner.call(apiKeys.remove, { params })).status).toBe(409)
    const { reply } = await owner.call(apiKeys.list, { query: { status: 'revoked' } })
    expect(reply.api_keys.map(({ id }) => id)).toEqual([revoked.id])
    const status = async (key: string) => (await bearer(api.app, key).call(devices.list, {})).status
    expect(await status(kept.key)).toBe(200)
    expect(await status(revoked.key)).toBe(401)
    expect(await status(`${kept.prefix}_${'A'.repeat(32)}`)).toBe(401)
    await api.db
      .updateTable('organizations')
      .set({ status: 'suspended' })
      .where('id', '=', owner.organizationId)
      .execute()
    expect(await status(kept.key)).toBe(401)
  })

  test('is ignored in favour of a session', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { key } = await keyOf(owner, ['wellness:write'])
    const headers = { 'x-api-key': key }
    expect((await owner.call(auth.me, { headers })).reply.id).toBe(owner.id)
  })
})
