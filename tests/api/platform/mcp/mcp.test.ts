import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { type BulkJob, bulk } from '#contract/kit/bulk.ts'
import { scopes } from '#contract/kit/permissions.ts'
import { processChunk } from '#server/kit/bulk/work.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { fillDevices, jobWhen } from '#tests/fixtures/bulk.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { type McpCaller, mcpClient } from '#tests/fixtures/mcp.ts'

type Key = Parameters<typeof apiKey>[2]

async function keyed(api: Api, home: string, ...scopes: Key[]) {
  const { url } = await listening(api)
  const key = await apiKey(api, home, ...scopes)
  const { id } = await api.db
    .selectFrom('api_keys')
    .select('id')
    .where('prefix', '=', key.slice(0, 12))
    .executeTakeFirstOrThrow()
  return { id, mcp: await mcpClient(url, key), key }
}

const logsOf = async ({ db }: Api, keyId: string) =>
  (
    await db
      .selectFrom('activity_logs')
      .select(['action', 'resource_type', 'resource_id', 'details'])
      .where('actor_id', '=', keyId)
      .orderBy('timestamp')
      .orderBy('id')
      .execute()
  ).map(({ action, resource_type }) => `${action} ${resource_type}`)

async function jobOf(mcp: McpCaller, id: string) {
  const asCaller = { call: async () => ({ reply: (await mcp.call('bulk_show', { id })).reply }) }
  return jobWhen(asCaller as never, id, ({ state }) => state !== 'running')
}

const kindsOf = async ({ db }: Api, home: string) =>
  (
    await sql<{ kind: string }>`
      select distinct kind from devices where organization_id = ${home} and deleted_at is null order by 1`.execute(
      db,
    )
  ).rows.map(({ kind }) => kind)

