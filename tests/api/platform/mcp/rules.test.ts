import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { elderly } from '#contract/people/elderly.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { mcpClient } from '#tests/fixtures/mcp.ts'

async function connected(api: Api, token: string) {
  const { url } = await listening(api)
  return mcpClient(url, token)
}

/** The tools of the reads that stand in the activity log of an API key, in order. */
async function loggedReads({ db }: Api, key: string) {
  const { rows } = await sql<{ tool: string | null; filters: string[] }>`
    select details->>'tool' as tool, details->'filters' as filters from activity_logs
    where action = 'view' and actor_id = (select id from api_keys where prefix = ${key.slice(0, 12)})
    order by timestamp, id`.execute(db)
  return rows
}

describe('a tool', () => {
  test('hides personal fields from those who may not see them, as does a resource', async ({ api }) => {
    const home = await api.organization({ kind: 'care_provider' })
    const owner = await api.signedIn('organization_admin', { organizationId: home })
    const body = { name: 'Elsa Amsel', phone: '+49 30 901820', address: 'Amselweg 1', conditions: ['Asthma'] }
    const { reply: person } = await owner.call(elderly.create, { body })
    const secrets = ['901820', 'Amselweg', 'Asthma']
    const texts = async (token: string) => {
      const mcp = await connected(api, token)
      const [one, many] = [
        await mcp.call('elderly_show', { id: person.id }),
        await mcp.call('elderly_list', { query: { organization_id: home } }),
      ]
      const resource = await mcp.read(`voicedeck://api/users/elderly/${person.id}`)
      return [one.reply, many.reply, resource].map(reply => JSON.stringify(reply))
    }
    for (const text of await texts(owner.token))
      for (const secret of secrets) expect.soft(text).toContain(secret)
    for (const text of await texts((await api.signedIn('analyst')).token)) {
      expect.soft(text).toContain('Elsa Amsel')
      for (const secret of secrets) expect.soft(text).not.toContain(secret)
    }
  })

  test('requires step-up where its call does', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const mcp = await connected(api, owner.token)
    const create = () => mcp.call('api_keys_create', { body: { name: 'Agent', scopes: ['devices:read'] } })
    await api.db
      .updateTable('sessions')
      .set({ proved_at: '2001-01-01T00:00:00Z' })
      .where('person_id', '=', owner.id)
      .execute()
    expect(await create()).toMatchObject({ isError: true, reply: { status: 409, type: '/problems/step-up' } })
    const keys = api.db
      .selectFrom('api_keys')
      .select('id')
      .where('organization_id', '=', owner.organizationId)
    expect(await keys.execute()).toEqual([])
    await api.db
      .updateTable('sessions')
      .set({ proved_at: sql`now()` })
      .where('person_id', '=', owner.id)
      .execute()
    expect(await create()).toMatchObject({ isError: false, reply: { name: 'Agent' } })
  })

  test('counts against the rate limit of its caller', async ({ api }) => {
    const home = await api.organization()
    const config = { ...api.services.config, RATE_LIMIT_FACTOR: 0.005 }
    const { url } = await listening(api, { config })
    const [busy, calm] = await Promise.all(
      [1, 2].map(async () => mcpClient(url, await apiKey(api, home, 'devices:read', 'devices:manage'))),
    )
    // 6 writes a minute; the messages themselves are reads.
    const create = (mcp = busy, n = 0) =>
      mcp?.call('devices_create', {
        body: { name: 'Hub', kind: 'hub', serial: `mcp-${home}-${n}`, organization_id: home },
      })
    for (let n = 0; n < 6; n++) expect(await create(busy, n)).toMatchObject({ isError: false })
    expect(await create(busy, 6)).toMatchObject({
      isError: true,
      reply: { status: 429, type: '/problems/too-many-requests' },
    })
    expect(await create(calm, 7)).toMatchObject({ isError: false })
  })

  test('leaves one entry in the activity log for each read, without the values of its filters', async ({
    api,
  }) => {
    const home = await api.organization()
    await fillDevices(api, home, 1)
    const key = await apiKey(api, home, 'devices:read')
    const mcp = await connected(api, key)
    const { reply } = await mcp.call('devices_list', { query: { state: 'silent', serial: 'secret' } })
    expect(reply.total).toBe(0)
    const { reply: all } = await mcp.call('devices_list')
    const [{ id }] = all.devices as [{ id: string }]
    await mcp.call('devices_show', { id })
    await mcp.read(`voicedeck://api/devices/${id}/health`)
    // Nothing was read.
    expect(await mcp.call('devices_show', { id: home })).toMatchObject({ isError: true })
    const logged = await loggedReads(api, key)
    expect(logged).toEqual([
      { tool: 'devices_list', filters: ['state', 'serial'] },
      { tool: 'devices_list', filters: [] },
      { tool: 'devices_show', filters: [] },
      { tool: 'devices_health', filters: [] },
    ])
  })
})
