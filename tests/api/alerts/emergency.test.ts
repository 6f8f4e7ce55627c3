import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { emergencyServices, readiness } from '#contract/alerts/emergency-services.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { auth } from '#contract/identity/auth.ts'
import { endSessions, pruneSignIn } from '#server/modules/identity/index.ts'
import { raised } from '#tests/fixtures/alerts.ts'
import { test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'
import { alarm, configure, giveLadder, household, isDone, recordWhen } from '#tests/fixtures/ladders.ts'
import { formOf, httpReceiver, pushReceiver, type Received } from '#tests/fixtures/receivers.ts'

const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15005550006' }
const ambulance = { name: 'Ambulance', phone: '112', type: 'medical' } as const

describe('a call for help', () => {
  test('is raised by the person, by family and by staff, but not by strangers', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const felix = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    await assigned(api, elsa, felix)
    const query = { user_id: String(elsa.userId) }
    expect((await felix.call(emergency.trigger, { query, body: {} })).reply.source).toBe('mobile')
    const olivia = await api.signedIn('operator')
    expect((await olivia.call(emergency.trigger, { query, body: {} })).reply.source).toBe('operator')
    expect((await olivia.call(emergency.trigger, { body: {} })).status).toBe(422)
    const stranger = await api.signedIn('family_member')
    expect((await stranger.call(emergency.trigger, { query, body: {} })).status).toBe(404)
    expect((await (await api.signedIn('analyst')).call(emergency.trigger, { query, body: {} })).status).toBe(
      403,
    )
  })

  test('sent twice under one key is one alert', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const headers = { 'idempotency-key': randomUUID() }
    const trigger = async () => (await elsa.call(emergency.trigger, { headers, body: {} })).reply.id
    const [first, second] = await Promise.all([trigger(), trigger()])
    expect(second).toBe(first)
    expect((await elsa.call(alerts.list)).reply.total).toBe(1)
  })

  test('without a location shows the person’s last known one', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const params = { id: alert.id }
    const body = { latitude: 53.56, longitude: 9.99, accuracy_m: 12, address: 'Am Markt 2' }
    const moved = await elsa.call(emergency.location, { params, body })
    expect(moved.reply).toMatchObject({ ...body, distance_m: 1112 })
    const events = (await elsa.call(alerts.timeline, { params })).reply.timeline
    const located = events.findLast(({ type }) => type === 'located')
    expect(located).toMatchObject({ details: { ...body, distance_m: 1112 } })
    expect(moved.reply.map_url).toContain('53.56')
    const { alert: next } = { alert: await alarm(elsa) }
    expect(next).toMatchObject({ latitude: 53.56, longitude: 9.99, accuracy_m: 12, address: 'Am Markt 2' })
    const late = { latitude: 1, longitude: 1, at: '2020-01-01T00:00:00Z' }
    const kept = await elsa.call(emergency.updateLocation, { params, body: late })
    expect(kept.reply).toMatchObject({ latitude: 53.56, address: 'Am Markt 2' })
    const { timeline } = (await elsa.call(emergency.status, { params })).reply
    expect(timeline.filter(({ type }) => type === 'located')).toHaveLength(2)
  })

  test('is raised when a person leaves a geofence, once', async ({ api }) => {
    const { owner, elsa } = await household(api)
    const { id } = await alarm(elsa)
    const fence = { user_id: elsa.userId, alerts_on: 'both', radius_m: 200 }
    expect((await owner.call(readiness.addGeofence, { body: fence })).problem.errors?.[0]?.pointer).toBe(
      '#/latitude',
    )
    const go = (latitude: number) =>
      elsa.call(emergency.location, { params: { id }, body: { latitude, longitude: 9.99, accuracy_m: 5 } })
    await go(53.55)
    const added = await owner.call(readiness.addGeofence, { body: fence })
    expect(added.reply).toMatchObject({ latitude: 53.55, inside: null, name: 'Home' })
    for (const latitude of [53.55, 53.5501, 53.56, 53.561, 53.55]) await go(latitude)
    const { reply } = await owner.call(alerts.list, { query: { source: 'geofence', _sort: 'raised_at' } })
    expect(reply.alerts.map(({ type }) => type)).toEqual(['safe_area_left', 'safe_area_entered'])
    const query = { user_id: String(elsa.userId) }
    const { geofences } = (await owner.call(readiness.geofences, { query })).reply
    expect(geofences).toMatchObject([{ id: added.reply.id, inside: true }])
    const stranger = await api.signedIn('organization_admin')
    const params = { id: added.reply.id }
    expect((await stranger.call(readiness.removeGeofence, { params })).status).toBe(404)
    expect((await owner.call(readiness.removeGeofence, { params })).status).toBe(204)
  })
})

