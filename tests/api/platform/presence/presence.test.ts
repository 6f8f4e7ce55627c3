import { once } from 'node:events'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { assignments } from '#contract/people/index.ts'
import { maxNamedPeople } from '#contract/platform/presence.ts'
import { type Caller, newPerson, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { register } from '#tests/fixtures/live.ts'
import { type PresenceClient, presenceClient } from '#tests/fixtures/presence.ts'

/** Sockets opened from here on have their heartbeats at the test's command. */
function holdHeartbeats() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return { beat: () => vi.advanceTimersByTime(4_000) }
}

describe('the presence socket', () => {
  test('tells those who have a record open who else does, what they edit, and when they leave', async ({
    api,
  }) => {
    const { port } = await listening(api)
    const home = await api.organization()
    const [ana, ben] = [
      await api.signedIn('organization_admin', { organizationId: home, name: 'Ana Ruiz' }),
      await api.signedIn('organization_admin', { organizationId: home, name: 'Ben Ito' }),
    ]
    const id = await register(ana, home)
    const first = await presenceClient(port, ana)
    first.open('devices', id)
    await first.sees(id, 'Ana Ruiz')
    const second = await presenceClient(port, ben)
    second.open('devices', { id, is_editing: true, field: 'name' })
    await first.sees(id, 'Ana Ruiz', 'Ben Ito')
    await second.sees(id, 'Ana Ruiz', 'Ben Ito')
    // Those who edit come first.
    expect(first.latest(id)?.people).toEqual([
      { id: ben.id, name: 'Ben Ito', is_editing: true, fields: ['name'] },
      { id: ana.id, name: 'Ana Ruiz', is_editing: false, fields: [] },
    ])

    second.open('devices', { id, is_editing: true, field: 'status' })
    await vi.waitFor(() => expect(first.latest(id)?.people[0]?.fields).toEqual(['status']))
    second.open('devices')
    await first.sees(id, 'Ana Ruiz')
    second.open('devices', id)
    await first.sees(id, 'Ana Ruiz', 'Ben Ito')
    second.socket.terminate()
    await first.sees(id, 'Ana Ruiz')
  })

  test('counts several tabs of one person once, until the last is closed', async ({ api }) => {
    const { port } = await listening(api)
    const home = await api.organization()
    const owner = await api.signedIn('organization_admin', { organizationId: home, name: 'Owner' })
    const other = await api.signedIn('organization_admin', { organizationId: home, name: 'Other' })
    const id = await register(owner, home)
    const tabs = [await presenceClient(port, other), await presenceClient(port, other)] as const
    tabs[0].open('devices', { id, is_editing: true, field: 'name' })
    tabs[1].open('devices', { id, is_editing: true, field: 'serial' })
    const reader = await presenceClient(port, owner)
    reader.open('devices', id)
    await reader.sees(id, 'Owner', 'Other')
    expect(reader.latest(id)).toMatchObject({ total: 2 })
    expect(
      reader
        .latest(id)
        ?.people.find(({ name }) => name === 'Other')
        ?.fields.toSorted(),
    ).toEqual(['name', 'serial'])
    tabs[0].socket.terminate()
    await vi.waitFor(() => expect(reader.latest(id)?.people[0]?.fields).toEqual(['serial']))
    tabs[1].socket.terminate()
    await reader.sees(id, 'Owner')
  })

  test('says nothing about records of another organization, unknown ones and unknown resources', async ({
    api,
  }) => {
    const { port } = await listening(api)
    const owner = await api.signedIn('organization_admin')
    const id = await register(owner, owner.organizationId)
    const reader = await presenceClient(port, owner)
    reader.open('devices', id)
    await reader.sees(id, 'Test organization_admin')

    const stranger = await api.signedIn('organization_admin', { name: 'Stranger' })
    const own = await register(stranger, stranger.organizationId)
    const spy = await presenceClient(port, stranger)
    const absent = '01900000-0000-7000-8000-00000000dead'
    spy.say({
      type: 'open',
      records: [
        ...[id, absent, own].map(id => ({ resource: 'devices', id, is_editing: true })),
        { resource: 'constructor', id, is_editing: true },
        { resource: 'translations', id: 'de:common:save', is_editing: true },
      ],
    })
    await spy.sees(own, 'Stranger')
    expect(spy.states.map(state => state.id)).toEqual([own])
    expect(reader.states.flatMap(({ people }) => people.map(({ name }) => name))).not.toContain('Stranger')
  })

  test('shows staff to customers as support without a name or number, and customers to staff', async ({
    api,
  }) => {
    const { port } = await listening(api)
    const owner = await api.signedIn('organization_admin', { name: 'Owner' })
    const id = await register(owner, owner.organizationId)
    const olga = await api.signedIn('operator', { name: 'Olga Operator' })
    const adam = await api.signedIn('admin', { name: 'Adam Admin' })
    const [operator, admin] = [await presenceClient(port, olga), await presenceClient(port, adam)]
    operator.open('devices', id)
    admin.open('devices', { id, is_editing: true, field: 'name' })
    const reader = await presenceClient(port, owner)
    reader.open('devices', id)
    await operator.sees(id, 'Owner', 'Olga Operator', 'Adam Admin')
    await reader.sees(id, 'Owner', null)
    expect(reader.latest(id)).toMatchObject({
      people: [
        { id: null, name: null, is_editing: true, fields: ['name'] },
        { id: owner.id, name: 'Owner' },
      ],
      total: 2,
    })
    expect(JSON.stringify(reader.states)).not.toMatch(/Olga|Adam/)

    await adam.call(devices.update, { params: { id }, body: { name: 'Renamed' } })
    await vi.waitFor(() => expect(operator.latest(id)?.changed?.by?.name).toBe('Adam Admin'))
    await vi.waitFor(() => expect(reader.latest(id)?.changed?.by).toEqual({ id: null, name: null }))
  })

  test('shows carers only the people that their assignments let them see', async ({ api }) => {
    const { port } = await listening(api)
    const home = await api.organization()
    const at = { organizationId: home }
    const owner = await api.signedIn('organization_admin', { ...at, name: 'Owner' })
    const mother = await newPerson(api.db, 'elderly_user', home, 'Mother')
    const stranger = await api.signedIn('family_member', { ...at, name: 'Unrelated' })
    const [son, carer] = [
      await api.signedIn('family_member', { ...at, name: 'Son' }),
      await api.signedIn('caregiver', { ...at, name: 'Carer' }),
    ]
    for (const [person, relationship] of [
      [son, 'family'],
      [carer, 'caregiver'],
    ] as const) {
      const { status } = await owner.call(assignments.create, {
        body: { elderly_id: mother.id, caregiver_id: person.id, relationship },
      })
      expect(status).toBe(201)
    }
    const clients = [
      await presenceClient(port, owner),
      await presenceClient(port, stranger),
      await presenceClient(port, son),
      await presenceClient(port, carer),
    ] as const
    const [all, unrelated, first, second] = clients
    for (const client of clients) client.open('organizations', home)
    await all.sees(home, 'Owner', 'Unrelated', 'Son', 'Carer')
    await unrelated.sees(home, 'Unrelated')
    await first.sees(home, 'Son', 'Carer')
    await second.sees(home, 'Son', 'Carer')

    for (const client of clients) client.open('elderly', mother.id)
    await all.sees(mother.id, 'Owner', 'Son', 'Carer')
    await first.sees(mother.id, 'Son', 'Carer')
    expect(unrelated.latest(mother.id)).toBeUndefined()

    // The assignment ends while the record is open.
    const { reply } = await owner.call(assignments.list, { query: { caregiver_id: carer.id } })
    const [assignment] = reply.assignments
    await owner.call(assignments.remove, { params: { id: assignment?.id ?? '' } })
    await second.sees(mother.id)
    await all.sees(mother.id, 'Owner', 'Son')
  })

  test('ends for those who may no longer read a record that moved or was removed', async ({ api }) => {
    const { port } = await listening(api)
    const admin = await api.signedIn('admin', { name: 'Admin' })
    const owner = await api.signedIn('organization_admin', { name: 'Owner' })
    const id = await register(admin, owner.organizationId)
    const [staff, customer] = [await presenceClient(port, admin), await presenceClient(port, owner)]
    for (const client of [staff, customer]) client.open('devices', { id, is_editing: true })
    await customer.sees(id, 'Owner', null)
    const organization_id = await api.organization()
    expect((await admin.call(devices.update, { params: { id }, body: { organization_id } })).status).toBe(200)
    await customer.sees(id)
    await staff.sees(id, 'Admin')
    await admin.call(devices.remove, { params: { id } })
    await staff.sees(id)
  })

  test('ends with the session, and accepts neither keys nor forged tokens', async ({ api }) => {
    const { beat } = holdHeartbeats()
    const { port } = await listening(api)
    const owner = await api.signedIn('organization_admin', { name: 'Owner' })
    const leaver = await api.signedIn('organization_admin', {
      organizationId: owner.organizationId,
      name: 'Leaver',
    })
    const id = await register(owner, owner.organizationId)
    const [stays, leaves] = [await presenceClient(port, owner), await presenceClient(port, leaver)]
    for (const client of [stays, leaves]) client.open('devices', id)
    await stays.sees(id, 'Owner', 'Leaver')
    await leaver.call(auth.logout)
    beat()
    expect(await leaves.closed).toEqual({ code: 1008, reason: 'The session is over' })
    await stays.sees(id, 'Owner')
    const forger = await presenceClient(port, { token: 'vd_key' })
    expect(await forger.closed).toEqual({ code: 1008, reason: 'Please sign in' })
  })

  test('forgets a client that no longer answers after two heartbeats', async ({ api }) => {
    const { beat } = holdHeartbeats()
    const { port } = await listening(api)
    const owner = await api.signedIn('organization_admin', { name: 'Owner' })
    const hung = await api.signedIn('organization_admin', {
      organizationId: owner.organizationId,
      name: 'Hung',
    })
    const id = await register(owner, owner.organizationId)
    const reader = await presenceClient(port, owner)
    const silent = await presenceClient(port, hung, { autoPong: false })
    for (const client of [reader, silent]) client.open('devices', id)
    await reader.sees(id, 'Owner', 'Hung')
    const pinged = once(reader.socket, 'ping')
    beat()
    await pinged
    // What is answered to this was received after the pong.
    reader.open('devices', { id, is_editing: true, field: 'name' })
    await vi.waitFor(() => expect(reader.latest(id)?.people[0]?.fields).toEqual(['name']))
    await reader.sees(id, 'Owner', 'Hung')
    beat()
    expect((await silent.closed).code).toBe(1006)
    await reader.sees(id, 'Owner')
  })

  test('refuses more records, longer messages and more sockets than anyone needs', async ({ api }) => {
    const { port } = await listening(api)
    const owner = await api.signedIn('organization_admin')
    const greedy = await presenceClient(port, owner)
    greedy.open('devices', ...Array.from({ length: 6 }, (_, n) => `record ${n}`))
    expect(await greedy.closed).toEqual({ code: 1008, reason: 'This message is not understood' })
    const babbler = await presenceClient(port, owner)
    for (let n = 0; n < 60; n++) babbler.open('devices')
    expect(await babbler.closed).toEqual({ code: 1008, reason: 'Too many messages' })
    const tabs: PresenceClient[] = []
    for (let n = 0; n <= 40; n++) {
      const tab = await presenceClient(port, owner)
      tab.open('devices')
      tabs.push(tab)
    }
    expect(await tabs[40]?.closed).toEqual({ code: 1008, reason: 'Too many sockets' })
  })

  test('names a bounded number of people on a record that 1,000 join at once, and all of them leave', {
    tags: ['thorough'],
    timeout: 60_000,
  }, async ({ api }) => {
    const { port } = await listening(api)
    const home = await api.organization()
    const owner = await api.signedIn('organization_admin', { organizationId: home, name: 'Owner' })
    const id = await register(owner, home)
    const people: Caller[] = []
    for (let n = 0; n < 50; n++)
      people.push(await api.signedIn('organization_admin', { organizationId: home }))
    const clients: PresenceClient[] = []
    for (let tab = 0; tab < 20; tab++)
      clients.push(...(await Promise.all(people.map(person => presenceClient(port, person)))))
    for (const client of clients) client.open('devices', id)
    const reader = await presenceClient(port, owner)
    reader.open('devices', id)
    await vi.waitFor(() => expect(reader.latest(id)?.total).toBe(51), { timeout: 30_000 })
    expect(reader.latest(id)?.people).toHaveLength(maxNamedPeople)
    const heard = reader.states.length
    for (const client of clients) client.socket.terminate()
    await vi.waitFor(() => expect(reader.latest(id)?.total).toBe(1), { timeout: 30_000 })
    // Changes at about the same time are told together.
    expect(reader.states.length - heard).toBeLessThan(100)
  })
})
