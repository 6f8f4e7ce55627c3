import { describe, expect } from 'vitest'
import { reportSubscriptions, reports } from '#contract/platform/reports.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'
import {
  figuresSource,
  makeDue,
  newReport,
  reportBody,
  reportTo,
  setPerson,
  settled,
  verifyEmail,
} from '#tests/fixtures/reports.ts'
import { eventually, webhookReceiver } from '#tests/fixtures/webhooks.ts'

describe('recipients', () => {
  test('are people of the same organization who may see the data', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const carer = await api.signedIn('caregiver', { organizationId: owner.organizationId })
    const stranger = await api.signedIn('organization_admin')
    const staff = await api.signedIn('admin')
    const create = async (recipient: Caller, part = {}) => {
      const { status, problem } = await owner.call(reports.create, { body: reportBody([recipient], part) })
      return status === 422 ? problem.errors?.[0]?.pointer : status
    }
    expect(await create(stranger)).toBe('#/recipient_ids')
    expect(await create(staff)).toBe('#/recipient_ids')
    expect(await create(carer)).toBe(201)
    expect(await create(carer, { source: figuresSource('usage') })).toBe('#/recipient_ids')
    const { reply } = await owner.call(reports.people, { query: { kind: 'list', name: 'devices' } })
    expect(reply.people.map(({ id }) => id).sort()).toEqual([owner.id, carer.id].sort())
    const elsewhere = { kind: 'list', name: 'devices', organization_id: stranger.organizationId } as const
    expect((await owner.call(reports.people, { query: elsewhere })).status).toBe(404)
  })

  test.for([
    ['was suspended', { status: 'suspended' }, 'inactive'],
    ['was removed', { deleted_at: new Date().toISOString() }, 'inactive'],
    ['lost the role', { role: 'caregiver' }, 'no_access'],
    ['has no address', { email: null }, 'no_email'],
  ] as const)(
    'of whom one %s get nothing, and the owner is told once',
    async ([, values, reason], { api }) => {
      const owner = await api.signedIn('organization_admin')
      const colleague = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
      const [ownerMail, colleagueMail] = [await verifyEmail(api, owner), await verifyEmail(api, colleague)]
      const { id } = await newReport(owner, [colleague], { source: figuresSource('usage') })
      await setPerson(api, colleague, values)
      for (const run of [1, 2]) {
        await makeDue(api, id, 10 - run)
        expect((await settled(owner, id, run))[0]).toMatchObject({ status: 'skipped', reason })
      }
      const told = await lettersTo(api, ownerMail)
      expect(told).toHaveLength(1)
      expect(told[0]?.text).toContain('Test organization_admin')
      expect(api.letters.filter(({ to }) => to === colleagueMail)).toHaveLength(0)
    },
  )

  test('who moved to another organization get nothing', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const colleague = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const { id } = await newReport(owner, [colleague])
    await setPerson(api, colleague, { organization_id: await api.organization() })
    await makeDue(api, id)
    expect(await settled(owner, id, 1)).toMatchObject([{ status: 'skipped', reason: 'moved' }])
  })
})

describe('an owner who left', () => {
  test('pauses the report; who resumes it owns it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const heir = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const email = await verifyEmail(api, heir)
    const { id } = await newReport(owner, [heir])
    await setPerson(api, owner, { status: 'suspended' })
    await makeDue(api, id)
    const show = async () => (await heir.call(reports.show, { params: { id } })).reply
    expect(await show()).toMatchObject({ status: 'paused', paused_reason: 'owner_left', next_at: null })
    expect((await reportTo(api, email)).subject).toBe('The report “Devices of the week” was paused')
    await heir.call(reports.update, { params: { id }, body: { status: 'active' } })
    expect(await show()).toMatchObject({ status: 'active', paused_reason: null, owner_id: heir.id })
  })
})

