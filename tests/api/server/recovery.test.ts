// @module-tag thorough

import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson, tokenAt } from '#tests/fixtures/json-client.ts'
import { archivedServer, debianPostgres } from '#tests/fixtures/point-in-time.ts'
import { startServer } from '#tests/fixtures/server-process.ts'
import { registerDevices } from '#tests/fixtures/write-load.ts'

const admin = {
  ADMIN_USERNAME: 'root',
  ADMIN_PASSWORD: 'correct horse battery',
  ADMIN_EMAIL: 'root@example.org',
}

const serials = (rows: readonly { serial: string }[]) => rows.map(({ serial }) => serial).sort()

test.skipIf(!debianPostgres)(
  'a lost database is restored to a second by pgBackRest (Debian: postgresql, pgbackrest)',
  { timeout: 300_000 },
  async () => {
    const database = await archivedServer(debianPostgres as string)
    const dataDir = await temporaryFolder()
    const env = { DATABASE_URL: database.connectionString, ...admin }
    const server = await startServer(dataDir, env)
    await database.backUp()

    const load = registerDevices(server.url, await tokenAt(server.url, 'root', admin.ADMIN_PASSWORD))
    await load.nextAcknowledgement()
    await pause(1_200)
    await load.nextAcknowledgement()
    const [{ instant } = { instant: '' }] = await database.query<{ instant: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || '+00' as instant`,
    )
    await pause(1_200)
    await load.nextAcknowledgement()
    await load.stop()
    // By the second that is asked for: writes went on before it and after it.
    const committed = (order: '<=' | '>') =>
      database.query<{ serial: string }>(
        `select serial from devices where pg_xact_commit_timestamp(xmin) ${order} '${instant}'`,
      )
    const kept = serials(await committed('<='))
    const undone = serials(await committed('>'))
    expect(kept.length).toBeGreaterThan(0)
    expect(undone.length).toBeGreaterThan(0)
    expect(kept.length + undone.length).toBeGreaterThanOrEqual(load.acknowledged.size)
    expect(await server.stop()).toBe(0)

    await database.destroy()
    const begun = performance.now()
    await database.restoreTo(instant)
    const restored = serials(await database.query<{ serial: string }>('select serial from devices'))
    expect(restored).toEqual(kept)

    const again = await startServer(dataDir, env)
    process.stdout.write(
      `restored to ${instant}: ${kept.length} devices registered before it, none of the ${undone.length} after it; ` +
        `${Math.round(performance.now() - begun)} ms from the start of the restore until ready\n`,
    )
    const token = await tokenAt(again.url, 'root', admin.ADMIN_PASSWORD)
    const list = await callJson(`${again.url}/api/devices?_end=0`, { token })
    expect(list.status).toBe(200)
    await registerDevices(again.url, token).stop()
  },
)
