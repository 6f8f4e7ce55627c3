import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import { safetyAlerts } from '#contract/conversations/safety-alerts.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { lockAlert } from '#server/modules/alerts/commands.ts'
import { initialAlert, replay } from '#server/modules/alerts/state.ts'
import { eventsOf, pendantOf, raised } from '#tests/fixtures/alerts.ts'
import { test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const resolution = { cause: 'fall', valid: true, resolution: 'Helped up, no injury found.' } as const

describe('an alert', () => {
  test('goes from the alarm to its resolution, and its timeline records everything', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    expect(alert).toMatchObject({
      state: 'received',
      status: 'pending',
      type: 'fall',
      owner_id: null,
      round: 1,
    })
    expect(alert).toMatchObject({ person_id: elsa.id, elderly_user_id: elsa.userId, source: 'mobile' })
    const olivia = await api.signedIn('operator', { name: 'Olivia' })
    const params = { id: alert.id }

    const acknowledged = await olivia.call(alerts.acknowledge, { params, body: { notes: 'Calling now.' } })
    expect(acknowledged.reply).toMatchObject({
      state: 'acknowledged',
      owner_id: olivia.id,
      owner_name: 'Olivia',
    })
    expect(acknowledged.reply.rearm_at).not.toBeNull()
    await olivia.call(alerts.note, { params, body: { text: 'She answers.' } })
    const resolved = await olivia.call(alerts.resolve, { params, body: resolution })
    expect(resolved.reply).toMatchObject({
      state: 'resolved',
      status: 'resolved',
      ...resolution,
      rearm_at: null,
    })

    const { timeline } = (await olivia.call(alerts.timeline, { params })).reply
    const byHand = timeline.filter(({ actor_id }) => actor_id)
    expect(byHand.map(({ type, actor_name }) => [type, actor_name])).toEqual([
      ['received', elsa.name],
      ['acknowledged', 'Olivia'],
      ['noted', 'Olivia'],
      ['resolved', 'Olivia'],
    ])
    expect(timeline.map(({ position }) => position)).toEqual(timeline.map((_, index) => index + 1))
    const logged = await olivia.call(activityLogs.list, { query: { resource_id: alert.id } })
    expect(logged.reply.logs.map(({ action }) => action)).toEqual([
      'resolve',
      'note',
      'acknowledge',
      'create',
    ])
  })

  test('acknowledged by several at once has one owner, whom the others see', async ({ api }) => {
    const operators = await Promise.all(
      ['Olivia', 'Oscar', 'Otto'].map(name => api.signedIn('operator', { name })),
    )
    for (let time = 0; time < 5; time++) {
      const { alert } = await raised(api)
      const answers = await Promise.all(
        operators.map(operator => operator.call(alerts.acknowledge, { params: { id: alert.id } })),
      )
      const [winner] = answers.filter(({ status }) => status === 200)
      const losers = answers.filter(({ status }) => status === 409)
      expect(losers).toHaveLength(2)
      for (const { problem } of losers)
        expect(problem).toMatchObject({
          type: '/problems/taken',
          detail: `${winner?.reply.owner_name} already owns this alert`,
        })
    }
  })

  test('is acknowledged once per key, also when the call is repeated later', async ({ api }) => {
    const { alert } = await raised(api)
    const olivia = await api.signedIn('operator')
    const params = { id: alert.id }
    const headers = { 'idempotency-key': randomUUID() }
    const note = () => olivia.call(alerts.note, { params, headers, body: { text: 'Once.' } })
    expect((await note()).status).toBe(200)
    expect((await note()).status).toBe(200)
    const resolving = { 'idempotency-key': randomUUID() }
    const resolve = () => olivia.call(alerts.resolve, { params, headers: resolving, body: resolution })
    expect([(await resolve()).status, (await resolve()).status]).toEqual([200, 200])
    expect((await olivia.call(alerts.resolve, { params, body: resolution })).problem).toMatchObject({
      status: 409,
      type: '/problems/over',
    })
    const { timeline } = (await olivia.call(alerts.timeline, { params })).reply
    const byHand = timeline.filter(({ actor_id }) => actor_id)
    expect(byHand.map(({ type }) => type)).toEqual(['received', 'noted', 'acknowledged', 'resolved'])
  })

  test('is handed over, taken over, and resolved by its owner only', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const [olivia, oscar] = [
      await api.signedIn('operator', { name: 'Olivia' }),
      await api.signedIn('operator', { name: 'Oscar' }),
    ]
    const params = { id: alert.id }
    const to = (caller: { userId: number }) => ({ to: String(caller.userId), reason: 'End of my shift' })
    const unowned = await olivia.call(alerts.handOver, { params, body: to(oscar) })
    expect(unowned.problem).toMatchObject({ status: 409, type: '/problems/unowned' })
    await olivia.call(alerts.acknowledge, { params })
    expect((await oscar.call(alerts.resolve, { params, body: resolution })).problem.detail).toBe(
      'Olivia already owns this alert',
    )
    expect((await olivia.call(alerts.handOver, { params, body: to(elsa) })).status).toBe(404)
    expect((await olivia.call(alerts.handOver, { params, body: to(oscar) })).reply.owner_name).toBe('Oscar')
    expect((await olivia.call(alerts.handOver, { params, body: to(olivia) })).reply.owner_name).toBe('Olivia')
    const { reply } = await olivia.call(alerts.resolve, { params, body: resolution })
    expect(reply).toMatchObject({ state: 'resolved', acknowledged_by: olivia.id })
  })

  test('is cancelled by the person concerned, who cannot acknowledge it', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const params = { id: alert.id }
    const own = await elsa.call(alerts.acknowledge, { params })
    expect(own.problem).toMatchObject({ status: 409, type: '/problems/own_alert' })
    const { reply } = await elsa.call(alerts.cancel, { params, body: { reason: 'Pressed by accident' } })
    expect(reply).toMatchObject({ state: 'cancelled', status: 'resolved' })
    const olivia = await api.signedIn('operator')
    expect((await olivia.call(alerts.acknowledge, { params })).reply.state).toBe('cancelled')
    expect((await olivia.call(alerts.resolve, { params, body: resolution })).status).toBe(409)
  })

  test('is cleared without being acknowledged', async ({ api }) => {
    const { alert } = await raised(api)
    const olivia = await api.signedIn('operator')
    const { reply } = await olivia.call(alerts.clear, { params: { id: alert.id } })
    expect(reply).toMatchObject({ state: 'received', status: 'pending', acknowledged_at: null })
    expect(reply.cleared_at).not.toBeNull()
  })

  test('is cleared with a reason, which its timeline keeps', async ({ api }) => {
    const { alert } = await raised(api)
    const olivia = await api.signedIn('operator')
    const params = { id: alert.id }
    await olivia.call(alerts.clear, { params, body: { reason: 'They called back' } })
    const { timeline } = (await olivia.call(alerts.timeline, { params })).reply
    // The worker may append the outcomes of its deliveries at any time.
    expect(timeline.find(({ type }) => type === 'cleared')).toMatchObject({
      actor_id: olivia.id,
      details: { reason: 'They called back' },
    })
  })

  test('of another person is neither counted nor listed when filtering by person', async ({ api }) => {
    const [{ alert, elsa }, { elsa: other }] = [await raised(api), await raised(api)]
    const olivia = await api.signedIn('operator')
    const mine = { query: { user_id: String(elsa.userId) } }
    expect((await olivia.call(alerts.queue, mine)).reply.alerts.map(({ id }) => id)).toEqual([alert.id])
    expect((await olivia.call(readiness.status, mine)).reply).toMatchObject({
      status: 'active',
      open_alerts: 1,
      uncleared_alert_id: alert.id,
    })
    await olivia.call(alerts.clear, { params: { id: alert.id } })
    expect((await olivia.call(readiness.status, mine)).reply).toMatchObject({
      status: 'ready',
      open_alerts: 1,
    })
    expect((await olivia.call(readiness.status)).reply.status).toBe('active')
    expect((await olivia.call(alerts.queue, { query: { user_id: '999999999' } })).status).toBe(404)
    expect(other.id).not.toBe(elsa.id)
  })

  test('cannot have its events changed or deleted', async ({ api }) => {
    const { alert } = await raised(api)
    const refused = /append-only/
    await expect(
      api.db.updateTable('alert_events').set({ type: 'noted' }).where('alert_id', '=', alert.id).execute(),
    ).rejects.toThrow(refused)
    await expect(
      api.db.deleteFrom('alert_events').where('alert_id', '=', alert.id).execute(),
    ).rejects.toThrow(refused)
    await api.db.transaction().execute(async db => {
      await sql`set local voicedeck.erasing = 'on'`.execute(db)
      const { numUpdatedRows } = await db
        .updateTable('alert_events')
        .set({ details: '{}' })
        .where('alert_id', '=', alert.id)
        .executeTakeFirstOrThrow()
      expect(numUpdatedRows).toBeGreaterThan(0n)
    })
  })

  test('matches a replay of its events', async ({ api }) => {
    const { alert } = await raised(api)
    const operators = await Promise.all([1, 2, 3].map(() => api.signedIn('operator')))
    const params = { id: alert.id }
    await Promise.all(
      operators.flatMap((operator, index) => [
        operator.call(alerts.acknowledge, { params }),
        operator.call(alerts.handOver, { params, body: { to: String(operator.userId) } }),
        operator.call(alerts.clear, { params }),
        index === 2
          ? operator.call(alerts.cancel, { params, body: { reason: 'x' } })
          : operator.call(alerts.resolve, { params, body: resolution }),
      ]),
    )
    const { timeline } = (await (operators[0] as (typeof operators)[0]).call(alerts.timeline, { params }))
      .reply
    const expected = replay(eventsOf(timeline))
    const row = await api.db.transaction().execute(db => lockAlert(db, alert.id))
    expect(
      Object.fromEntries(Object.keys(initialAlert).map(name => [name, row[name as keyof typeof row]])),
    ).toEqual(expected)
    expect(timeline.map(({ position }) => position)).toEqual(timeline.map((_, index) => index + 1))
  })
})

