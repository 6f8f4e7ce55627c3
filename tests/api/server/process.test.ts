import { readFileSync } from 'node:fs'
import { cp, mkdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { health } from '#contract/platform/system.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { query, temporaryFolder } from '#tests/fixtures/embedded.ts'
import { occupyPort } from '#tests/fixtures/free-port.ts'
import { adminPassword, installedFolder } from '#tests/fixtures/installation.ts'
import { callJson, tokenAt } from '#tests/fixtures/json-client.ts'
import { postgresProcesses, postmasterOf } from '#tests/fixtures/postgres-processes.ts'
import { launchServer, startServer } from '#tests/fixtures/server-process.ts'
import { isReachableBy, isRoot, stranger } from '#tests/fixtures/users.ts'

vi.setConfig({ testTimeout: 180_000 })

const onLinux = process.platform === 'linux'
const password = 'a password for the process'
const ours = { ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' }
/** Blanks, and letters beyond ASCII of one, two and three bytes. */
const oddName = 'mit Leerzeichen ü日本'

const lines = (output: string) => output.trimEnd().split('\n')
const answers = async (url: string) => (await callJson(`${url}${health.ready.path}`)).status === 200

/** Time that the processors have worked for a process, in milliseconds, by proc(5), which counts in ticks of 10 ms. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

describe('a start that cannot succeed exits with a message and code 1', () => {
  test('on a port in use', async () => {
    const { port, server: other } = await occupyPort()
    onTestFinished(() => void other.close())
    const server = launchServer(await temporaryFolder(), { PORT: String(port) })
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or choose another with PORT.\n`,
    )
  })

  test('on an invalid setting, which is named', async () => {
    const wrong = { PORT: 'eighty', DATABASE_URL: 'mysql://localhost/x', ADMIN_PASSWORD: 'short' }
    const server = launchServer(await temporaryFolder(), wrong)
    expect(await server.exited).toBe(1)
    const [title, ...problems] = lines(server.output())
    expect(title).toBe('The environment is not usable:')
    expect(problems.map(line => line.split(':')[0])).toEqual(['  PORT', '  DATABASE_URL', '  ADMIN_PASSWORD'])
  })
})

test('a server whose log is no longer read continues', { tags: ['thorough'] }, async () => {
  const server = await startServer(await installedFolder(), { LOG_LEVEL: 'trace' })
  server.deafen()
  for (let call = 0; call < 5; call += 1) expect(await answers(server.url)).toBe(true)
  expect(server.running()).toBe(true)
})

describe('an installation', () => {
  test('starts, keeps its data private, stops, and starts again within seconds', async () => {
    const dataDir = await temporaryFolder()
    const first = await startServer(dataDir, { LOG_LEVEL: 'warn' })
    const firstCpuMs = onLinux ? processorTime(first.pid) : 0
    expect(lines(first.output())).toEqual([
      expect.stringMatching(/^migrations applied: 0001_core/),
      expect.stringMatching(/^first admin: admin · password: \S+ \(shown only now\)$/),
      `ready ${first.url}`,
    ])

    const second = launchServer(dataDir)
    expect(await second.exited).toBe(1)
    expect(second.output()).toBe(
      `Another Voicedeck server (pid ${first.pid}) is already using the data folder ${dataDir}. ` +
        'Stop it, or choose another folder with DATA_DIR.\n',
    )
    expect(await answers(first.url), 'the first goes on').toBe(true)

    const jobs = await query(
      (await findRunningServer(dataDir)) ?? '',
      'select name, cron, timezone from jobs.schedule order by cron',
    )
    expect(jobs).toEqual(
      expect.arrayContaining([
        { name: 'anchor-activity-logs', cron: '*/10 * * * *', timezone: 'UTC' },
        { name: 'backup', cron: '15 2 * * *', timezone: 'UTC' },
        { name: 'month-partitions', cron: '45 1 * * *', timezone: 'UTC' },
        { name: 'prune-sign-in', cron: '55 1 * * *', timezone: 'UTC' },
      ]),
    )

    expect(await first.stop()).toBe(0)
    if (onLinux) expect(postgresProcesses(dataDir)).toEqual([])

    const again = launchServer(dataDir, { LOG_LEVEL: 'warn' })
    const { url, ms } = await again.ready()
    process.stdout.write(`the second start took ${ms} ms until ready\n`)
    // The three seconds promised are measured by `bench/start.ts`; a test that shares the machine compares with the first.
    if (onLinux) expect(processorTime(again.pid)).toBeLessThan(2 * firstCpuMs)
    expect(lines(again.output())).toEqual([`ready ${url}`])

    const exited = again.end('SIGINT')
    await pause(20)
    void again.end('SIGTERM')
    expect(await exited, 'further signals change nothing').toBe(0)
  })

  test('runs next to another one, from a checkout and in a folder of any name', {
    tags: ['thorough'],
  }, async () => {
    const checkout = join(await temporaryFolder(), oddName)
    const here = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
    await mkdir(checkout)
    for (const name of ['package.json', 'contract', 'locales', 'server'])
      await cp(here(name), join(checkout, name), { recursive: true })
    await symlink(here('node_modules'), join(checkout, 'node_modules'))
    const main = join(checkout, 'server', 'main.ts')

    const one = await startServer(await installedFolder(), ours)
    const other = await startServer(join(checkout, 'data'), ours, { main })
    expect(one.url).not.toBe(other.url)
    expect(await one.stop()).toBe(0)
    expect(await answers(other.url)).toBe(true)
    expect(await other.stop()).toBe(0)
  })
})

