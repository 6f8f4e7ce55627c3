import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { exclusions } from '#contract/alerts/exclusions.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { onCall } from '#contract/alerts/on-call.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { alarm, configure, giveLadder, household, isDone, recordWhen } from '#tests/fixtures/ladders.ts'
import { carerOf, layerOf, schedule } from '#tests/fixtures/on-call.ts'
import { mailReceiver } from '#tests/fixtures/receivers.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** A household whose ladder first e-mails whoever is on call, and contact Dora an hour later. */
async function onCallLadder(api: Api, rest: { exclude_ids?: string[] } = {}) {
  const mail = await mailReceiver()
  await configure(api, { SMTP_URL: mail.url })
  const { owner, elsa } = await household(api, 'Dora')
  const anna = await carerOf(api, owner, elsa, 'Anna')
  const ben = await carerOf(api, owner, elsa, 'Ben')
  const { id } = await schedule(owner, layerOf([anna]))
  const steps = [
    { who: 'on_call' as const, channel: 'mail' as const, schedule_id: id, ...rest },
    { who: 'contacts' as const, channel: 'mail' as const, wait_seconds: 3_600 },
  ]
  await giveLadder(api, owner.organizationId, steps)
  return { owner, elsa, anna, ben, id, steps: steps.map(step => ({ wait_seconds: 0, ...step })), mail }
}

const outcomes = async (owner: Caller, elsa: Caller) => {
  const { id } = await alarm(elsa)
  const record = await recordWhen(owner, id, isDone)
  return record.deliveries.map(({ step, recipient, state, answer }) => ({ step, recipient, state, answer }))
}
/** The outcomes when the alarm reached the contact at once, without the step's hour. */
const skipped = (answer: string) => [
  { step: 1, recipient: 'Night shift', state: 'failed', answer },
  { step: 2, recipient: 'Dora', state: 'sent' },
]