describe('a rehearsal of the ladder', () => {
  test('shows who would be reached at which minute, and calls no one', async ({ api }) => {
    const carrier = await httpReceiver()
    await configure(api, { ...twilio, TWILIO_URL: carrier.url })
    const { owner, elsa } = await household(api, 'Anna', 'Ben')
    await owner.call(emergencyServices.create, { body: ambulance })
    await giveLadder(api, owner.organizationId, [
      { who: 'contacts', priority: 1, channel: 'voice', times: 2, every_seconds: 60 },
      { who: 'contacts', priority: 1, channel: 'mail', wait_seconds: 120 },
      { who: 'contacts', priority: 2, channel: 'sms', wait_seconds: 180 },
      { who: 'caregivers', channel: 'sms', wait_seconds: 60 },
      { who: 'services', channel: 'voice', wait_seconds: 60 },
    ])
    const query = { user_id: String(elsa.userId) }
    const { reply } = await owner.call(emergency.testEscalation, { query, body: {} })
    expect(reply.calls.map(({ minute, recipient, state }) => [minute, recipient, state])).toEqual([
      [0, 'Anna', 'rehearsed'],
      [1, 'Anna', 'rehearsed'],
      [2, 'Anna', 'not_configured'],
      [2, 'Ben', 'rehearsed'],
    ])
    expect(reply).toMatchObject({
      test: true,
      reached: 2,
      first_reached_minute: 0,
      ends_minute: 2,
      reaches_no_one: false,
      gaps: [
        { step: 4, reason: 'no_recipients' },
        { step: 5, reason: 'not_included' },
      ],
    })
    const record = (await owner.call(alerts.timeline, { params: { id: reply.alert_id } })).reply
    expect(record.alert).toMatchObject({
      test: true,
      status: 'resolved',
      cause: 'test',
      contacts_notified: 0,
    })
    expect(record.deliveries.map(({ state }) => state)).toEqual([
      'rehearsed',
      'rehearsed',
      'not_configured',
      'rehearsed',
    ])
    const whole = await owner.call(emergency.testEscalation, {
      query,
      body: { include_emergency_services: true },
    })
    expect(whole.reply.calls.at(-1)).toMatchObject({ recipient: 'Ambulance', recipient_kind: 'service' })
    const atOnce = await owner.call(emergency.testEscalation, { query, body: { simulate_delays: false } })
    expect(new Set(atOnce.reply.calls.map(({ minute }) => minute))).toEqual(new Set([0]))
    expect((await owner.call(alerts.queue)).reply.alerts).toEqual([])
    expect(carrier.received).toEqual([])
  })

  test('shows that a ladder reaches no one', async ({ api }) => {
    await configure(api, {})
    const { elsa } = await household(api, 'Anna')
    const { reply } = await elsa.call(emergency.testEscalation, { body: {} })
    expect(reply).toMatchObject({ reaches_no_one: true, first_reached_minute: null, reached: 0 })
    expect(reply.ladder).toEqual({ id: null, name: 'Built-in ladder' })
  })

  test('differs from the test of a button, which calls no one either', async ({ api }) => {
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms' }], 1)
    const body = { user_id: elsa.id, type: 'button', test: true }
    const { id } = (await owner.call(alerts.ingest, { body })).reply
    const { reply } = await owner.call(alerts.acknowledge, { params: { id } })
    expect(reply).toMatchObject({ test: true, state: 'acknowledged', rearm_at: null })
    expect((await owner.call(alerts.timeline, { params: { id } })).reply.deliveries).toEqual([])
  })

  test('can never reach the worker', async ({ api }) => {
    const { elsa } = await household(api, 'Anna')
    const { reply } = await elsa.call(emergency.testEscalation, { body: {} })
    const queueing = api.db
      .updateTable('deliveries')
      .set({ state: 'queued' })
      .where('alert_id', '=', reply.alert_id)
      .execute()
    await expect(queueing).rejects.toThrow(/check/)
  })
})

