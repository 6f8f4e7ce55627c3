import { describe, expect } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { devices } from '#contract/devices/devices.ts'
import { caregivers } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { people } from '#contract/people/people.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { addresses, subscribe } from '#tests/fixtures/subscriptions.ts'

let count = 0
async function owner(api: Api) {
  const person = await registered(api)
  const home = person.me.organization.id
  const name = () => `Nobody ${++count}`
  const username = () => `nobody-${++count}-${process.pid}`
  return {
    ...person,
    home,
    addElderly: () => person.call(elderly.create, { body: { name: name() } }),
    addCaregiver: () => {
      const login = username()
      return person.call(caregivers.create, {
        body: { name: name(), username: login, email: `${login}@example.org` },
      })
    },
    addDevice: () =>
      person.call(devices.create, {
        body: { name: name(), serial: username(), kind: 'pendant', organization_id: home },
      }),
  }
}

describe('a plan', () => {
  test('limits elderly users, devices and caregivers', async ({ api }) => {
    const { addElderly, addCaregiver, addDevice } = await owner(api)
    for (const [add, covered, text] of [
      [addElderly, 1, 'Your Starter plan includes 1 elderly user, all in use. Upgrade to add more.'],
      [addDevice, 3, 'Your Starter plan includes 3 devices, all in use. Upgrade to add more.'],
      [addCaregiver, 2, 'Your Starter plan includes 2 caregivers, all in use. Upgrade to add more.'],
    ] as const) {
      for (let added = 0; added < covered; added++) expect((await add()).status).toBe(201)
      const { status, problem } = await add()
      expect([status, problem.type, problem.detail]).toEqual([409, '/problems/plan-limit', text])
    }
  })

  test('with one place left accepts one of several concurrent calls', async ({ api }) => {
    const { addElderly } = await owner(api)
    const answers = await Promise.all([addElderly(), addElderly(), addElderly(), addElderly()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('cannot be bypassed by roles, by other organizations or by restoring', async ({ api }) => {
    const { addElderly, addDevice, call, home } = await owner(api)
    const admin = await api.signedIn('super_admin')
    const first = (await addElderly()).reply
    await call(elderly.remove, { params: { id: first.id } })
    await addElderly()
    expect((await call(elderly.restore, { params: { id: first.id } })).problem.type).toBe(
      '/problems/plan-limit',
    )

    const relative = await api.signedIn('family_member', { organizationId: home })
    const promoted = await admin.call(people.assignRole, {
      params: { id: relative.id },
      body: { role: 'elderly_user' },
    })
    expect(promoted.problem.type).toBe('/problems/plan-limit')

    for (let added = 0; added < 3; added++) await addDevice()
    const elsewhere = await admin.call(devices.create, {
      body: {
        name: 'Wanderer',
        serial: `wanderer-${process.pid}`,
        kind: 'hub',
        organization_id: await api.organization(),
      },
    })
    const moved = await admin.call(devices.update, {
      params: { id: elsewhere.reply.id },
      body: { organization_id: home },
    })
    expect(moved.problem.type).toBe('/problems/plan-limit')
  })

  test('grows when a larger one is paid for, and cannot be reduced below what is in use', async ({ api }) => {
    const { addElderly, call } = await owner(api)
    await subscribe({ call }, { plan_id: 'professional' })
    expect((await addElderly()).status).toBe(201)
    expect((await addElderly()).status).toBe(201)
    const { problem } = await call(subscriptions.changePlan, { body: { plan_id: 'starter' } })
    expect(problem).toMatchObject({
      type: '/problems/plan-limit',
      detail: 'You have 2 elderly users, but the Starter plan includes 1. Choose a larger plan.',
    })
  })

  test('does not limit anyone who never had one', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    for (const name of ['Ada', 'Bea', 'Cleo'])
      expect((await admin.call(elderly.create, { body: { name } })).status).toBe(201)
    expect((await admin.call(subscriptions.current)).reply.subscription).toBeNull()
    const body = { plan_id: 'starter', ...addresses }
    expect((await admin.call(subscriptions.checkout, { body })).problem.type).toBe('/problems/plan-limit')
  })
})
