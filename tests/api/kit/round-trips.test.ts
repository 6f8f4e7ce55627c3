import { sql } from 'kysely'
import { expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

/** Counts the round trips of calls to the database, without those of the session. */
function tripCounter({ services }: Api) {
  const seen = new WeakSet<object>()
  let trips = 0
  services.database.pool.on('acquire', client => {
    if (seen.has(client)) return
    seen.add(client)
    ;(client as unknown as { connection: NodeJS.EventEmitter }).connection.on('readyForQuery', () => {
      trips += 1
    })
  })
  // The least of several: a new connection makes some of its own.
  return async (work: () => Promise<unknown>, times = 3) => {
    const counts: number[] = []
    for (let time = 0; time < times; time += 1) {
      const before = trips
      await work()
      counts.push(trips - before)
    }
    return Math.min(...counts)
  }
}

let count = 0
const pendant = () => ({
  name: 'Pendant',
  serial: `RT-${++count}-${process.pid}`,
  kind: 'pendant',
  organization_id: serviceOrganization,
})

test('a call makes no more round trips to the database than it needs', async ({ api }) => {
  const countTrips = tripCounter(api)
  const admin = await api.signedIn('admin')
  const create = () => admin.call(devices.create, { body: pendant() })
  const { id } = (await create()).reply
  const show = () => admin.call(devices.show, { params: { id } })
  const update = () => admin.call(devices.update, { params: { id }, body: { name: `Pendant ${++count}` } })
  await update()
  await create()
  // An update reads the record as it was, a create the plan of the organization; both write it and its activity log.
  expect({
    show: await countTrips(show),
    update: await countTrips(update),
    create: await countTrips(create),
    page: await countTrips(() => admin.call(activityLogs.list, { query: { resource_type: 'devices' } })),
  }).toEqual({ show: 1, update: 3, create: 3, page: 1 })
})

test('records that are read at the same time are read together, each in its own scope', async ({ api }) => {
  const countTrips = tripCounter(api)
  const admin = await api.signedIn('admin')
  const [home, other] = [await api.organization(), await api.organization()]
  const manager = await api.signedIn('organization_admin', { organizationId: home })
  const register = async (organization_id: string) =>
    (await admin.call(devices.create, { body: { ...pendant(), organization_id } })).reply.id
  const [ours, theirs] = [await register(home), await register(other)]
  const read = (caller: typeof admin, id: string) => caller.call(devices.show, { params: { id } })

  let answers: number[] = []
  const trips = await countTrips(async () => {
    const all = await Promise.all([
      ...Array.from({ length: 8 }, () => read(admin, theirs)),
      read(admin, ours.toUpperCase()),
      read(manager, ours),
      read(manager, theirs),
    ])
    answers = all.map(({ status }) => status)
  })
  expect(answers).toEqual([...Array(8).fill(200), 200, 200, 404])
  expect(trips).toBeLessThan(6)
})

test('a change is rolled back if its activity log cannot be written', async ({ api }) => {
  const admin = await api.signedIn('admin')
  const { id } = (await admin.call(devices.create, { body: pendant() })).reply
  await sql`alter table activity_logs add constraint refused check (action <> 'update') not valid`.execute(
    api.db,
  )
  const refused = await admin.call(devices.update, { params: { id }, body: { name: 'Changed' } })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect((await admin.call(devices.show, { params: { id } })).reply).toMatchObject({
    name: 'Pendant',
    version: 1,
  })
  await sql`alter table activity_logs drop constraint refused`.execute(api.db)
  const changed = await admin.call(devices.update, { params: { id }, body: { name: 'Changed' } })
  expect(changed.reply).toMatchObject({ name: 'Changed', version: 2 })
})

test('a session that another instance revokes is refused by the next call', async ({ api }) => {
  const admin = await api.signedIn('admin')
  const { id } = (await admin.call(devices.create, { body: pendant() })).reply
  const read = () => admin.call(devices.show, { params: { id } })
  expect((await Promise.all(Array.from({ length: 4 }, read))).map(({ status }) => status)).toEqual(
    Array(4).fill(200),
  )
  await api.db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('person_id', '=', admin.id)
    .execute()
  expect((await Promise.all(Array.from({ length: 4 }, read))).map(({ status }) => status)).toEqual(
    Array(4).fill(401),
  )
})