describe('a quick call', () => {
  test('calls a contact immediately, and the timeline of the alert records it', async ({ api }) => {
    const carrier = await httpReceiver()
    await configure(api, { ...twilio, TWILIO_URL: carrier.url })
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms', wait_seconds: 600 }])
    const { id } = await alarm(elsa)
    const [anna] = (await owner.call(contacts.list)).reply.contacts
    const body = { contact_id: anna?.id, urgent: true, alert_id: id }
    const { status, reply } = await owner.call(emergency.quickCall, { body })
    expect(status).toBe(202)
    expect(reply).toMatchObject({ contact: 'Anna', phone: anna?.phone, state: 'queued' })
    const { timeline } = await recordWhen(owner, id, ({ deliveries }) =>
      deliveries.some(({ id, state }) => id === reply.delivery_id && state === 'sent'),
    )
    expect(timeline.at(-1)).toMatchObject({
      type: 'notified',
      details: { contact: 'Anna', channel: 'voice', step: 0 },
    })
    expect(carrier.received).toHaveLength(1)
    expect(formOf(carrier.received[0] as Received).get('Twiml')).toContain('language="en-US"')
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(emergency.quickCall, { body })).status).toBe(404)
  })

  test('uses a voice of the language of its text', async ({ api }) => {
    const carrier = await httpReceiver()
    await configure(api, { ...twilio, TWILIO_URL: carrier.url })
    const { owner, elsa } = await household(api, 'Anna')
    await api.db
      .updateTable('organizations')
      .set({ locale: 'ar' })
      .where('id', '=', owner.organizationId)
      .execute()
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'voice' }])
    const { id } = await alarm(elsa)
    await recordWhen(owner, id, isDone)
    const [anna] = (await owner.call(contacts.list)).reply.contacts
    await owner.call(emergency.quickCall, { body: { contact_id: anna?.id, alert_id: id } })
    await recordWhen(
      owner,
      id,
      ({ deliveries }) => deliveries.filter(({ state }) => state === 'sent').length === 2,
    )
    const said = carrier.received.map(request => formOf(request).get('Twiml'))
    expect(said).toEqual(
      Array(2).fill(
        expect.stringMatching(/<Say loop="2" language="arb" voice="Polly.Zeina">[^<]*\p{Script=Arabic}/u),
      ),
    )
  })

  test('reports that no carrier is configured', async ({ api }) => {
    await configure(api, {})
    const { owner } = await household(api, 'Anna')
    const [anna] = (await owner.call(contacts.list)).reply.contacts
    const { reply } = await owner.call(emergency.quickCall, { body: { contact_id: anna?.id } })
    expect(reply.state).toBe('not_configured')
  })
})

describe('emergency services', () => {
  test('are managed by an organization for itself', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { status, reply } = await owner.call(emergencyServices.create, { body: ambulance })
    expect(status).toBe(201)
    expect(reply).toMatchObject({ ...ambulance, available_24_7: true, organization_id: owner.organizationId })
    const params = { id: reply.id }
    const changed = await owner.call(emergencyServices.update, { params, body: { notes: 'Gate code 12' } })
    expect(changed.reply).toMatchObject({ notes: 'Gate code 12', available_24_7: true, version: 2 })
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(emergencyServices.show, { params })).status).toBe(404)
    const foreign = { ...ambulance, organization_id: owner.organizationId }
    expect((await stranger.call(emergencyServices.create, { body: foreign })).status).toBe(422)
    expect((await owner.call(emergencyServices.remove, { params })).status).toBe(204)
    expect((await owner.call(emergencyServices.list)).reply).toEqual({ services: [], total: 0 })
  })

  test.for([{}, { name: 'Ambulance' }, { phone: '112' }, { name: ' ', phone: '' }])(
    'need a name and a phone number: %o',
    async (body, { api }) => {
      const owner = await api.signedIn('organization_admin')
      const { problem } = await owner.call(emergencyServices.create, { body })
      expect(problem).toMatchObject({ status: 422, detail: 'Service name and phone number are required' })
    },
  )

  test('can be called only where a carrier is configured', async ({ api }) => {
    await configure(api, {})
    const owner = await api.signedIn('organization_admin')
    const service = (await owner.call(emergencyServices.create, { body: ambulance })).reply
    const without = (await owner.call(readiness.test)).reply
    expect(without).toMatchObject({ passed: false, services: [{ id: service.id, callable: false }] })
    await configure(api, twilio)
    const body = { service_id: service.id }
    expect((await owner.call(readiness.test, { body })).reply).toMatchObject({ passed: true, test: true })
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(readiness.test, { body })).status).toBe(404)
  })
})

