// @module-tag thorough

import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { conversationFigures } from '#contract/analytics/conversation-analytics.ts'
import { operationalFigures } from '#contract/analytics/operational-metrics.ts'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { usageFigures } from '#contract/analytics/usage-metrics.ts'
import { devices } from '#contract/devices/devices.ts'
import type { RowGroupsEndpoint } from '#contract/kit/row-groups.ts'
import { openDatabase } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { openTokens } from '#server/plugins/session.ts'
import { newPerson } from '#tests/fixtures/api.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { callJson } from '#tests/fixtures/json-client.ts'
import { replicatedPair } from '#tests/fixtures/replication.ts'
import { startServer } from '#tests/fixtures/server-process.ts'

vi.setConfig({ testTimeout: 120_000 })

const redis = process.env.TEST_REDIS_URL
/** Long enough for a standby of this machine to be fresh under load, and short enough to wait for. */
const maxLagMs = 4_000

const figures = [conversationFigures, operationalFigures, revenueFigures, usageFigures].map(
  group => Object.keys(group)[0] as string,
)
/** A path of each read that may lag. */
const laggingPaths = (await everyEndpoint()).flatMap(([, endpoint]) => {
  const { mayLag, path, listing } = endpoint
  if (!mayLag) return []
  if (endpoint.kind === 'groups')
    return [`${path}?_by=${(endpoint as RowGroupsEndpoint).source.listing.filter[0]}`]
  const file = mayLag === 'export' ? ['?_format=json'] : ['', ...(listing ? ['?_format=json'] : [])]
  if (path === revenueAnalytics.difference.path)
    return [`${path.replace('{figure}', Object.keys(revenueFigures)[0] as string)}?than=stripe`]
  return (path.includes('{figure}') ? figures.map(name => path.replace('{figure}', name)) : [path]).flatMap(
    one => file.map(search => one + search),
  )
})
const deviceFile = `${devices.list.path}?_format=json`

/** Servers on a primary, with its standby for reads that may lag. */
async function serversWithReplica(instances = 1) {
  const { primary, standby } = await replicatedPair()
  await primary.query('alter system reset synchronous_standby_names')
  await primary.query('select pg_reload_conf()')
  const urlOf = ({ port }: { port: number }) => `postgresql://postgres@127.0.0.1:${port}/postgres`
  const env = {
    DATABASE_URL: urlOf(primary),
    DATABASE_REPLICA_URL: urlOf(standby),
    DATABASE_REPLICA_MAX_LAG_MS: String(maxLagMs),
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
    ...(redis && { REDIS_URL: redis }),
  }
  const urls: string[] = []
  for (let count = 0; count < instances; count += 1)
    urls.push((await startServer(await temporaryFolder(), env)).url)
  const { db, close } = openDatabase(urlOf(primary), () => {}, 1)
  onTestFinished(close)
  const tokens = await openTokens(db)
  /** Someone new, who has not changed anything. */
  async function newCaller(role: 'admin' | 'operator' = 'admin') {
    const { id, sessionId, expires } = await newPerson(db, role)
    return { id, token: await tokens.issue(sessionId, expires) }
  }
  return { primary, standby, urls, url: urls[0] as string, newCaller }
}

/** @returns the age of the data in seconds; null from the primary */
async function read(url: string, path: string, token: string) {
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  const age = answer.headers.get('x-data-age')
  return { status: answer.status, age: age === null ? null : Number(age), text: await answer.text() }
}

async function register(url: string, token: string, serial: string): Promise<void> {
  const { method, path, status: made } = devices.create
  const body = { name: 'Pendant', serial, kind: 'pendant', organization_id: serviceOrganization }
  const { status } = await callJson(`${url}${path}`, { method, token, body })
  expect(status).toBe(made)
}

const untilFromReplica = (url: string, path: string, token: string) =>
  vi.waitFor(
    async () => {
      const answer = await read(url, path, token)
      expect(answer).toMatchObject({ status: 200, age: expect.any(Number) })
      return answer
    },
    { timeout: 30_000, interval: 200 },
  )

const untilFromPrimary = (url: string, path: string, token: string) =>
  vi.waitFor(
    async () => {
      const answer = await read(url, path, token)
      expect(answer).toMatchObject({ status: 200, age: null })
      return answer
    },
    { timeout: 30_000, interval: 200 },
  )

