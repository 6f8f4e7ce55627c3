// @module-tag thorough
import { expect, onTestFinished, test, vi } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { type SystemStatus, system } from '#contract/platform/system.ts'
import { cuttable } from '#tests/fixtures/cuttable.ts'
import { newDatabase } from '#tests/fixtures/database.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson, tokenAt } from '#tests/fixtures/json-client.ts'
import { replicatedPair } from '#tests/fixtures/replication.ts'
import { startServer } from '#tests/fixtures/server-process.ts'
import { expectNothingLost, registerDevices } from '#tests/fixtures/write-load.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Milliseconds within which calls are answered again: TCP alone would take a quarter of an hour. */
const limitMs = 30_000
const password = 'a password for the silence'
const redis = process.env.TEST_REDIS_URL

/** A server, and a session of its first admin. */
async function serverOn(env: NodeJS.ProcessEnv) {
  const { url } = await startServer(await temporaryFolder(), {
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
    ...env,
  })
  const token = await tokenAt(url, 'admin', password)
  /** @returns the answer to a call, and after how many milliseconds it came */
  const call = async ({ method, path }: { method: string; path: string }) => {
    const begun = performance.now()
    const { status, reply } = await callJson(`${url}${path}`, { method, token })
    return { status, reply, ms: performance.now() - begun }
  }
  return { url, token, call }
}

test.runIf(process.platform === 'linux')(
  'an instance leaves a primary that falls silent, and follows the standby that takes over',
  async () => {
    const { primary, standby } = await replicatedPair()
    const { url, token, call } = await serverOn({
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
      RATE_LIMIT_FACTOR: '0',
    })
    const load = registerDevices(url, token)
    await load.nextAcknowledgement()

    const begun = performance.now()
    const thaw = primary.freeze()
    onTestFinished(thaw)
    const refused = await call(auth.me)
    expect(refused.status).toBe(503)
    await standby.promote()
    await load.nextAcknowledgement()
    expect(performance.now() - begun).toBeLessThan(limitMs)
    await load.stop()
    await expectNothingLost(load, `postgresql://postgres@127.0.0.1:${standby.port}/postgres`)
  },
)

test.runIf(process.platform === 'linux')(
  'reads are answered while no write can be acknowledged, also the first of a session for a while',
  async () => {
    const { primary, standby } = await replicatedPair()
    const { call } = await serverOn({
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${primary.port}/postgres`,
    })
    await primary.query(`update sessions set last_used_at = now() - interval '1 hour'`)
    onTestFinished(standby.freeze())
    expect(await call(auth.me)).toMatchObject({ status: 200 })
    const [session] = await primary.query(
      `select last_used_at > now() - interval '1 minute' as is_fresh from sessions`,
    )
    expect(session).toEqual({ is_fresh: true })
  },
)

test.runIf(redis)('a Redis that falls silent holds up no call, and is shown (TEST_REDIS_URL)', async () => {
  const path = await cuttable(Number(new URL(redis as string).port))
  const { connectionString, drop } = await newDatabase()
  onTestFinished(drop)
  const { call } = await serverOn({
    DATABASE_URL: connectionString,
    REDIS_URL: `redis://127.0.0.1:${path.port}`,
    RATE_LIMIT_FACTOR: '1000',
  })
  const fanOut = async () => {
    const { reply } = await call(system.status)
    return (reply as SystemStatus).parts.find(({ part }) => part === 'fan_out')?.state
  }
  expect(await fanOut()).toBe('ok')
  path.cut()
  for (let turn = 0; turn < 20; turn += 1) {
    const { status, ms } = await call(auth.me)
    expect(status).toBe(200)
    expect(ms).toBeLessThan(3_000)
  }
  expect(await fanOut()).toBe('away')
  path.mend()
  await expect.poll(fanOut, { timeout: limitMs }).toBe('ok')
})
