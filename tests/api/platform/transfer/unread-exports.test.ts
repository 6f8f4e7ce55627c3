import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { health } from '#contract/platform/system.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { countRunningExports, takeExportSlot } from '#server/kit/export/export.ts'
import { untilReaderStops } from '#server/kit/serve.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { program, registered, report } from '#tests/fixtures/device-events.ts'

const attackers = process.env.DEEP === '1' ? 100 : 16
/** How long everything else may take in milliseconds, on a busy machine: frozen calls fail after 10 s, with 503. */
const patience = 30_000

/** 20 MB of activity logs: more than the buffers of a connection hold. */
const fillLogs = (api: Api) =>
  sql`
  insert into activity_logs (organization_id, id, "timestamp", action, resource_type, source, details)
  select ${serviceOrganization}, gen_random_uuid(), now() - make_interval(secs => n), 'padding', 'devices', 'server',
    jsonb_build_object('note', repeat('x', 4000))
  from generate_series(1, 5000) as n`.execute(api.db)

/** Asks for an export and never reads it. */
async function exportUnread(port: number, { token }: Caller): Promise<{ socket: Socket; status: number }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `GET /api/activity-logs?action=padding&_format=csv HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  const head = await new Promise<string>(resolve => socket.once('data', data => resolve(String(data))))
  socket.pause()
  return { socket, status: Number(head.split(' ')[1]) }
}

describe('exports that are not read', () => {
  test('delay no one else, and are limited per caller and overall', { timeout: 240_000 }, async ({ api }) => {
    await fillLogs(api)
    const owner = await api.signedIn('organization_admin')
    const device = await registered(owner)
    const gateway = await program(api, owner)
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.app.server.address() as AddressInfo
    const people = await Promise.all(Array.from({ length: 10 }, () => api.signedIn('admin')))
    const open = await Promise.all(
      Array.from({ length: attackers }, (_, index) => exportUnread(port, people[index % 10] as Caller)),
    )
    try {
      const refused = open.filter(({ status }) => status === 429)
      expect(open.filter(({ status }) => status === 200)).toHaveLength(8)
      expect(refused).toHaveLength(attackers - 8)
      const calls = {
        health: () => api.nobody.call(health.ready),
        signIn: () => api.nobody.call(auth.login, { body: { email: 'nobody', password: 'wrong password' } }),
        deviceEvent: () => report(gateway, { device_id: device.id, type: 'button' }),
        queue: () => owner.call(alerts.queue),
        list: () => owner.call(alerts.list),
      }
      for (const [name, call] of Object.entries(calls)) {
        const start = performance.now()
        const { status } = await Promise.race([
          call(),
          new Promise<{ status: number }>(resolve => setTimeout(resolve, patience, { status: 0 })),
        ])
        expect.soft(status, `${name} after ${performance.now() - start} ms`).toBeOneOf([200, 201, 401])
      }
      const pooled = await sql`select 1 from pg_stat_activity
        where datname = current_database() and state like 'idle in%'
          and application_name = 'voicedeck exports'`.execute(api.db)
      expect(pooled.rows, 'no export holds a transaction').toEqual([])
    } finally {
      for (const { socket } of open) socket.destroy()
    }
    const query = { action: 'none', _format: 'csv' } as const
    await expect
      .poll(async () => (await people[0]?.call(activityLogs.list, { query }))?.status, { timeout: 20_000 })
      .toBe(200)
    await expect.poll(() => countRunningExports(), { timeout: 20_000 }).toBe(0)
  })

  test('of one caller beyond two are refused with an explanation, and the next one runs once one has ended', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const release = [takeExportSlot(admin.id), takeExportSlot(admin.id)]
    const query = { action: 'none', _format: 'csv' } as const
    const { status, problem } = await admin.call(activityLogs.list, { query })
    expect([status, problem.detail]).toEqual([
      429,
      'You already have 2 exports running. Wait until one of them finishes.',
    ])
    for (const end of release) end()
    expect((await admin.call(activityLogs.list, { query })).status).toBe(200)
  })

  test('end once their reader has stopped', async () => {
    let isClosed = false
    async function* chunks() {
      try {
        for (;;) yield 'x'
      } finally {
        isClosed = true
      }
    }
    const error = await new Promise<Error>(resolve => {
      const reading = untilReaderStops(chunks(), 20, failure => {
        void reading.return(undefined)
        resolve(failure)
      })
      void reading.next()
    })
    expect(error.message).toBe('the client stopped reading the file')
    await expect.poll(() => isClosed).toBe(true)
  })
})