test('every read that may lag is answered by the standby, with its age', async () => {
  const { url, newCaller } = await serversWithReplica()
  const { token } = await newCaller()
  await untilFromReplica(url, deviceFile, token)
  for (const path of laggingPaths) {
    const { status, age } = await read(url, path, token)
    const found = status === 200 || (status === 404 && path.includes('/figures/'))
    expect(found, `${path}: ${status}`).toBe(true)
    if (status === 200) expect(age, path).not.toBeNull()
    if (status === 200) expect(age, path).toBeLessThanOrEqual(maxLagMs / 1_000)
  }
  for (const path of [devices.list.path, '/api/activity-logs', '/api/emergency/alerts'])
    expect((await read(url, path, token)).age, path).toBeNull()
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/^voicedeck_replica_lag_seconds\{server="127\.0\.0\.1:\d+"\} [\d.]+$/m)
  expect(metrics).toMatch(/^voicedeck_replica_reads_total\{source="replica"\} [1-9]\d*$/m)
})

test('while replay is paused, a caller sees their own changes, others a bounded past, and permissions none', async () => {
  const { primary, standby, url, newCaller } = await serversWithReplica()
  const [writer, reader, suspended] = [await newCaller(), await newCaller(), await newCaller()]
  await untilFromReplica(url, deviceFile, reader.token)

  await standby.query('select pg_wal_replay_pause()')
  await untilFromReplica(url, deviceFile, suspended.token)
  await register(url, writer.token, 'paused-1')
  expect(await read(url, deviceFile, writer.token)).toMatchObject({
    age: null,
    text: expect.stringContaining('paused-1'),
  })
  const past = await read(url, deviceFile, reader.token)
  // Without an age, the lag was already exceeded: then the present is shown.
  expect(past.text.includes('paused-1')).toBe(past.age === null)
  await primary.query(`update people set status = 'suspended' where id = '${suspended.id}'`)
  expect((await read(url, deviceFile, suspended.token)).status).toBe(401)

  const present = await untilFromPrimary(url, deviceFile, reader.token)
  expect(present.text).toContain('paused-1')

  await standby.query('select pg_wal_replay_resume()')
  const again = await untilFromReplica(url, deviceFile, reader.token)
  expect(again.text).toContain('paused-1')
  const own = await untilFromReplica(url, deviceFile, writer.token)
  expect(own.text).toContain('paused-1')
})

test.runIf(process.platform === 'linux')(
  'without a standby that answers, calls read the primary and none fails',
  async () => {
    const { standby, url, newCaller } = await serversWithReplica()
    const { token } = await newCaller()
    const refused: number[] = []
    let slowestMs = 0
    let running = true
    const reading = Array.from({ length: 4 }, async () => {
      // An export, of which a caller may have two, and figures.
      const paths = [deviceFile, ...Array(4).fill(laggingPaths[0])] as string[]
      const reader = await newCaller()
      for (let turn = 0; running; turn += 1) {
        const begun = performance.now()
        const { status } = await read(url, paths[turn % paths.length] as string, reader.token)
        slowestMs = Math.max(slowestMs, performance.now() - begun)
        if (status !== 200) refused.push(status)
        await pause(20)
      }
    })

    await untilFromReplica(url, deviceFile, token)
    const thaw = standby.freeze()
    await untilFromPrimary(url, deviceFile, token)
    thaw()
    await untilFromReplica(url, deviceFile, token)
    await standby.kill()
    await untilFromPrimary(url, deviceFile, token)
    await standby.start()
    await untilFromReplica(url, deviceFile, token)
    await standby.promote()
    await untilFromPrimary(url, deviceFile, token)
    await pause(1_000)
    expect((await read(url, deviceFile, token)).age).toBeNull()

    running = false
    await Promise.all(reading)
    expect(refused).toEqual([])
    // A frozen server is given up after a second; the rest is the load of the machine.
    expect(slowestMs).toBeLessThan(8_000)
  },
)

test.runIf(redis)('a change made on one instance is seen on another (TEST_REDIS_URL)', async () => {
  const { standby, urls, newCaller } = await serversWithReplica(2)
  const [one, two] = urls as [string, string]
  const { token } = await newCaller()
  await untilFromReplica(two, deviceFile, token)
  await standby.query('select pg_wal_replay_pause()')
  await register(one, token, 'elsewhere-1')
  expect(await read(two, deviceFile, token)).toMatchObject({
    age: null,
    text: expect.stringContaining('elsewhere-1'),
  })
})
