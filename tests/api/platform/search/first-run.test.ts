import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { firstRun } from '#contract/platform/first-run.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

const stepsOf = async (by: Caller) => {
  const { reply } = await by.call(firstRun.show)
  return Object.fromEntries(reply.steps.map(({ step, done }) => [step, done]))
}

async function furnish(api: Api, { id, organizationId }: Caller) {
  const row = { organization_id: organizationId, person_id: id }
  await api.db
    .insertInto('devices')
    .values({ ...row, id: uuid(), name: 'Hub', serial: uuid(), kind: 'hub' })
    .execute()
  await api.db
    .insertInto('contacts')
    .values({ ...row, id: uuid(), name: 'Kai', relationship: 'son', phone: '+49 40 1' })
    .execute()
}

test('a clean installation starts with all first steps open, and each is completed by its action', async ({
  api,
}) => {
  const admin = await api.signedIn('admin')
  const nothing = { organization: false, person: false, device: false, contact: false, ladder: false }
  expect(await stepsOf(admin)).toEqual(nothing)
  const organizationId = await api.organization()
  expect(await stepsOf(admin)).toEqual({ ...nothing, organization: true })
  const elderly = await api.signedIn('elderly_user', { organizationId })
  expect(await stepsOf(admin)).toEqual({ ...nothing, organization: true, person: true })
  await furnish(api, elderly)
  await api.db
    .insertInto('alerts')
    .values({
      id: uuid(),
      organization_id: organizationId,
      person_id: elderly.id,
      type: 'fall',
      source: 'device',
      severity: 'low',
      status: 'active',
      test: true,
      raised_at: new Date().toISOString(),
    })
    .execute()
  expect(Object.values(await stepsOf(admin))).toEqual([true, true, true, true, true])
})

test('a customer’s admin sees the steps of their own organization, other roles see none', async ({ api }) => {
  const elderly = await api.signedIn('elderly_user')
  await furnish(api, elderly)
  const owner = await api.signedIn('organization_admin')
  expect(await stepsOf(owner)).toEqual({ person: false, device: false, contact: false, ladder: false })
  const theirs = await api.signedIn('organization_admin', { organizationId: elderly.organizationId })
  expect(await stepsOf(theirs)).toEqual({ person: true, device: true, contact: true, ladder: false })
  for (const role of ['analyst', 'translator', 'caregiver', 'family_member', 'elderly_user'] as const)
    expect(await stepsOf(await api.signedIn(role)), role).toEqual({})
})

test('each person dismisses the steps for themselves, and can restore them', async ({ api }) => {
  const [one, other] = [await api.signedIn('admin'), await api.signedIn('admin')]
  const dismissed = async (by: Caller) => (await by.call(firstRun.show)).reply.dismissed
  expect(await dismissed(one)).toBe(false)
  expect((await one.call(firstRun.dismiss, { body: { dismissed: true } })).status).toBe(204)
  expect([await dismissed(one), await dismissed(other)]).toEqual([true, false])
  await one.call(firstRun.dismiss, { body: { dismissed: false } })
  expect(await dismissed(one)).toBe(false)
})
