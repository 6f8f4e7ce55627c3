// @module-tag thorough
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { primaryConnection, serversOf } from '#server/db/primary.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson, tokenAt } from '#tests/fixtures/json-client.ts'
import { replicatedPair } from '#tests/fixtures/replication.ts'
import { startServer } from '#tests/fixtures/server-process.ts'
import { expectNothingLost, registerDevices } from '#tests/fixtures/write-load.ts'

const rounds = process.env.DEEP ? 5 : 1

test.runIf(process.platform === 'linux')(
  `an instance follows the primary when a standby is promoted, in ${rounds} rounds under write load, and loses nothing`,
  { timeout: 60_000 + rounds * 60_000 },
  async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const { primary, standby } = await replicatedPair()
      const password = 'a password for the fail-over'
      const { url, running, stop } = await startServer(await temporaryFolder(), {
        // The standby comes first: the order says nothing.
        DATABASE_URL: `postgresql://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`,
        ADMIN_PASSWORD: password,
        RATE_LIMIT_FACTOR: '0',
        LOG_LEVEL: 'silent',
      })
      const load = registerDevices(url, await tokenAt(url, 'admin', password))
      await load.nextAcknowledgement()
      await pause(Math.random() * 600)

      const begun = performance.now()
      await primary.kill()
      await standby.promote()
      const promoted = performance.now()
      await load.nextAcknowledgement()
      const back = performance.now()
      await load.stop()

      expect(running()).toBe(true)
      expect((await callJson(`${url}/api/health/ready`)).status).toBe(200)
      const connectionString = `postgresql://postgres@127.0.0.1:${standby.port}/postgres`
      const unheard = await expectNothingLost(load, connectionString)
      for (const status of load.refusals) expect([0, 503]).toContain(status)
      expect(await stop()).toBe(0)
      process.stdout.write(
        `the primary killed: ${load.acknowledged.size} acknowledged and all kept, ${unheard} kept unheard of, ` +
          `${load.unanswered.size} unanswered; answers ${Math.round(back - promoted)} ms after the promotion, ` +
          `${Math.round(back - begun)} ms after the loss\n`,
      )
    }
  },
)

test('a connection string names one server or several', () => {
  const one = 'postgresql://user:p%40ss@db.example.org/console?sslmode=require'
  expect(serversOf(one)).toEqual([{ host: 'db.example.org', port: 5432, url: one }])
  expect(serversOf('postgresql://user:p%40ss@one:6000,[::1]:6001,two/console?sslmode=require')).toEqual([
    { host: 'one', port: 6000, url: 'postgresql://user:p%40ss@one:6000/console?sslmode=require' },
    { host: '::1', port: 6001, url: 'postgresql://user:p%40ss@[::1]:6001/console?sslmode=require' },
    { host: 'two', port: 5432, url: 'postgresql://user:p%40ss@two/console?sslmode=require' },
  ])
  const socket = 'postgresql://user@/console?host=/run/postgresql'
  expect(serversOf(socket)).toEqual([{ host: '', port: 5432, url: socket }])
})

test('without a primary, each connection gets an error of its own: who reports it may add to its message', async () => {
  const nowhere = 'postgresql://user@127.0.0.1:1,127.0.0.1:2/console'
  const errors = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client(primaryConnection(nowhere))
      return client.connect().then(
        () => undefined,
        (error: Error) => error,
      )
    }),
  )
  for (const error of errors)
    expect(error).toMatchObject({
      code: 'ECONNREFUSED',
      message: expect.stringMatching(/^No server of DATABASE_URL is a primary: /),
    })
  expect(errors[0]).not.toBe(errors[1])
})