describe('the report of another organization', () => {
  test('does not exist for strangers', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const stranger = await api.signedIn('organization_admin')
    const analyst = await api.signedIn('analyst')
    const { id } = await newReport(owner, [owner])
    for (const caller of [stranger, analyst]) {
      expect((await caller.call(reports.show, { params: { id } })).status).toBe(404)
      expect((await caller.call(reports.test, { params: { id } })).status).toBe(404)
      const change = { params: { id }, body: { recipient_ids: [caller.id] } }
      expect((await caller.call(reports.update, change)).status).toBe(404)
    }
  })

  test('cannot be sent to people elsewhere, not even by staff', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const admin = await api.signedIn('admin')
    const { id } = await newReport(owner, [owner])
    const change = { params: { id }, body: { recipient_ids: [admin.id] } }
    expect((await admin.call(reports.update, change)).status).toBe(422)
  })
})

describe('the link that unsubscribes', () => {
  test('asks first, acts by POST, and can be taken back', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner])
    await makeDue(api, id)
    const { unsubscribeUrl = '', text } = await reportTo(api, email)
    const url = new URL(unsubscribeUrl)
    const token = url.searchParams.get('token') as string
    expect(text).toContain(`/unsubscribe?token=${token}`)
    const query = { token }
    // A mail scanner follows the link.
    expect((await api.nobody.call(reportSubscriptions.show, { query })).reply).toEqual({
      report_name: 'Devices of the week',
      subscribed: true,
    })
    const oneClick = await api.app.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([oneClick.statusCode, oneClick.json().subscribed]).toEqual([200, false])
    await makeDue(api, id)
    expect((await settled(owner, id, 2))[0]).toMatchObject({ status: 'skipped', reason: 'unsubscribed' })
    const { reply } = await owner.call(reports.show, { params: { id } })
    expect(reply.recipients).toMatchObject([{ id: owner.id, unsubscribed: true }])
    expect((await api.nobody.call(reportSubscriptions.resume, { query })).reply.subscribed).toBe(true)
    await makeDue(api, id)
    expect((await settled(owner, id, 3))[0]).toMatchObject({ status: 'sent' })
  })

  test('does nothing if it is forged, or the report is removed', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner])
    await makeDue(api, id)
    const { unsubscribeUrl = '' } = await reportTo(api, email)
    const token = new URL(unsubscribeUrl).searchParams.get('token') as string
    const bytes = Buffer.from(token, 'base64url')
    for (const at of [0, 20, 40]) {
      const forged = Buffer.from(bytes)
      forged[at] = (forged[at] as number) ^ 1
      const query = { token: forged.toString('base64url') }
      expect((await api.nobody.call(reportSubscriptions.leave, { query })).status).toBe(404)
    }
    for (const query of [{ token: '' }, { token: token.slice(0, 20) }])
      expect((await api.nobody.call(reportSubscriptions.leave, { query })).status).toBe(404)
    await owner.call(reports.remove, { params: { id } })
    expect((await api.nobody.call(reportSubscriptions.leave, { query: { token } })).status).toBe(404)
  })
})

describe('a webhook endpoint', () => {
  test('gets the figures of each run once', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['report.sent'])
    const { id } = await newReport(owner, [owner], { source: figuresSource('usage'), webhook: true })
    await makeDue(api, id)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [message] = receiver.messages()
    expect(message).toMatchObject({
      type: 'report.sent',
      data: { id, action: 'send', values: { source: 'usage', rows: null } },
    })
    const values = message?.data.values as { figures: { name: string; value: number }[] } | undefined
    expect(values?.figures.find(({ name }) => name === 'total_activities')?.value).toBeGreaterThan(0)
  })

  test('gets the number of rows of a list, and a link', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['report.sent'])
    const { id } = await newReport(owner, [owner], { webhook: true })
    await makeDue(api, id)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    expect(receiver.messages()[0]?.data.values).toMatchObject({ rows: 0, figures: null, source: 'devices' })
  })
})
