import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { ladders } from '#contract/alerts/ladders.ts'
import { notifications } from '#contract/alerts/notifications.ts'
import { onCall, onCallSchedules } from '#contract/alerts/on-call.ts'
import { announceGaps } from '#server/modules/alerts/on-call/gaps.ts'
import { enforceRetention } from '#server/modules/platform/index.ts'
import { parseRetentionDays } from '#server/retention-days.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { household } from '#tests/fixtures/ladders.ts'
import { carerOf, layerOf, schedule } from '#tests/fixtures/on-call.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** A household whose ladder calls Anna by a schedule, at all hours. */
async function onCallHousehold(api: Api) {
  const { owner, elsa } = await household(api)
  const anna = await carerOf(api, owner, elsa, 'Anna')
  const night = await schedule(owner, layerOf([anna]))
  const step = { who: 'on_call', channel: 'mail', wait_seconds: 0, schedule_id: night.id } as const
  expect((await owner.call(ladders.create, { body: { name: 'Nights', steps: [step] } })).status).toBe(201)
  return { owner, elsa, anna, night }
}

const absent = async (caller: Caller, from: number, until: number) =>
  (await caller.call(onCall.addAbsence, { body: { starts_at: inHours(from), ends_at: inHours(until) } }))
    .reply

const noticesTo = async (caller: Caller) =>
  (await caller.call(notifications.history)).reply.notifications
    .filter(({ kind }) => kind === 'on_call')
    .map(({ title, body }) => ({ title, body }))

describe('the admins of an organization are notified of a gap', () => {
  test('once when it comes within a week, however many instances look', async ({ api }) => {
    const { owner, anna } = await onCallHousehold(api)
    const stranger = await api.signedIn('organization_admin')
    const operator = await api.signedIn('operator')
    await announceGaps(api.services)
    expect(await noticesTo(owner)).toEqual([])
    await absent(anna, 100, 104)
    await absent(anna, 200, 204)
    await Promise.all([announceGaps(api.services), announceGaps(api.services)])
    await announceGaps(api.services)
    const [notice, ...more] = await noticesTo(owner)
    expect(more).toEqual([])
    expect(notice?.title).toBe('No one will be on call: Night shift')
    expect(notice?.body.split('\n')).toEqual([expect.stringMatching(/\(UTC\)$/)])
    for (const other of [anna, stranger, operator]) expect(await noticesTo(other)).toEqual([])
    await absent(anna, 30, 31)
    await announceGaps(api.services)
    expect(await noticesTo(owner)).toHaveLength(2)
  })

  test('when it has started, as after the suspension of the only person', async ({ api }) => {
    const { owner, anna } = await onCallHousehold(api)
    await api.db.updateTable('people').set({ status: 'suspended' }).where('id', '=', anna.id).execute()
    await announceGaps(api.services)
    expect((await noticesTo(owner)).map(({ title }) => title)).toEqual(['No one is on call: Night shift'])
  })

  test('names five gaps at most, and says where more are', async ({ api }) => {
    const { owner, anna } = await onCallHousehold(api)
    for (let gap = 0; gap < 6; gap++) await absent(anna, 30 + 2 * gap, 31 + 2 * gap)
    await announceGaps(api.services)
    const [notice] = await noticesTo(owner)
    expect(notice?.body.split('\n')).toHaveLength(6)
    expect(notice?.body).toContain('The schedule shows more gaps.')
  })

  test('only of schedules that a ladder calls, and whatever state another one is in', async ({ api }) => {
    const damaged = await onCallHousehold(api)
    await sql`update on_call_schedules set layers = '[{"person_ids": "x"}]' where id = ${damaged.night.id}`.execute(
      api.db,
    )
    const { owner, anna } = await onCallHousehold(api)
    const unused = await owner.call(onCallSchedules.create, {
      body: { name: 'Unused', layers: [layerOf([anna])] },
    })
    expect(unused.status).toBe(201)
    await absent(anna, 100, 104)
    await announceGaps(api.services)
    expect((await noticesTo(owner)).map(({ title }) => title)).toEqual([
      'No one will be on call: Night shift',
    ])
    expect(await noticesTo(damaged.owner)).toEqual([])
  })
})

test('absences, overrides and cover requests are deleted after their retention, from their end', async ({
  api,
}) => {
  const { owner, anna, night } = await onCallHousehold(api)
  const kept = await absent(anna, 5, 6)
  await absent(anna, 1, 2)
  const body = { person_id: anna.id, starts_at: inHours(1), ends_at: inHours(2) }
  await owner.call(onCall.addOverride, { params: { id: night.id }, body })
  for (const name of ['on_call_absences', 'on_call_overrides'])
    await sql`update ${sql.table(name)} set starts_at = now() - interval '400 days', ends_at = now() - interval '366 days'
      where ends_at < ${inHours(3)}`.execute(api.db)
  const config = { ...api.services.config, RETENTION: parseRetentionDays() }
  await enforceRetention({ ...api.services, config })
  const { rows } = await sql<{ id: string }>`
    select id from on_call_absences where person_id = ${anna.id}
    union all select id from on_call_overrides where person_id = ${anna.id}`.execute(api.db)
  expect(rows).toEqual([{ id: kept.id }])
})