const reached = isRoot && onLinux && isReachableBy(stranger)
test.runIf(reached)(
  'an ordinary user runs everything below a home folder that no one else may enter',
  { tags: ['thorough'] },
  async () => {
    const home = await temporaryFolder(stranger)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
    const dataDir = join(home, 'data')
    const server = await startServer(dataDir, { ...ours, HOME: home }, { uid: stranger })
    expect((await stat(`/proc/${postmasterOf(dataDir)}`)).uid).toBe(stranger)
    await expect(tokenAt(server.url, 'admin', password)).resolves.toBeDefined()
    expect(await server.stop()).toBe(0)
    expect(postgresProcesses(dataDir)).toEqual([])
  },
)

test('calls share as many connections as the installation allows', { tags: ['thorough'] }, async () => {
  const dataDir = await installedFolder()
  const server = await startServer(dataDir, { ...ours, DATABASE_CONNECTIONS: '2' })
  const token = await tokenAt(server.url, 'admin', adminPassword)
  const connectionString = (await findRunningServer(dataDir)) ?? ''
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query('begin; lock table people in exclusive mode')
  const names = ['one', 'two', 'three', 'four', 'five']
  const changes = names.map(name =>
    callJson(`${server.url}${auth.updateMe.path}`, { method: auth.updateMe.method, body: { name }, token }),
  )
  const connections = "select state from pg_stat_activity where application_name = 'voicedeck'"
  const busy = { state: 'active' }
  await vi.waitFor(async () => expect(await query(connectionString, connections)).toEqual([busy, busy]), {
    timeout: 15_000,
  })
  await holder.query('commit')
  await holder.end()
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(names.map(() => 200))
  expect(await query(connectionString, connections)).toHaveLength(2)
  expect(await server.stop()).toBe(0)
})

describe('SIGTERM', () => {
  test('lets a slow call finish, accepts no new one, and exits with 0', { tags: ['thorough'] }, async () => {
    const dataDir = await installedFolder()
    const server = await startServer(dataDir, ours)
    const token = await tokenAt(server.url, 'admin', adminPassword)
    const connectionString = (await findRunningServer(dataDir)) ?? ''
    const holder = new pg.Client({ connectionString })
    // The server takes its PostgreSQL along, which may tell a connection so that is being closed.
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin; lock table people in exclusive mode')

    const slow = callJson(`${server.url}${auth.updateMe.path}`, {
      method: auth.updateMe.method,
      body: { name: 'Slow but sure' },
      token,
    })
    await vi.waitFor(
      async () => {
        const waiting = "select from pg_stat_activity where wait_event_type = 'Lock'"
        expect(await query(connectionString, waiting)).toHaveLength(1)
      },
      { timeout: 15_000 },
    )
    const exited = server.end('SIGTERM')
    await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow(), { timeout: 15_000 })
    expect(server.running()).toBe(true)
    await pause(500)
    await holder.query('commit')
    expect((await slow).reply).toMatchObject({ name: 'Slow but sure' })
    await holder.end()
    expect(await exited).toBe(0)
    expect(server.output()).not.toContain('While stopping')
  })

  test('interrupts a start, which leaves nothing behind and lets the next one complete', {
    tags: ['thorough'],
  }, async () => {
    const dataDir = await temporaryFolder()
    const early = launchServer(dataDir, { ...ours, LOG_LEVEL: 'info' })
    await vi.waitFor(() => expect(early.output()).toContain('Creating the database'), { timeout: 30_000 })
    expect(await early.end('SIGTERM')).toBe(0)
    expect(early.output()).not.toContain('ready ')
    if (onLinux) expect(postgresProcesses(dataDir)).toEqual([])
    const { url, output } = await startServer(dataDir, ours)
    expect(lines(output()).at(-1)).toBe(`ready ${url}`)
  })
})
