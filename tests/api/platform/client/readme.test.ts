import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished } from 'vitest'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { apiKey, program } from '#tests/fixtures/api-keys.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'

const root = new URL('../../../../', import.meta.url)
const readme = await readFile(new URL('contract/client/README.md', root), 'utf8')
const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

/** Starts an example by Node alone, as a program of this package: it imports `voicedeck/client` by its name. */
async function start(example: string, url: string, key: string) {
  // Below the package, or Node would not resolve its name.
  const folder = new URL('dist/examples/', root)
  const file = new URL(`${randomUUID()}.ts`, folder)
  await mkdir(folder, { recursive: true })
  await writeFile(file, example)
  const child = spawn(process.execPath, [file.pathname], {
    env: { ...process.env, VOICEDECK_URL: url, VOICEDECK_API_KEY: key, NODE_OPTIONS: '' },
  })
  onTestFinished(async () => {
    child.kill()
    await rm(file)
  })
  return { child, output: Promise.all([text(child.stdout), text(child.stderr)]) }
}

async function run(api: Api, example: string | undefined, home: string) {
  const { url } = await listening(api)
  const { output } = await start(example ?? '', url, await apiKey(api, home, 'devices:read'))
  const [stdout, stderr] = await output
  expect(stderr).toBe('')
  return stdout
}

describe('the examples of contract/client/README.md', () => {
  test('make a call', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 12)
    expect(await run(api, examples[0], home)).toMatch(/^10 of 12 hubs\nBulk 1 \w+\n$/)
  })

  test('handle a refusal', async ({ api }) => {
    expect(await run(api, examples[1], await api.organization())).toBe('404 This record does not exist\n')
  })

  test('read all rows of a list', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 450)
    expect(await run(api, examples[2], home)).toBe('offline: [["hub",450]]\n')
  })

  test('follow events', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 1)
    const { url } = await listening(api)
    const reader = await program(api, home, 'devices:read', 'device-events:write')
    const { reply } = await reader.call(devices.list, {})
    const device_id = reply.devices[0]?.id as string
    const { child, output } = await start(examples[3] ?? '', url, await apiKey(api, home, 'devices:read'))
    const isOver = new Promise<void>(resolve => child.once('exit', () => resolve()))
    let over = false
    void isOver.then(() => {
      over = true
    })
    while (!over) {
      await reader.call(deviceEvents.ingest, { body: { device_id, type: 'button' } })
      await Promise.race([isOver, pause(200)])
    }
    const [stdout, stderr] = await output
    expect(stderr).toBe('')
    expect(stdout).toBe(`connected\nbutton ${device_id}\n`)
  })

  test('are complete', () => expect(examples).toHaveLength(4))
})