describe('a step that calls whoever is on call', () => {
  test('calls who is on call when it is due, not when the alarm was raised', async ({ api }) => {
    const { owner, elsa, ben, id } = await onCallLadder(api)
    // Due at once, for Anna, and again while Ben covers.
    await api.db.deleteFrom('ladders').where('organization_id', '=', owner.organizationId).execute()
    await giveLadder(api, owner.organizationId, [
      { who: 'on_call', channel: 'mail', schedule_id: id, times: 2, every_seconds: 3_600 },
    ])
    const raised = await alarm(elsa)
    await recordWhen(owner, raised.id, ({ deliveries }) => deliveries.some(({ state }) => state === 'sent'))
    const body = { person_id: ben.id, starts_at: inHours(-1), ends_at: inHours(2) }
    await owner.call(onCall.addOverride, { params: { id }, body })
    await sql`update deliveries set due_at = now() where alert_id = ${raised.id} and state = 'queued'`.execute(
      api.db,
    )
    const { deliveries } = await recordWhen(owner, raised.id, isDone)
    expect(deliveries.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['Anna', 'sent'],
      ['Ben', 'sent'],
    ])
  })

  test('is skipped at once when no one is on call, which is recorded', async ({ api }) => {
    const { owner, elsa, anna } = await onCallLadder(api)
    const body = { person_id: anna.id, starts_at: inHours(-1), ends_at: inHours(1) }
    await owner.call(onCall.addAbsence, { body })
    expect(await outcomes(owner, elsa)).toMatchObject(skipped('No one is on call'))
    const { reply } = await owner.call(alerts.list, { query: { person_id: [elsa.id] } })
    const { reply: record } = await owner.call(alerts.timeline, {
      params: { id: reply.alerts[0]?.id as string },
    })
    expect(record.timeline.map(({ type }) => type)).toContain('unreached')
  })

  test('does not call people who were deactivated or may not see the alert', async ({ api }) => {
    const { owner, elsa, anna } = await onCallLadder(api)
    await sql`update assignments set ended_at = now() where caregiver_id = ${anna.id}`.execute(api.db)
    expect(await outcomes(owner, elsa)).toMatchObject(
      skipped('The person on call is not assigned to this person'),
    )
    await sql`update people set status = 'suspended' where id = ${anna.id}`.execute(api.db)
    expect(await outcomes(owner, elsa)).toMatchObject(skipped('No one is on call'))
  })

  test('does not call by the schedule of another customer', async ({ api }) => {
    const { owner, elsa, id } = await onCallLadder(api)
    const other = await api.organization()
    await sql`update on_call_schedules set organization_id = ${other} where id = ${id}`.execute(api.db)
    expect(await outcomes(owner, elsa)).toMatchObject([{ step: 2, recipient: 'Dora', state: 'sent' }])
  })

  test('calls staff of the service by the service’s own schedule', async ({ api }) => {
    const { owner, elsa } = await onCallLadder(api)
    const admin = await api.signedIn('admin')
    const olivia = await api.signedIn('operator', { name: 'Olivia' })
    const service = await schedule(admin, layerOf([olivia]))
    await api.db.deleteFrom('ladders').where('organization_id', '=', owner.organizationId).execute()
    await giveLadder(api, owner.organizationId, [
      { who: 'on_call', channel: 'mail', schedule_id: service.id },
    ])
    expect(await outcomes(owner, elsa)).toMatchObject([{ recipient: 'Olivia', state: 'sent' }])
  })

  test('leaves out people whom the step or the alert excludes, and calls the operators instead', async ({
    api,
  }) => {
    const { owner, elsa, anna, id } = await onCallLadder(api)
    const olivia = await api.signedIn('operator', { name: 'Olivia 2' })
    await api.db.deleteFrom('ladders').where('organization_id', '=', owner.organizationId).execute()
    await giveLadder(api, owner.organizationId, [
      { who: 'on_call', channel: 'mail', schedule_id: id, exclude_ids: [anna.id] },
    ])
    const raised = await alarm(elsa)
    const called = await recordWhen(
      owner,
      raised.id,
      record => isDone(record) && record.deliveries.some(({ recipient_id }) => recipient_id === olivia.id),
    )
    expect(called.deliveries.some(({ recipient_id }) => recipient_id === anna.id)).toBe(false)
    expect(called.deliveries[0]).toMatchObject({ state: 'stopped', answer: 'Excluded from this alert' })
    expect(called.timeline.find(({ type }) => type === 'left_out')?.details).toMatchObject({
      recipients: [{ name: 'Anna', reason: 'ladder' }],
    })
    await api.db.deleteFrom('ladders').where('organization_id', '=', owner.organizationId).execute()
    await giveLadder(api, owner.organizationId, [
      { who: 'contacts', channel: 'mail' },
      { who: 'on_call', channel: 'mail', schedule_id: id, wait_seconds: 3_600 },
    ])
    const later = await alarm(elsa)
    await olivia.call(exclusions.exclude, {
      params: { id: later.id },
      body: { recipient_id: anna.id, reason: 'Named in the call' },
    })
    await sql`update deliveries set due_at = now() where alert_id = ${later.id} and state = 'queued'`.execute(
      api.db,
    )
    const record = await recordWhen(owner, later.id, isDone)
    expect(
      record.deliveries.some(({ recipient_id, state }) => recipient_id === anna.id && state === 'sent'),
    ).toBe(false)
    expect(record.deliveries.some(({ recipient }) => recipient === 'Olivia 2')).toBe(true)
  })

  test.for([
    ['layers that are none', `layers = '"x"'`],
    ['an empty list', `layers = '[]'`],
    ['people who are none', `layers = jsonb_set(layers, '{0,person_ids}', '["\\u00e9", null, 7]')`],
    ['a day that is none', `layers = jsonb_set(layers, '{0,starts_on}', '"2020-02-31"')`],
    ['a turn without length', `layers = jsonb_set(layers, '{0,every}', '0')`],
    ['a time zone that is none', `time_zone = 'Mars/Phobos'`],
  ])('counts as no one where the schedule has %s', async ([, damage], { api }) => {
    const { owner, elsa, id } = await onCallLadder(api)
    await sql`update on_call_schedules set ${sql.raw(damage as string)} where id = ${id}`.execute(api.db)
    expect(await outcomes(owner, elsa)).toMatchObject(skipped('No one is on call'))
  })

  test('tries again while the database does not respond, instead of passing over who is on call', async ({
    api,
  }) => {
    const { owner, elsa } = await onCallLadder(api)
    await sql`
      alter table on_call_overrides rename to overrides_kept;
      create function away() returns setof overrides_kept language plpgsql as
      $$ begin raise 'the database is starting up' using errcode = '57P03'; end $$;
      create view on_call_overrides as select * from away()`.execute(api.db)
    const { id } = await alarm(elsa)
    try {
      // Queued again after its first attempt.
      await recordWhen(owner, id, ({ deliveries }) =>
        deliveries.some(({ state, attempts }) => state === 'queued' && attempts > 0),
      )
    } finally {
      await sql`
        drop view on_call_overrides;
        drop function away;
        alter table overrides_kept rename to on_call_overrides`.execute(api.db)
    }
    const { deliveries } = await recordWhen(owner, id, ({ deliveries }) =>
      deliveries.some(({ state }) => state === 'sent'),
    )
    expect(deliveries.map(({ step, recipient, state }) => [step, recipient, state])).toEqual([
      [1, 'Anna', 'sent'],
      [2, 'Dora', 'queued'],
    ])
  })

  test('reaches the next step where the schedule was deleted behind its back', async ({ api }) => {
    const { owner, elsa, id } = await onCallLadder(api)
    await sql`delete from on_call_schedules where id = ${id}`.execute(api.db)
    expect(await outcomes(owner, elsa)).toMatchObject([{ step: 2, recipient: 'Dora', state: 'sent' }])
  })
})

describe('a rehearsal', () => {
  test('shows who would be on call, and where no one is', async ({ api }) => {
    const { owner, elsa, anna, steps } = await onCallLadder(api)
    const asked = { query: { user_id: elsa.id }, body: { steps } }
    const { reply } = await owner.call(ladders.rehearse, asked)
    expect(reply.calls.map(({ step, minute, recipient }) => [step, minute, recipient])).toEqual([
      [1, 0, 'Anna'],
      [2, 60, 'Dora'],
    ])
    const body = { person_id: anna.id, starts_at: inHours(-1), ends_at: inHours(1) }
    await owner.call(onCall.addAbsence, { body })
    const without = (await owner.call(ladders.rehearse, asked)).reply
    expect(without.calls.map(({ step, minute, recipient }) => [step, minute, recipient])).toEqual([
      [2, 0, 'Dora'],
    ])
    expect(without.gaps).toEqual([{ step: 1, minute: 0, reason: 'no_one_on_call' }])
  })
})