describe('the emergency state', () => {
  test('is active until the banner is cleared or the alert has ended', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const owner = await api.signedIn('organization_admin', { organizationId: elsa.organizationId })
    const status = async () => (await owner.call(readiness.status)).reply
    expect(await status()).toMatchObject({ status: 'active', uncleared_alert_id: alert.id, open_alerts: 1 })
    await owner.call(alerts.clear, { params: { id: alert.id } })
    expect(await status()).toMatchObject({ status: 'ready', uncleared_alert_id: null, open_alerts: 1 })
    expect((await status()).channels).toContainEqual({ channel: 'push', configured: true, by: 'Web Push' })
  })

  test('shows whether a person’s current location is known', async ({ api }) => {
    const { alert, elsa } = await raised(api)
    const query = { user_id: String(elsa.userId) }
    expect((await elsa.call(readiness.locationStatus, { query })).reply).toMatchObject({
      gps_available: false,
      location: null,
    })
    const place = { latitude: 53.55, longitude: 9.99, accuracy_m: 8 }
    await elsa.call(emergency.location, { params: { id: alert.id }, body: place })
    const { reply } = await elsa.call(readiness.locationStatus, { query })
    expect(reply).toMatchObject({ gps_available: true, people: 1, people_located: 1, location: place })
    expect(reply.location?.age_seconds).toBeLessThan(10)
  })
})

describe('ladders', () => {
  const steps = [{ who: 'contacts', channel: 'sms', wait_seconds: 30 }]
  test('exist once for an organization and once for a person', async ({ api }) => {
    const { owner, elsa } = await household(api, 'Anna')
    const body = { name: 'By day', steps }
    const general = await owner.call(ladders.create, { body })
    expect(general.status).toBe(201)
    expect(general.reply).toMatchObject({ person_id: null, rearm_after_seconds: 900 })
    expect(general.reply.steps).toMatchObject([{ times: 1, every_seconds: 60, on_duty: [] }])
    expect((await owner.call(ladders.create, { body })).status).toBe(409)
    const own = await owner.call(ladders.create, { body: { ...body, name: 'Elsa’s', person_id: elsa.id } })
    expect(own.status).toBe(201)
    const rehearsed = await elsa.call(emergency.testEscalation, { body: {} })
    expect(rehearsed.reply.ladder).toEqual({ id: own.reply.id, name: 'Elsa’s' })
    const stranger = await api.signedIn('organization_admin')
    const params = { id: own.reply.id }
    expect((await stranger.call(ladders.update, { params, body: { name: 'x' } })).status).toBe(404)
    expect((await owner.call(ladders.remove, { params })).status).toBe(204)
    const night = { days: [1], from: '25:00', to: '06:00' }
    const wrong = { ...body, steps: [{ ...steps[0], on_duty: [night] }] }
    expect((await owner.call(ladders.create, { body: wrong })).problem.errors?.[0]?.pointer).toBe(
      '#/steps/0/on_duty/0/from',
    )
  })
})

