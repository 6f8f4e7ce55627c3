import { describe, expect } from 'vitest'
import { notifications } from '#contract/alerts/notifications.ts'
import { reports } from '#contract/platform/reports.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'
import {
  figuresSource,
  makeDue,
  newReport,
  reportTo,
  setPerson,
  settled,
  verifyEmail,
} from '#tests/fixtures/reports.ts'
import { eventually } from '#tests/fixtures/webhooks.ts'

const messagesOf = async (reader: Caller) => (await reader.call(notifications.history)).reply.notifications

/** An organization with a report to a colleague who has been suspended since. */
async function withSuspendedReader(api: Api) {
  const owner = await api.signedIn('organization_admin')
  const within = { organizationId: owner.organizationId }
  const colleague = await api.signedIn('organization_admin', within)
  const neighbour = await api.signedIn('organization_admin', within)
  const email = await verifyEmail(api, owner)
  const [{ id }, { id: otherId }] = [
    await newReport(owner, [colleague], { source: figuresSource('usage') }),
    await newReport(owner, [colleague], { source: figuresSource('usage') }),
  ]
  await setPerson(api, colleague, { status: 'suspended' })
  const send = async (report: string, run = 1) => {
    await makeDue(api, report, 10 - run)
    expect((await settled(owner, report, run))[0]).toMatchObject({ status: 'skipped', reason: 'inactive' })
  }
  return { owner, neighbour, email, id, otherId, send }
}

describe('a report that reaches someone no more', () => {
  test('is one message in the console of its owner, in their language, and leads to the report', async ({
    api,
  }) => {
    const { owner, neighbour, email, id, send } = await withSuspendedReader(api)
    await setPerson(api, owner, { locale: 'de' })
    await send(id, 1)
    await send(id, 2)
    const [letter] = await lettersTo(api, email)
    await eventually(async () => expect(await messagesOf(owner)).toHaveLength(1))
    const [message] = await messagesOf(owner)
    expect(message).toMatchObject({ kind: 'report', title: letter?.subject, acknowledged_at: null })
    expect(message?.title).toContain('„Devices of the week“')
    expect(message?.path).toBe(`/reports/${id}`)
    expect(message?.body).not.toBe('')
    expect(await messagesOf(neighbour)).toEqual([])
  })

  test.for([
    ['no message in the console', { hidden: ['report'] }, { messages: 0, letters: 1 }],
    ['no e-mail', { muted: ['report'] }, { messages: 1, letters: 0 }],
  ] as const)('sends %s while its owner wants none', async ([, preferences, expected], { api }) => {
    const { owner, email, id, otherId, send } = await withSuspendedReader(api)
    const prefer = (body: object) => owner.call(notifications.setPreferences, { body })
    const arrived = async () => ({
      messages: (await messagesOf(owner)).length,
      letters: api.letters.filter(({ to }) => to === email).length,
    })
    await prefer(preferences)
    await send(id)
    await eventually(async () => expect(await arrived()).toEqual(expected))
    await prefer({ hidden: [], muted: [] })
    await send(otherId)
    // What was not wanted has not come late either.
    const both = { messages: expected.messages + 1, letters: expected.letters + 1 }
    await eventually(async () => expect(await arrived()).toEqual(both))
  })
})

test('a paused report is a message in the console of each admin who is still there', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  const within = { organizationId: owner.organizationId }
  const heir = await api.signedIn('organization_admin', within)
  const carer = await api.signedIn('caregiver', within)
  const stranger = await api.signedIn('organization_admin')
  const email = await verifyEmail(api, heir)
  const { id } = await newReport(owner, [heir])
  await setPerson(api, owner, { status: 'suspended' })
  await makeDue(api, id)
  const { subject } = await reportTo(api, email)
  await eventually(async () => expect(await messagesOf(heir)).toHaveLength(1))
  expect(await messagesOf(heir)).toMatchObject([{ kind: 'report', title: subject, path: `/reports/${id}` }])
  expect(await messagesOf(carer)).toEqual([])
  expect(await messagesOf(stranger)).toEqual([])
  const gone = await api.db
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', owner.id)
    .execute()
  expect(gone).toEqual([])
  await heir.call(reports.update, { params: { id }, body: { status: 'active' } })
  expect(await messagesOf(heir)).toHaveLength(1)
})
