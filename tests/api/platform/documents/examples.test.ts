import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { webhookEvents } from '#contract/platform/webhook-events.ts'
import { webhookEndpoints } from '#contract/platform/webhooks.ts'
import { test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { examplesOf, shapeOf, startExample } from '#tests/fixtures/examples.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { mcpClient } from '#tests/fixtures/mcp.ts'
import { eventually, newDevice, webhookReceiver } from '#tests/fixtures/webhooks.ts'

const [webhooks, provisioning, integrations, mcp] = await Promise.all(
  ['docs/webhooks.md', 'docs/provisioning.md', 'docs/integrations.md', 'docs/mcp.md'].map(examplesOf),
)
const ofLanguage = (examples: typeof webhooks, language: string) =>
  (examples ?? []).filter(example => example.language === language).map(({ code }) => code)
const consoleAddress = 'https://console.example.org'
const hasPython = spawnSync('python3', ['--version']).status === 0

/** A port that was free a moment ago. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return String(port)
}

test('every example is one that is run here, by language', () => {
  const counts = [webhooks, provisioning, integrations, mcp].map(examples =>
    Object.fromEntries(
      [...Map.groupBy(examples ?? [], ({ language }) => language)].map(([language, all]) => [
        language,
        all.length,
      ]),
    ),
  )
  expect(counts).toEqual([
    { js: 1, python: 1, json: Object.keys(webhookEvents).length },
    {},
    { ts: 2, json: 1 },
    { json: 4 },
  ])
})

describe('docs/webhooks.md', () => {
  test('receives and verifies events with the program in Node', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'])
    const port = await freePort()
    await owner.call(webhookEndpoints.update, {
      params: { id: receiver.id },
      body: { url: `http://127.0.0.1:${port}/` },
    })
    const [code = ''] = ofLanguage(webhooks, 'js')
    const program = await startExample(code, { WEBHOOK_SECRET: receiver.secret, PORT: port })
    await eventually(async () =>
      expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(400),
    )
    const { id } = await newDevice(owner)
    await eventually(() => expect(program.stdout()).toContain('device.created'))
    expect(program.stdout()).toContain(id)
    await eventually(async () =>
      expect((await receiver.deliveries())[0]).toMatchObject({ status: 'delivered', response_status: 204 }),
    )
  })

  test.skipIf(!hasPython)('verifies messages with the function in Python', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'])
    await newDevice(owner)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const { headers, body } = receiver.received[0] as (typeof receiver.received)[number]
    const [code = ''] = ofLanguage(webhooks, 'python')
    const checks = `
import json, sys
given = json.loads(os.environ["GIVEN"])
body = given["body"].encode()
old = {**given["headers"], "webhook-timestamp": "1"}
print(verify(given["headers"], body), verify(given["headers"], body + b" "), verify(old, body))
`
    const program = await startExample(
      code + checks,
      { WEBHOOK_SECRET: receiver.secret, GIVEN: JSON.stringify({ headers, body: body.toString() }) },
      { command: 'python3', extension: 'py' },
    )
    await program.ended
    expect(await program.stderr).toBe('')
    expect(program.stdout()).toBe('True False False\n')
  })

  test.for(ofLanguage(webhooks, 'json').map(code => [JSON.parse(code).type as string, code] as const))(
    'shows %s as it is sent',
    ([type, code]) => {
      const { error } = webhookEvents[type as keyof typeof webhookEvents].safeParse(JSON.parse(code))
      expect(error).toBeUndefined()
    },
  )
})

describe('docs/integrations.md', () => {
  const [refine = '', reactAdmin = ''] = ofLanguage(integrations, 'ts')

  test.for([
    ['Refine', refine, "refine.getList({ resource: 'devices' })"],
    [
      'react-admin',
      // react-admin re-exports it; the whole package is not installed here.
      reactAdmin.replace("from 'react-admin'", "from 'ra-core'"),
      "dataProvider.getList('devices', { pagination: { page: 1, perPage: 5 }, sort: { field: 'id', order: 'ASC' }, filter: {} })",
    ],
  ] as const)('lists devices with the provider of %s', async ([, code, call], { api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 12)
    const { url } = await listening(api)
    const owner = await api.signedIn('organization_admin', { organizationId: home })
    const program = await startExample(
      `const token = process.env.TOKEN\n${code.replace(consoleAddress, url)}\nconst { total } = await ${call}\nconsole.log(total)\nprocess.exit()`,
      { TOKEN: owner.token },
    )
    await program.ended
    expect(await program.stderr).toBe('')
    expect(program.stdout()).toBe('12\n')
  })

  test('shows what a dry run answers', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    const { status, reply } = await owner.call(devices.update, {
      params: { id },
      body: { name: 'Kitchen' },
      headers: { 'x-dry-run': '1' },
    })
    expect(status).toBe(200)
    const shown = JSON.parse(ofLanguage(integrations, 'json')[0] ?? '')
    const [change] = (reply as unknown as typeof shown).changes
    expect(shapeOf({ ...reply, changes: [{ ...change, details: { before: {}, after: {} } }] })).toEqual(
      shapeOf(shown),
    )
  })
})

describe('docs/mcp.md', () => {
  const [configuration, call, proposal, undo] = ofLanguage(mcp, 'json').map(code => JSON.parse(code))

  test('connects, calls, proposes and undoes as it shows', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 3)
    const { url } = await listening(api)
    const { voicedeck } = configuration.mcpServers
    expect(voicedeck.type).toBe('http')
    const address = new URL(voicedeck.url.replace(consoleAddress, url))
    const key = await apiKey(api, home, 'devices:read', 'devices:manage')
    const [scheme] = voicedeck.headers.Authorization.split(' ')
    expect([address.pathname, scheme]).toEqual(['/mcp', 'Bearer'])
    const client = await mcpClient(address.origin, key)

    const listed = await client.call(call.name, call.arguments)
    expect(listed).toMatchObject({ isError: false })
    const all = await client.call('devices_list', {})
    const [device] = all.reply.devices as { id: string; name: string }[]
    const arguments_ = { id: device?.id, body: { name: 'Kitchen' } }
    const proposed = await client.call('devices_update', arguments_)
    expect(shapeOf(proposed.reply)).toEqual(shapeOf(proposal))
    expect(proposed.reply.next).toBe(proposal.next)
    const applied = await client.call('devices_update', { ...arguments_, confirm: proposed.reply.confirm })
    expect(shapeOf({ undo: applied.reply.undo })).toEqual(shapeOf(undo))
    expect(applied.reply.undo).toEqual({
      tool: undo.undo.tool,
      arguments: { id: device?.id, body: { name: device?.name } },
    })
  })
})
