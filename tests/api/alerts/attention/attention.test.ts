// @module-tag clock

import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { attention } from '#contract/alerts/attention.ts'
import { translations } from '#contract/localisation/translations.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

async function device(api: Api, organization_id: string, values: object) {
  const id = uuid()
  await api.db
    .insertInto('devices')
    .values({ id, organization_id, name: 'Hub', serial: id, kind: 'hub', status: 'online', ...values })
    .execute()
}

const kinds = async (caller: Caller) => (await caller.call(attention.list)).reply.items

test('a new organization needs nothing', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  expect(await kinds(owner)).toEqual([])
})

test('notifies reviewers of texts that wait, and no one else', async ({ api }) => {
  const kim = await api.signedIn('translator')
  const admin = await api.signedIn('admin')
  const params = { id: 'fr:common:refresh' }
  const { version } = (await kim.call(translations.show, { params })).reply
  const saved = await kim.call(translations.save, { params, body: { version, forms: { text: 'Recharger' } } })
  const inReview = async (caller: Caller) =>
    (await kinds(caller)).filter(({ kind }) => kind === 'texts_in_review')
  expect(await inReview(admin)).toEqual([])
  await kim.call(translations.submit, { params, body: { version: saved.reply.version } })
  expect(await inReview(admin)).toMatchObject([
    { severity: 'low', count: 1, path: '/translations?status=review&language=fr' },
  ])
  expect(await inReview(kim)).toEqual([])
})

test('counts what needs attention within the caller’s row scope, the most severe first', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  const elderly = await api.signedIn('elderly_user', { organizationId: owner.organizationId })
  const longAgo = new Date(Date.now() - 50 * 3_600_000).toISOString()
  await device(api, owner.organizationId, { status: 'faulty' })
  await device(api, owner.organizationId, { last_seen_at: longAgo, battery: 12 })
  await device(api, owner.organizationId, { status: 'retired', last_seen_at: longAgo, battery: 1 })
  await device(api, await api.organization(), { status: 'faulty' })
  await api.db
    .insertInto('alerts')
    .values({
      id: uuid(),
      organization_id: owner.organizationId,
      person_id: elderly.id,
      type: 'fall',
      source: 'device',
      severity: 'critical',
      status: 'active',
      raised_at: longAgo,
    })
    .execute()

  expect(await kinds(owner)).toMatchObject([
    { kind: 'open_alerts', severity: 'critical', count: 1, since: longAgo },
    { kind: 'devices_silent', severity: 'high', count: 1, since: longAgo },
    { kind: 'devices_faulty', severity: 'high', count: 1, path: '/devices?status=faulty' },
    { kind: 'people_without_contact', severity: 'medium', count: 1 },
    { kind: 'low_battery', severity: 'medium', count: 1, path: '/devices?status_ne=retired&battery_lte=19' },
  ])
  expect(await kinds(elderly)).toMatchObject([{ kind: 'open_alerts' }, { kind: 'people_without_contact' }])
  expect(await kinds(await api.signedIn('translator'))).toEqual([])
  expect(
    (await kinds(await api.signedIn('operator'))).find(({ kind }) => kind === 'devices_faulty')?.count,
  ).toBe(2)
})

test('shows trials and payments to those who see revenue, and to a customer their own', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  await api.db
    .insertInto('subscriptions')
    .values({
      id: uuid(),
      organization_id: owner.organizationId,
      plan: 'starter',
      status: 'trial',
      price_cents: 1000,
      current_period_start: soon,
      current_period_end: soon,
      trial_end: soon,
      created_at: soon,
    })
    .execute()
  expect(await kinds(owner)).toMatchObject([{ kind: 'trials_ending', path: '/subscription' }])
  const analyst = await kinds(await api.signedIn('analyst'))
  expect(analyst).toContainEqual(
    expect.objectContaining({ kind: 'trials_ending', path: '/subscription-management' }),
  )
  expect((await kinds(await api.signedIn('operator'))).map(({ kind }) => kind)).not.toContain('trials_ending')
})
