// @module-tag clock

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { deviceStateAt } from '#contract/devices/device-health.ts'
import { fleet } from '#contract/devices/fleet.ts'
import { type Api, type Caller, newPerson, test } from '#tests/fixtures/api.ts'
import { registered, report } from '#tests/fixtures/device-events.ts'

const gapsOf = async (caller: Caller) => {
  const { reply } = await caller.call(fleet.coverage, { query: { _sort: 'name' } })
  return Object.fromEntries(reply.people.map(({ name, reasons }) => [name, reasons]))
}

/** An elderly user, with somebody to call unless told otherwise. */
async function elderly(api: Api, organizationId: string, name: string, contact = true) {
  const { id } = await newPerson(api.db, 'elderly_user', organizationId, name)
  const whose = { organization_id: organizationId, person_id: id }
  if (contact) {
    const values = {
      ...whose,
      id: crypto.randomUUID(),
      name: 'Nora',
      relationship: 'family',
      phone: '+49 30 1',
    }
    await api.db.insertInto('contacts').values(values).execute()
  }
  return id
}

describe('coverage', () => {
  test('lists people who cannot raise an alarm now, with every reason', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const home = admin.organizationId
    const hour = 3_600_000
    const given = async (
      name: string,
      worn: { ago?: number; status?: 'online' | 'faulty' | 'retired'; battery?: number }[],
      contact = true,
    ) => {
      const person_id = await elderly(api, home, name, contact)
      for (const { ago, status = 'online', battery = 80 } of worn) {
        const { id } = await registered(admin, { person_id, report_interval_seconds: 3600 })
        const last_seen_at = ago === undefined ? null : new Date(Date.now() - ago * hour).toISOString()
        await api.db
          .updateTable('devices')
          .set({ status, battery, last_seen_at })
          .where('id', '=', id)
          .execute()
      }
    }
    await given('Covered', [{ ago: 0 }])
    await given('Late is not silent', [{ ago: 2 }])
    await given('One of two works', [{ ago: 0 }, { ago: 0, status: 'faulty' }])
    await given('No device', [])
    await given('Only a retired one', [{ ago: 0, status: 'retired' }])
    await given('Silent', [{ ago: 4 }])
    await given('Never reported', [{}])
    await given('Faulty and empty', [
      { ago: 0, status: 'faulty' },
      { ago: 0, battery: 4 },
    ])
    await given('Nobody to call', [{ ago: 0 }], false)
    await given('Nothing at all', [], false)

    expect(await gapsOf(admin)).toEqual({
      'No device': ['no_device'],
      'Only a retired one': ['no_device'],
      Silent: ['silent'],
      'Never reported': ['never_reported'],
      'Faulty and empty': ['faulty', 'battery_empty'],
      'Nobody to call': ['no_contact'],
      'Nothing at all': ['no_device', 'no_contact'],
    })
    const { reply } = await admin.call(fleet.coverage, { query: { reason: 'no_device' } })
    expect(reply.total).toBe(3)

    const status = (await admin.call(fleet.status)).reply
    expect(status).toMatchObject({
      total: 10,
      by_status: { online: 5, unknown: 2, faulty: 2, retired: 1, offline: 0, registered: 0 },
      by_state: { ok: 7, late: 1, silent: 1, unknown: 1 },
      uncovered_people: 7,
      last_event_at: null,
    })
  })

  test('is restored by the first report of a silent device', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const person_id = await elderly(api, admin.organizationId, 'Elsa')
    const { id } = await registered(admin, { person_id })
    expect(await gapsOf(admin)).toEqual({ Elsa: ['never_reported'] })
    await report(admin, { device_id: id, type: 'heartbeat', battery: 90 })
    expect(await gapsOf(admin)).toEqual({})
  })

  test('is shown to each caller within their row scope', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const home = admin.organizationId
    const [mine] = [await elderly(api, home, 'Mine'), await elderly(api, home, 'Of others')]
    const caregiver = await api.signedIn('caregiver', { organizationId: home })
    await api.db
      .insertInto('assignments')
      .values({
        id: crypto.randomUUID(),
        organization_id: home,
        elderly_id: mine,
        caregiver_id: caregiver.id,
        relationship: 'caregiver',
      })
      .execute()
    expect(Object.keys(await gapsOf(caregiver))).toEqual(['Mine'])
    expect((await caregiver.call(fleet.status)).reply.uncovered_people).toBe(1)
    expect(Object.keys(await gapsOf(admin))).toEqual(['Mine', 'Of others'])
    expect(await gapsOf(await api.signedIn('organization_admin'))).toEqual({})
  })
})

test('database and console agree on when a device is silent', async ({ api }) => {
  const interval = 600
  for (const seconds of [0, 899, 901, 1_799, 1_801, 90_000, null]) {
    const { rows } = await sql<{ state: string; last_seen_at: string | null; now: string }>`
      select device_state(last_seen_at, ${interval}::int) as state, last_seen_at, now() as now
      from (select now() - make_interval(secs => ${seconds}::int) as last_seen_at) heard`.execute(api.db)
    const [judged] = rows
    const { state } = deviceStateAt(
      { last_seen_at: judged?.last_seen_at ?? null, report_interval_seconds: interval },
      Date.parse(judged?.now ?? ''),
    )
    expect(judged?.state, `${seconds} s`).toBe(state)
  }
})