describe('a notification', () => {
  test('goes to the browsers of a person, and its state can be queried', async ({ api }) => {
    const browser = await pushReceiver()
    await configure(api, {})
    const { owner, elsa } = await household(api)
    const subscribe = { kind: 'push', subscription: browser.subscription }
    const kept = (await elsa.call(pushNotifications.addChannel, { body: subscribe })).reply
    expect(kept).toMatchObject({ kind: 'push', person_id: elsa.id, secret: null })
    expect(kept.target).not.toContain('/push/abc')
    const body = { user_id: elsa.userId, title: 'Medicine', body: 'It is time.' }
    const sent = await owner.call(pushNotifications.send, { body })
    expect(sent.status).toBe(202)
    const params = { id: sent.reply.id }
    await expect
      .poll(async () => (await owner.call(pushNotifications.status, { params })).reply.deliveries[0]?.state)
      .toBe('sent')
    expect(browser.messages()).toMatchObject([{ title: 'Medicine', text: 'It is time.' }])
    const analytics = (await owner.call(pushNotifications.analytics, { query: { time_range: '1h' } })).reply
    expect(analytics).toMatchObject({ total: 1, success_rate: 1, repeats: 0 })
    expect(analytics.by_state).toEqual([{ channel: 'push', state: 'sent', count: 1 }])
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(pushNotifications.status, { params })).status).toBe(404)
    expect((await stranger.call(pushNotifications.send, { body })).status).toBe(404)
    expect((await stranger.call(pushNotifications.removeChannel, { params: { id: kept.id } })).status).toBe(
      404,
    )
    expect((await elsa.call(pushNotifications.removeChannel, { params: { id: kept.id } })).status).toBe(204)
  })

  test('no longer goes to a browser once the session in which it was added has ended', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const other = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    for (const caller of [owner, other]) {
      const subscription = { endpoint: `https://push.example/${caller.id}`, keys: { p256dh: 'k', auth: 'a' } }
      const body = { kind: 'push', subscription }
      expect((await caller.call(pushNotifications.addChannel, { body })).status).toBe(201)
    }
    const reached = async () => {
      const channels = api.db.selectFrom('notification_channels').select('person_id')
      const rows = await channels.where('organization_id', '=', owner.organizationId).execute()
      return rows.map(({ person_id }) => person_id)
    }
    expect(await reached()).toHaveLength(2)
    expect((await owner.call(auth.logout)).status).toBe(204)
    expect(await reached()).toEqual([other.id])
    // One that has merely run out lasts, even once it is forgotten: alarms must not fall silent unseen.
    const expired = { expires_at: '2020-01-01T00:00:00Z' }
    await api.db.updateTable('sessions').set(expired).where('person_id', '=', other.id).execute()
    await pruneSignIn(api.db, 30)
    expect(await reached()).toEqual([other.id])
  })

  test('no longer goes to a browser once all sessions of its person have ended', async ({ api }) => {
    const other = await api.signedIn('organization_admin')
    const subscription = { endpoint: `https://push.example/${other.id}`, keys: { p256dh: 'k', auth: 'a' } }
    const body = { kind: 'push', subscription }
    expect((await other.call(pushNotifications.addChannel, { body })).status).toBe(201)
    const reached = () =>
      api.db.selectFrom('notification_channels').select('id').where('person_id', '=', other.id).execute()
    expect(await reached()).toHaveLength(1)
    await api.db.transaction().execute(db => endSessions(db, other.id))
    expect(await reached()).toEqual([])
  })

  test('fails if the person has no browser, and webhooks are for admins', async ({ api }) => {
    await configure(api, {})
    const { owner, elsa } = await household(api)
    const { reply } = await owner.call(pushNotifications.send, { body: { user_id: elsa.id, title: 'Hello' } })
    await expect
      .poll(
        async () =>
          (await owner.call(pushNotifications.status, { params: { id: reply.id } })).reply.deliveries[0],
      )
      .toMatchObject({ state: 'failed', answer: 'No address for this channel' })
    const body = { kind: 'webhook', url: 'https://example.org/hook' }
    expect((await elsa.call(pushNotifications.addChannel, { body })).status).toBe(409)
    const hook = (await owner.call(pushNotifications.addChannel, { body })).reply
    expect(hook.secret).not.toBeNull()
    expect((await elsa.call(pushNotifications.channels)).reply.channels).toEqual([])
    expect((await owner.call(pushNotifications.channels)).reply.channels).toMatchObject([
      { id: hook.id, target: body.url },
    ])
  })
})
