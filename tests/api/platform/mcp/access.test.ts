// @module-tag thorough
import { describe, expect, vi } from 'vitest'
import { roles, scopes } from '#contract/kit/permissions.ts'
import { paramNames } from '#contract/kit/urls.ts'
import { createTools, type Tool } from '#server/modules/platform/mcp/tools.ts'
import { type Api, bearer, type Caller, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { mcpClient } from '#tests/fixtures/mcp.ts'

// Every read, as every role and every scope.
vi.setConfig({ testTimeout: 180_000 })

const unknown = '0198ffff-ffff-7fff-8fff-ffffffffffff'
const byName = <T extends { name: string }>(tools: readonly T[]) => tools.map(({ name }) => name).toSorted()

/** What differs between two equal calls: instants of the answer. */
const timeless = (reply: unknown) =>
  JSON.stringify(reply, (name, value) =>
    /^(as_of|instance|from|to|now|generated_at|measured_at|timestamp|last_used_at|uptime_seconds|age_seconds)$/.test(
      name,
    )
      ? undefined
      : value,
  )

/** A number for the caller, so that callers ask about different records. */
const turnOf = (who: string) => [...who].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/** Each tool, about every record that is named by an id; without DEEP about one of them, by turns. */
const callsFor = (who: string, ids: readonly string[]) =>
  [...createTools().values()].flatMap((tool, at) => {
    const isAsked = (_: string, index: number) =>
      process.env.DEEP || index === (at + turnOf(who)) % ids.length
    return (tool.endpoint.path.includes('{') ? ids.filter(isAsked) : [unknown]).map(id => [tool, id] as const)
  })

/** Compares each read tool with the same call over HTTP. */
async function compare(
  api: Api,
  who: string,
  caller: Pick<Caller, 'call'>,
  token: string,
  ids: readonly string[],
): Promise<number> {
  const { url } = await listening(api)
  const mcp = await mcpClient(url, token)
  const offered = new Set(byName(await mcp.tools()))
  let reads = 0
  for (const [{ name, endpoint }, id] of callsFor(who, ids)) {
    const params = Object.fromEntries(paramNames(endpoint.path).map(param => [param, id]))
    if (endpoint.method !== 'GET') {
      if (offered.has(name)) continue
      const { status } = await caller.call(endpoint, { params: params as never, body: {} })
      expect.soft(status, `${name} as ${who}`).toBe(403)
      continue
    }
    const direct = await caller.call(endpoint, { params: params as never })
    expect.soft(offered.has(name), `${name} as ${who}`).toBe(direct.status !== 403)
    if (!offered.has(name)) continue
    const { isError, reply } = await mcp.call(name, params)
    expect.soft(isError, `${name} as ${who}`).toBe(direct.status >= 400)
    if (!name.startsWith('activity_logs') && !isVolatile.has(name))
      expect.soft(timeless(reply), `${name} as ${who}`).toBe(timeless(direct.reply))
    reads += 1
  }
  return reads
}

/** Figures of the server itself, which the comparison moves. */
const isVolatile = new Set([
  'system_status',
  'rate_limits_status',
  'metrics_live',
  'metrics_performance',
  'metrics_health',
  'mobile_metrics_dashboard',
  'mobile_metrics_live',
  'mobile_metrics_system_health',
  'usage_metrics_overview',
  'usage_metrics_feature_usage',
  'readiness_status',
])

async function deviceOf({ db }: Api, home: string): Promise<string> {
  const devices = db.selectFrom('devices').select('id').where('organization_id', '=', home)
  return (await devices.executeTakeFirstOrThrow()).id
}

describe('a tool', () => {
  for (const role of roles) {
    test(`returns to a ${role} what the same call returns, and no more`, async ({ api }) => {
      const home = await api.organization()
      await fillDevices(api, home, 2)
      const caller = await api.signedIn(role)
      const person = await api.signedIn('elderly_user', { organizationId: caller.organizationId })
      const ids = [unknown, await deviceOf(api, home), person.id, caller.id]
      expect(await compare(api, role, caller, caller.token, ids)).toBeGreaterThan(0)
    })
  }

  for (const scope of scopes) {
    test(`returns to a key of ${scope} what the same call returns, and no more`, async ({ api }) => {
      const home = await api.organization()
      await fillDevices(api, home, 2)
      const { id } = await api.signedIn('elderly_user', { organizationId: home })
      const key = await apiKey(api, home, scope)
      await compare(api, scope, bearer(api.app, key), key, [unknown, id, await deviceOf(api, home)])
    })
  }

  test('exists for every call that returns JSON, once', async ({ api }) => {
    await api.app.ready()
    const tools: Tool[] = [...createTools().values()]
    expect(tools.length).toBeGreaterThan(100)
    for (const { name, endpoint, inputSchema, annotations } of tools) {
      expect.soft(name).toMatch(/^[a-z0-9_]{3,64}$/)
      expect.soft(inputSchema.type, name).toBe('object')
      expect.soft(annotations.readOnlyHint, name).toBe(endpoint.method === 'GET')
      expect.soft(endpoint.path, name).not.toMatch(/^\/api\/(auth|2fa)\//)
    }
  })
})