describe('alerts', () => {
  test('are visible to those who look after the person and to no one else', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const carla = await api.signedIn('caregiver', { organizationId: elsa.organizationId })
    const felix = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    for (const carer of [carla, felix]) await assigned(api, elsa, carer)
    const params = { id: alert.id }
    for (const stranger of [await api.signedIn('caregiver'), await api.signedIn('organization_admin')]) {
      expect((await stranger.call(alerts.show, { params })).status).toBe(404)
      expect((await stranger.call(alerts.acknowledge, { params })).status).toBe(404)
      expect((await stranger.call(alerts.queue)).reply.alerts).toEqual([])
    }
    expect((await felix.call(alerts.queue)).reply.alerts.map(({ id }) => id)).toEqual([alert.id])
    expect((await felix.call(alerts.acknowledge, { params })).status).toBe(403)
    expect((await carla.call(alerts.acknowledge, { params })).reply.owner_id).toBe(carla.id)
    const analyst = await api.signedIn('analyst')
    const seen = (await analyst.call(alerts.show, { params })).reply
    expect(seen).toMatchObject({ latitude: null, address: null, voice_message: null, type: 'fall' })
    const { timeline } = (await analyst.call(alerts.timeline, { params })).reply
    expect(new Set(timeline.map(({ details }) => details))).toEqual(new Set([null]))
  })

  test('are ordered by urgency and by waiting time', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const elsa = await api.signedIn('elderly_user', { organizationId: owner.organizationId })
    const ingest = async (severity: string) =>
      (await owner.call(alerts.ingest, { body: { user_id: elsa.id, type: 'test_call', severity } })).reply.id
    const [low, high, high2, critical] = [
      await ingest('low'),
      await ingest('high'),
      await ingest('high'),
      await ingest('critical'),
    ]
    expect((await owner.call(alerts.queue)).reply.alerts.map(({ id }) => id)).toEqual([
      critical,
      high,
      high2,
      low,
    ])
    await owner.call(alerts.acknowledge, { params: { id: critical } })
    expect((await owner.call(alerts.queue)).reply.alerts.at(-1)?.id).toBe(critical)
    await owner.call(alerts.resolve, { params: { id: critical }, body: resolution })
    expect((await owner.call(alerts.queue)).reply.alerts).toHaveLength(3)
    const open = await owner.call(alerts.list, {
      query: { status: ['pending', 'active'], user_id: String(elsa.userId) },
    })
    expect(open.reply.total).toBe(3)
  })

  test('are raised by a program, once per event, for the wearer of the device', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const elsa = await api.signedIn('elderly_user', { organizationId: owner.organizationId })
    const { program, serial, deviceId } = await pendantOf(api, owner, elsa)
    const body = { event_id: 'press-1', device_id: serial, type: 'button' }
    const first = await program.call(alerts.ingest, { body })
    expect(first.status).toBe(201)
    expect(first.reply).toMatchObject({
      person_id: elsa.id,
      device_id: deviceId,
      source: 'device',
      severity: 'high',
    })
    const again = await Promise.all([1, 2, 3].map(() => program.call(alerts.ingest, { body })))
    expect(again.map(({ reply }) => reply.id)).toEqual(Array(3).fill(first.reply.id))
    expect((await owner.call(alerts.list)).reply.total).toBe(1)
    expect(
      (await program.call(alerts.ingest, { body: { type: 'button' } })).problem.errors?.[0]?.pointer,
    ).toBe('#/user_id')
    const stranger = await api.signedIn('elderly_user')
    expect(
      (await program.call(alerts.ingest, { body: { type: 'button', user_id: stranger.id } })).status,
    ).toBe(404)

    const carla = await api.signedIn('caregiver', { organizationId: owner.organizationId })
    await assigned(api, elsa, carla)
    const query = { alert_id: first.reply.id, carer_id: String(carla.userId) }
    expect((await program.call(alerts.ack, { query })).reply).toMatchObject({ owner_id: carla.id })
    expect((await program.call(alerts.ack, { query: { alert_id: first.reply.id } })).status).toBe(422)
  })

  test('are measured including those that were never acknowledged', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const elsa = await api.signedIn('elderly_user', { organizationId: owner.organizationId })
    const waits = [10, 30, 100, 500]
    for (const [index, seconds] of waits.entries()) {
      const { reply } = await owner.call(alerts.ingest, { body: { user_id: elsa.id, type: 'button' } })
      const raised_at = new Date(Date.now() - 1_000_000)
      const answered = index < 3 ? new Date(raised_at.getTime() + seconds * 1000) : null
      const at = answered?.toISOString() ?? null
      await api.db
        .updateTable('alerts')
        .set({ raised_at: raised_at.toISOString(), acknowledged_at: at })
        .where('id', '=', reply.id)
        .execute()
    }
    const { reply } = await owner.call(alerts.serviceLevel, { query: { days: 7 } })
    expect(reply).toMatchObject({ alerts: 4, never_acknowledged: 1 })
    expect(reply.percentiles.p50).toBeCloseTo(65, 0)
    expect(reply.percentiles.p99).toBeGreaterThan(900)
    expect(reply.targets).toEqual([
      { within: 60, target: 0.975, share: 0.5, met: false },
      { within: 180, target: 0.99, share: 0.75, met: false },
    ])
    const fresh = await api.signedIn('organization_admin')
    const none = (await fresh.call(alerts.serviceLevel)).reply
    expect(none.percentiles).toEqual({ p50: null, p90: null, p975: null, p99: null })
  })

  test('are listed and acknowledged as safety alerts', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const owner = await api.signedIn('organization_admin', {
      organizationId: elsa.organizationId,
      name: 'Oda',
    })
    const carla = await api.signedIn('caregiver', { organizationId: elsa.organizationId, name: 'Carla' })
    const params = { id: alert.id }
    expect((await owner.call(safetyAlerts.open)).reply).toMatchObject({
      total: 1,
      unacknowledged: 1,
      critical: 1,
      oldest_raised_at: alert.raised_at,
      alerts: [{ id: alert.id }],
    })
    const before = await owner.call(safetyAlerts.acknowledgment, { params })
    expect(before.reply).toMatchObject({ acknowledged: false, acknowledged_by: null, notes: null })
    const wrong = { alert_id: randomUUID() }
    expect((await owner.call(safetyAlerts.acknowledge, { params, body: wrong })).status).toBe(422)
    const body = { alert_id: alert.id, acknowledged_by: carla.userId, notes: 'On my way.' }
    const { reply } = await owner.call(safetyAlerts.acknowledge, { params, body })
    expect(reply).toMatchObject({
      acknowledged: true,
      acknowledged_by: { id: carla.id, name: 'Carla' },
      notes: 'On my way.',
    })
    expect((await owner.call(safetyAlerts.acknowledgment, { params })).reply).toEqual(reply)
    const list = await owner.call(safetyAlerts.acknowledged, { query: { limit: 5 } })
    expect(list.reply).toMatchObject({ total: 1, alerts: [{ id: alert.id, owner_id: carla.id }] })
    expect((await owner.call(safetyAlerts.acknowledge, { params, body: {} })).status).toBe(409)
  })

  test('of the last days are listed in the short form of the history', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const query = { user_id: String(elsa.userId), days: 7 }
    expect((await elsa.call(emergency.history, { query })).reply).toEqual({
      total: 1,
      alerts: [
        {
          id: alert.id,
          type: 'fall',
          status: 'pending',
          timestamp: alert.raised_at,
          contacts_notified: 0,
          location: 'Elbchaussee 1',
          test: false,
        },
      ],
    })
    const others = await elsa.call(emergency.history, { query: { ...query, alert_types: 'button,medical' } })
    expect(others.reply.total).toBe(0)
  })
})
