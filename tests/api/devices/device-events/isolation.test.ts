import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import type { NewDeviceEvent } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { fleet } from '#contract/devices/fleet.ts'
import { openIntake } from '#server/modules/devices/device-events/intake.ts'
import type { Requester } from '#server/modules/devices/device-events/queries.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { eventsOf, registered, report } from '#tests/fixtures/device-events.ts'

const half = '\ud800'
const requesterOf = ({ id, organizationId }: Caller) =>
  ({
    actor: { id, organizationId, role: 'organization_admin' },
    grant: { reach: 'organization', personal: true },
  }) as unknown as Requester

const pendants = (admin: Caller, count: number, values = {}) =>
  Promise.all(Array.from({ length: count }, () => registered(admin, values)))

/** Reports an event without HTTP. */
const submitAs = (api: Api, caller: Caller) => {
  const intake = openIntake(api.services, () => {})
  return (event: NewDeviceEvent) => intake.submit(requesterOf(caller), event)
}

describe('an event that cannot be stored', () => {
  test.for([
    ['payload', { payload: { x: half } }],
    ['payload', { payload: { [half]: 1 } }],
    ['payload', { payload: { deep: [[{ x: [`a${half}`] }]] } }],
    ['payload', { payload: { x: 'a\0b' } }],
    ['event_id', { event_id: half }],
    ['ts', { ts: '0000-06-01T00:00:00Z' }],
    ['ts', { ts: Date.now() * 1000 }],
    ['ts', { ts: 1e300 }],
    ['ts', { ts: -1e15 }],
  ] as const)(
    'gets a 422 that names %s, and the events next to it are stored: %j',
    async ([field, poison], { api }) => {
      const admin = await api.signedIn('organization_admin')
      const all = await pendants(admin, 12)
      const answers = await Promise.all(
        all.flatMap(({ id }, index) => [
          report(admin, { device_id: id, type: 'heartbeat', payload: { fine: '\ufffe' } }),
          ...(index === 5 ? [report(admin, { device_id: id, type: 'heartbeat', ...poison })] : []),
          report(admin, { device_id: id, type: 'button', event_id: `b-${index}` }),
        ]),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(24)
      const [refused] = answers.filter(({ status }) => status !== 200)
      expect(refused?.status).toBe(422)
      expect(refused?.problem.errors?.[0]?.pointer).toMatch(new RegExp(`^#/${field}`))
      for (const { id } of all) expect(await eventsOf(admin, id)).toHaveLength(2)
    },
  )

  test('for a reason that only the database detects fails alone', async ({ api }) => {
    await sql`alter table device_events add constraint device_events_refused check (payload->>'refused' is null)`.execute(
      api.db,
    )
    const admin = await api.signedIn('organization_admin')
    const [device] = await pendants(admin, 1)
    const submit = submitAs(api, admin)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        submit({
          device_id: device?.id ?? '',
          type: 'heartbeat',
          event_id: `${n}`,
          payload: n % 25 === 7 ? { refused: n } : { n },
        }),
      ),
    )
    await sql`alter table device_events drop constraint device_events_refused`.execute(api.db)
    const failed = outcomes.flatMap((outcome, n) =>
      outcome.status === 'rejected' ? [[n, outcome.reason]] : [],
    )
    expect(failed.map(([n]) => n)).toEqual([7, 32, 57])
    for (const [, reason] of failed)
      expect(reason).toMatchObject({ status: 422, errors: [{ pointer: '#/payload' }] })
    const { count } = await api.db
      .selectFrom('device_events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('device_id', '=', device?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(count).toBe(57)
  })
})

test('an alarm counts however wrong its clock is', async ({ api }) => {
  const admin = await api.signedIn('organization_admin')
  const elsa = await api.signedIn('elderly_user', { organizationId: admin.organizationId })
  const [device] = await pendants(admin, 1, { person_id: elsa.id })
  const { status } = await report(admin, { device_id: device?.id, type: 'button', ts: Date.now() * 1000 })
  expect(status).toBe(200)
  const { reply } = await admin.call(alerts.list, { query: { person_id: elsa.id } })
  expect(reply.alerts).toHaveLength(1)
})

describe('queued events', () => {
  test('of a flood delay neither an alarm nor another organization', async ({ api }) => {
    const flooding = await api.signedIn('organization_admin')
    const calm = await api.signedIn('organization_admin')
    const [noisy, pendant] = [await registered(flooding), await registered(flooding)]
    const hub = await registered(calm)
    const intake = openIntake(api.services, () => {})
    let stored = 0
    const flood = Array.from({ length: 9_900 }, () =>
      intake
        .submit(requesterOf(flooding), { device_id: noisy.id, type: 'heartbeat' })
        .then(() => (stored += 1)),
    )
    const before = stored
    const alarm = intake
      .submit(requesterOf(flooding), { device_id: pendant.id, type: 'button' })
      .then(() => stored - before)
    const neighbour = intake
      .submit(requesterOf(calm), { device_id: hub.id, type: 'heartbeat' })
      .then(() => stored - before)
    // A transaction takes 500 of them: the one under way, and at most one more.
    expect(await alarm).toBeLessThanOrEqual(1_500)
    expect(await neighbour).toBeLessThanOrEqual(1_500)
    await Promise.all(flood)
  })

  test('beyond the limit are refused, except alarms', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const device = await registered(admin)
    const intake = openIntake(api.services, () => {})
    const requester = requesterOf(admin)
    const flood = Promise.allSettled(
      Array.from({ length: 10_600 }, async () =>
        intake.submit(requester, { device_id: device.id, type: 'heartbeat' }),
      ),
    )
    const alarm = intake.submit(requester, { device_id: device.id, type: 'fall' })
    expect(await alarm).toMatchObject({ duplicate: false })
    const outcomes = await flood
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { status: 503 } })
  })
})

test('a test event affects neither device state nor coverage', async ({ api }) => {
  const admin = await api.signedIn('organization_admin')
  const elsa = await api.signedIn('elderly_user', { organizationId: admin.organizationId })
  await admin.call(contacts.create, { body: { person_id: elsa.id, name: 'Anna', phone: '+49 40 6696901' } })
  const device = await registered(admin, { person_id: elsa.id })
  const { status } = await report(admin, { device_id: device.serial, type: 'test', battery: 90 })
  expect(status).toBe(200)
  expect(await eventsOf(admin, device.id)).toMatchObject([{ type: 'test' }])
  const { reply } = await admin.call(devices.health, { params: { id: device.id } })
  expect(reply).toMatchObject({ state: 'unknown', status: 'registered', battery: null, last_seen_at: null })
  const gaps = (await admin.call(fleet.coverage, { query: { person_id: elsa.id } })).reply.people
  expect(gaps).toMatchObject([{ reason: 'never_reported', last_seen_at: null }])
  expect((await admin.call(fleet.status)).reply.last_event_at).toBeNull()
})
