// @module-tag thorough
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { openDatabase } from '#server/db/open.ts'
import { openTokens } from '#server/plugins/session.ts'
import { newPerson } from '#tests/fixtures/api.ts'
import { newDatabase } from '#tests/fixtures/database.ts'
import { query, temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson, tokenAt } from '#tests/fixtures/json-client.ts'
import { launchServer, type ServerProcess } from '#tests/fixtures/server-process.ts'

vi.setConfig({ testTimeout: 180_000 })

const redis = process.env.TEST_REDIS_URL

/** Two instances started at the same moment on one new database, migrated unless another template is named. */
async function twoInstances(env: NodeJS.ProcessEnv, template?: string) {
  const { connectionString, drop } = await newDatabase(template)
  onTestFinished(drop)
  const launched = await Promise.all(
    ['one', 'two'].map(async () =>
      launchServer(await temporaryFolder(), {
        DATABASE_URL: connectionString,
        LOG_LEVEL: 'error',
        ...env,
      }),
    ),
  )
  const instances = await Promise.all(
    launched.map(async server => ({ ...server, url: (await server.ready()).url })),
  )
  return { instances: instances as [Instance, Instance], connectionString }
}
type Instance = Omit<ServerProcess, 'stop'>

const me = (server: Instance, token: string) =>
  callJson(`${server.url}${auth.me.path}`, { method: auth.me.method, token })

describe('two instances on one database', () => {
  test('start together: one migrates, one creates the first admin, and a session is valid on both', async () => {
    const { instances, connectionString } = await twoInstances({}, 'template0')
    const [one, two] = instances
    const said = instances.map(({ output }) => output()).join('')
    expect(said.match(/^migrations applied: /gm)).toHaveLength(1)
    const password = said.match(/^first admin: admin · password: (\S+) \(shown only now\)$/m)?.[1] ?? ''
    expect(said.match(/^first admin: /gm)).toHaveLength(1)
    const [people] = await query(connectionString, 'select count(*)::int as admins from people')
    expect(people).toEqual({ admins: 1 })
    const backups = await query(connectionString, "select from jobs.schedule where name = 'backup'")
    expect(backups, 'somebody else runs this database').toEqual([])

    const token = await tokenAt(one.url, 'admin', password)
    expect((await me(two, token)).status).toBe(200)
    const left = await callJson(`${one.url}${auth.logout.path}`, { method: auth.logout.method, token })
    expect(left.status).toBeLessThan(300)
    expect((await me(two, token)).status).toBe(401)

    const kept = await tokenAt(one.url, 'admin', password)
    await one.end('SIGKILL')
    expect((await me(two, kept)).status).toBe(200)
    await expect(tokenAt(two.url, 'admin', password)).resolves.toBeDefined()
    expect(await two.end('SIGTERM')).toBe(0)
  })

  test.runIf(redis)('share their rate limits through Redis (TEST_REDIS_URL)', async () => {
    const { instances, connectionString } = await twoInstances({
      REDIS_URL: redis,
      RATE_LIMIT_FACTOR: '0.002',
    })
    const { db, close } = openDatabase(connectionString, () => {}, 1)
    const person = await newPerson(db, 'admin')
    const token = await (await openTokens(db)).issue(person.sessionId, person.expires)
    await close()

    // 0.002 of 6000 calls a minute are 12, whichever instance they are made at.
    const statuses: number[] = []
    for (let call = 0; call < 16; call += 1)
      statuses.push((await me(instances[call % 2] as Instance, token)).status)
    expect(statuses).toEqual([...Array(12).fill(200), ...Array(4).fill(429)])
  })
})
