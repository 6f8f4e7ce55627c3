// @module-tag thorough

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import {
  auditedTransaction,
  clearFilterValues,
  serviceOrganization,
  systemOrigin,
} from '#server/kit/audit.ts'
import { createVault } from '#server/kit/vault.ts'
import { lockQueue } from '#server/modules/platform/event-webhooks/queue.ts'
import { generateSecret } from '#server/modules/platform/event-webhooks/secrets.ts'
import { newDatabase } from '#tests/fixtures/database.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'
import { eventually, verified } from '#tests/fixtures/webhooks.ts'

const script = fileURLToPath(new URL('../../../fixtures/webhook-worker.ts', import.meta.url))
const key = randomBytes(32)

/** A database with an endpoint for changes of devices. */
async function endpointAt(url: string) {
  clearFilterValues()
  const { connectionString, drop } = await newDatabase()
  const database = openDatabase(connectionString, () => {}, 2)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const [id, secret] = [uuid(), generateSecret()]
  const row = { id, organization_id: serviceOrganization, url, event_types: ['device.updated'] }
  await database.db
    .insertInto('webhook_endpoints')
    .values({ ...row, secret: createVault(key).seal(secret, id) })
    .execute()
  return { connectionString, database, secret }
}

/** A process that delivers, killed at the latest with the test. */
async function worker(connectionString: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, connectionString, key.toString('base64'), '1', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

describe('an instance that dies during a delivery', () => {
  test('loses no event: another instance sends it again under its id, and the rest in order', async () => {
    let arrived = () => {}
    const first = new Promise<void>(resolve => {
      arrived = resolve
    })
    const { url, received } = await httpReceiver((_, count) => {
      arrived()
      return count === 1 ? new Promise<number>(() => {}) : 200
    })
    const { connectionString, database, secret } = await endpointAt(url)
    const device = uuid()
    for (const battery of [90, 80, 70, 60])
      await auditedTransaction({ database }, systemOrigin, async (_db, audit) =>
        audit({
          action: 'update',
          resourceType: 'devices',
          resourceId: device,
          details: { after: { battery } },
        }),
      )
    const dying = await worker(connectionString)
    await first
    dying.kill('SIGKILL')
    await worker(connectionString)
    await eventually(() => expect(received).toHaveLength(5))
    const ids = received.map(request => verified(request, secret).id)
    const events = await database.db.selectFrom('outbox_events').select('id').orderBy('position').execute()
    expect(ids).toEqual([events[0]?.id, ...events.map(({ id }) => id)])
    const states = await eventually(async () => {
      const rows = await database.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute()
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['delivered']))
      return rows
    })
    expect(states.map(({ attempts }) => attempts).sort()).toEqual([1, 1, 1, 2])
  })

  test('after the answer, and before it is recorded, sends the event once more', async () => {
    const recording = Promise.withResolvers<void>()
    let holdRecords = async () => {}
    const { url, received } = await httpReceiver(async (_, count) => {
      if (count === 1) await holdRecords()
      return 200
    })
    const { connectionString, database, secret } = await endpointAt(url)
    holdRecords = async () => {
      const held = Promise.withResolvers<void>()
      void database.db.transaction().execute(async db => {
        await lockQueue(db, 'exclusive')
        held.resolve()
        await recording.promise
      })
      await held.promise
    }
    for (const battery of [90, 80])
      await auditedTransaction({ database }, systemOrigin, async (_db, audit) =>
        audit({
          action: 'update',
          resourceType: 'devices',
          resourceId: serviceOrganization,
          details: { after: { battery } },
        }),
      )
    const dying = await worker(connectionString)
    await eventually(() => expect(received[0]?.answered).toEqual(expect.any(Number)))
    dying.kill('SIGKILL')
    recording.resolve()
    await worker(connectionString)
    await eventually(() => expect(received).toHaveLength(3))
    const ids = received.map(request => verified(request, secret).id)
    const events = await database.db.selectFrom('outbox_events').select('id').orderBy('position').execute()
    expect(ids).toEqual([events[0]?.id, ...events.map(({ id }) => id)])
  })
})
