import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizations } from '#contract/people/organizations.ts'
import { system } from '#contract/platform/system.ts'
import { type Client, client, login } from '#tests/fixtures/http.ts'

const run = promisify(execFile)

/** The files as they are, with a project and secrets of their own. The ports 80 and 443 must be free. */
const origin = 'https://localhost'
const minutes = (count: number) => count * 60_000

describe.runIf(process.env.TEST_COMPOSE)('compose.yaml (TEST_COMPOSE, a container engine)', () => {
  let folder: string
  let admin: Client

  const compose = async (...args: string[]): Promise<string> => {
    const project = ['compose', '--project-name', 'voicedeck-test', '--env-file', join(folder, 'env')]
    return (await run('docker', [...project, ...args], { maxBuffer: 1 << 26 })).stdout
  }
  const start = () => compose('up', '--build', '--wait')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'voicedeck-compose-'))
    const secrets = [
      `SECRET_KEY=${randomBytes(32).toString('base64')}`,
      `POSTGRES_PASSWORD=${randomBytes(24).toString('hex')}`,
    ]
    await writeFile(join(folder, 'env'), secrets.join('\n'))
    await start()
    const authority = await compose(
      'exec',
      '-T',
      'proxy',
      'cat',
      '/data/caddy/pki/authorities/local/root.crt',
    )
    setDefaultCACertificates([...getCACertificates(), authority])
    const password = (await compose('logs', '--no-log-prefix')).match(/first admin: admin · password: (\S+)/)
    admin = client(origin, await login(origin, 'admin', password?.[1] ?? ''))
  }, minutes(20))

  afterAll(async () => {
    await compose('down', '--volumes')
    await rm(folder, { recursive: true, force: true })
  }, minutes(2))

  test('answers with TLS, and every part is well', async () => {
    expect((await fetch(origin)).status).toBe(200)
    const { parts } = await admin.call(system.status)
    const used = ['database', 'fan_out', 'proxy'] as const
    expect(
      parts
        .filter(({ part }) => (used as readonly string[]).includes(part))
        .map(({ part, state }) => [part, state]),
    ).toEqual(used.map(part => [part, 'ok']))
    await expect(fetch(origin.replace('https', 'http'), { redirect: 'manual' })).resolves.toMatchObject({
      status: 308,
    })
  })

  test('its instances are ordinary users who can write only their data and temporary files', async () => {
    const inside = (script: string) => compose('exec', '-T', 'server-1', 'sh', '-c', script)
    expect(await inside('id -un')).toBe('node\n')
    await inside('touch /data/test /tmp/test')
    await expect(inside('touch /app/test')).rejects.toThrow('Read-only')
  })

  test(
    'answers every call while an instance is killed, and keeps what it has when all are replaced',
    async () => {
      const { id } = await admin.call(organizations.create, {
        body: { name: 'Kept', kind: 'care_provider', region: 'Europe' },
      })
      let ended = false
      const killed = compose('kill', 'server-1').then(() => (ended = true))
      for (let calls = 0; !ended || calls < 200; calls++) await admin.call(system.status)
      await killed
      await compose('down')
      await start()
      expect((await admin.call(organizations.show, { params: { id } })).name).toBe('Kept')
    },
    minutes(5),
  )
})