describe('the MCP server', () => {
  test('lists tools and resources by the scopes of the key', async ({ api }) => {
    const home = await api.organization()
    const { mcp } = await keyed(api, home, 'devices:read')
    const tools = await mcp.tools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'device_events_list',
      'devices_health',
      'devices_list',
      'devices_show',
      'fleet_status',
    ])
    const list = tools.find(({ name }) => name === 'devices_list')
    expect(list?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(list?.inputSchema.properties?.query).toMatchObject({
      properties: { state: {}, battery_lte: {}, _sort: {} },
      additionalProperties: false,
    })
    const { resources } = await mcp.client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('voicedeck://api/device/status')
    const { resourceTemplates } = await mcp.client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('voicedeck://api/devices/{id}')
    await expect(mcp.call('devices_update', { id: home, body: {} })).rejects.toThrow('There is no tool')
  })

  test('has a tool for every call that API keys may make, except streams', async ({ api }) => {
    const home = await api.organization()
    const { mcp } = await keyed(api, home, ...scopes)
    const open = (await everyEndpoint()).filter(
      ([, { scope, kind }]) => scope && kind !== 'stream' && kind !== 'rest' && kind !== 'groups',
    )
    // The calls of bulk jobs are in the kit, which has no domain.
    expect(await mcp.tools()).toHaveLength(open.length + Object.keys(bulk).length)
  })

  test('reads a dashboard, records and lists, and logs each read under its key', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 3)
    const { mcp, id } = await keyed(api, home, 'devices:read', 'analytics:read')
    const dashboard = await mcp.call('operational_metrics_overview', { query: { time_range: '7d' } })
    expect(dashboard).toMatchObject({ isError: false, reply: { metrics: { total_sessions: 0 } } })
    expect(await mcp.read('voicedeck://api/usage-metrics/overview?days=7')).toMatchObject({
      device_events: 0,
    })

    await sql`update devices set last_seen_at = now() - interval '40 days', status = 'online'
      where organization_id = ${home} and name = 'Bulk 2'`.execute(api.db)
    const silent = await mcp.call('devices_list', { query: { state: 'silent' } })
    const [found] = silent.reply.devices as { id: string; name: string }[]
    expect(found?.name).toBe('Bulk 2')
    expect(await mcp.read(`voicedeck://api/devices/${found?.id}`)).toMatchObject({ name: 'Bulk 2' })
    expect(await logsOf(api, id)).toEqual([
      'view analytics',
      'view analytics',
      'view devices',
      'view devices',
    ])
  })

  test('proposes a bulk change, applies and reverts it', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 30)
    const { mcp, id } = await keyed(api, home, 'devices:read', 'devices:manage')
    const change = { body: { query: { status: 'offline' }, patch: { kind: 'pendant' } } }

    const proposed = await mcp.call('devices_update_many', change)
    expect(proposed).toMatchObject({
      isError: false,
      reply: {
        dry_run: true,
        changes: [{ action: 'bulk_update', details: { total: 30, patch: { kind: 'pendant' } } }],
      },
    })
    expect(proposed.reply.rows).toHaveLength(20)
    expect(await kindsOf(api, home)).toEqual(['hub'])

    const { confirm } = proposed.reply
    const applied = await mcp.call('devices_update_many', { ...change, confirm })
    expect(applied.reply).toMatchObject({ resource: 'devices', total: 30, undo: { tool: 'bulk_undo' } })
    const job = await jobOf(mcp, String(applied.reply.id))
    expect(job).toMatchObject({ state: 'finished', done: 30, skipped: 0 } satisfies Partial<BulkJob>)
    expect(await kindsOf(api, home)).toEqual(['pendant'])

    const { tool, arguments: input } = applied.reply.undo as {
      tool: string
      arguments: Record<string, unknown>
    }
    const undone = await mcp.call(tool, input)
    expect(await jobOf(mcp, String(undone.reply.id))).toMatchObject({ act: 'undo', done: 30 })
    expect(await kindsOf(api, home)).toEqual(['hub'])

    const logs = await logsOf(api, id)
    expect(logs.filter(log => log === 'update devices')).toHaveLength(60)
    for (const log of ['view devices', 'bulk_update devices', 'bulk_undo devices', 'bulk_finish devices'])
      expect.soft(logs, log).toContain(log)
  })

  test('changes nothing without the confirmation of the same diff', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 2)
    const { mcp, key } = await keyed(api, home, 'devices:read', 'devices:manage')
    const { reply } = await mcp.call('devices_list')
    const [device, other] = reply.devices as { id: string }[]
    const input = { id: device?.id, body: { name: 'Kitchen' } }
    const rename = async (name: string) => {
      await sql`update devices set name = ${name} where id = ${device?.id}`.execute(api.db)
    }
    const nameNow = async () => (await mcp.call('devices_show', { id: device?.id })).reply.name

    const first = await mcp.call('devices_update', input)
    expect(first.reply.changes).toMatchObject([
      {
        action: 'update',
        resource_id: device?.id,
        details: { before: { name: 'Bulk 1' }, after: { name: 'Kitchen' } },
      },
    ])
    expect(await nameNow()).toBe('Bulk 1')
    const { confirm } = first.reply
    for (const [call, status] of [
      [{ ...input, confirm: 'made-up' }, 412],
      [{ ...input, body: { name: 'Hall' }, confirm }, 412],
      [{ ...input, id: other?.id, confirm }, 412],
    ] as const) {
      expect.soft(await mcp.call('devices_update', call)).toMatchObject({ isError: true, reply: { status } })
    }
    await rename('Meanwhile')
    expect(await mcp.call('devices_update', { ...input, confirm })).toMatchObject({
      isError: true,
      reply: { status: 412 },
    })
    expect(await nameNow()).toBe('Meanwhile')
    await rename('Bulk 1')
    const applied = await mcp.call('devices_update', { ...input, confirm })
    expect(applied).toMatchObject({
      isError: false,
      reply: { name: 'Kitchen', undo: { tool: 'devices_update' } },
    })

    const { arguments: undo } = applied.reply.undo as { arguments: Record<string, unknown> }
    const back = await mcp.call('devices_update', undo)
    await mcp.call('devices_update', { ...undo, confirm: back.reply.confirm })
    expect(await nameNow()).toBe('Bulk 1')

    const removal = await mcp.call('devices_remove', { id: device?.id })
    const removed = await mcp.call('devices_remove', { id: device?.id, confirm: removal.reply.confirm })
    expect(removed.reply).toEqual({ undo: { tool: 'devices_restore', arguments: { id: device?.id } } })
    expect(await mcp.call('devices_show', { id: device?.id })).toMatchObject({ isError: true })
    expect((await mcp.call('devices_restore', { id: device?.id })).reply.name).toBe('Bulk 1')

    const answer = await api.app.inject({
      method: 'PUT',
      url: `/api/devices/${device?.id}`,
      headers: { authorization: `Bearer ${key}`, 'x-dry-run': '1' },
      payload: { name: '' },
    })
    expect(answer.statusCode).toBe(422)
  })

  test('hides the jobs of a key from other keys and people of the organization', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 3)
    const [one, two] = [
      await keyed(api, home, 'devices:read', 'devices:manage'),
      await keyed(api, home, 'devices:read', 'devices:manage'),
    ]
    const change = { body: { query: {}, patch: { kind: 'tablet' } } }
    const { reply } = await one.mcp.call('devices_update_many', change)
    const job = await one.mcp.call('devices_update_many', { ...change, confirm: reply.confirm })
    await jobOf(one.mcp, String(job.reply.id))
    expect((await one.mcp.call('bulk_list')).reply.total).toBe(1)
    expect((await two.mcp.call('bulk_list')).reply.total).toBe(0)
    expect(await two.mcp.call('bulk_show', { id: job.reply.id })).toMatchObject({ reply: { status: 404 } })
    expect(await two.mcp.call('bulk_undo', { id: job.reply.id })).toMatchObject({ reply: { status: 404 } })
  })

  test('changes no row for a key that has been revoked meanwhile', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 2)
    const { mcp, id } = await keyed(api, home, 'devices:read', 'devices:manage')
    const change = { body: { query: {}, patch: { kind: 'tablet' } } }
    const { reply } = await mcp.call('devices_update_many', change)
    const applied = await mcp.call('devices_update_many', { ...change, confirm: reply.confirm })
    await jobOf(mcp, String(applied.reply.id))
    await sql`update api_keys set revoked_at = now() where id = ${id}`.execute(api.db)

    // The same order once more, for no queue: the worker would take it before the key is revoked.
    const again = uuid()
    await sql`
      insert into bulk_jobs (id, organization_id, api_key_id, resource, act, patch, total, request_id)
      select ${again}, organization_id, api_key_id, resource, act, '{"kind": "phone"}', total, request_id
      from bulk_jobs where id = ${applied.reply.id}`.execute(api.db)
    await sql`
      insert into bulk_rows (job_id, position, row_id, title, version)
      select ${again}, position, row_id, title, version from bulk_rows where job_id = ${applied.reply.id}`.execute(
      api.db,
    )
    expect(await processChunk(api.services, again)).toBe(false)
    expect(await kindsOf(api, home)).toEqual(['tablet'])
    const { rows } = await sql`select verdict, reason from bulk_rows where job_id = ${again}`.execute(api.db)
    expect(rows).toEqual([
      { verdict: 'skipped', reason: 'refused' },
      { verdict: 'skipped', reason: 'refused' },
    ])
    await expect(mcp.call('bulk_list')).rejects.toThrow()
  })

  test('refuses anonymous callers, keeps no sessions, and refuses unknown requests', async ({ api }) => {
    const { url } = await listening(api)
    await expect(mcpClient(url, 'vdk_00000000_unknown')).rejects.toThrow()
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const anonymous = await api.app.inject({ method: 'POST', url: '/mcp', payload: message })
    expect(anonymous.statusCode).toBe(401)
    expect(anonymous.headers['www-authenticate']).toBe('Bearer')
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await api.app.inject({ method, url: '/mcp' })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('POST')
    }
    const { mcp } = await keyed(api, await api.organization(), 'devices:read')
    await expect(mcp.call('devices_list', { filters: {} })).rejects.toThrow('filters')
    expect(await mcp.call('devices_list', { query: { colour: 'red' } })).toMatchObject({
      isError: true,
      reply: { status: 422, errors: [{ pointer: '#/colour' }] },
    })
    await expect(mcp.read('voicedeck://api/users/elderly')).rejects.toThrow('does not exist')
    await expect(mcp.read('file:///etc/passwd')).rejects.toThrow('does not exist')
    await expect(mcp.read('voicedeck://api/devices/%ff')).rejects.toThrow('does not exist')
    await expect(mcp.call('devices_list', { toString: 1 })).rejects.toThrow('toString')
    await expect(mcp.read('voicedeck://api/devices/..%2F..%2Fusers')).rejects.toThrow('does not exist')
  })
})
