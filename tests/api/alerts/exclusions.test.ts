import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { exclusions } from '#contract/alerts/exclusions.ts'
import { builtInLadder, ladders } from '#contract/alerts/ladders.ts'
import { care } from '#contract/care/care.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { auth } from '#contract/identity/auth.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { runWorkerOnce } from '#server/modules/alerts/worker.ts'
import { eventsOf } from '#tests/fixtures/alerts.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { configure, giveLadder, household } from '#tests/fixtures/ladders.ts'
import { mailReceiver } from '#tests/fixtures/receivers.ts'

async function assign(api: Api, elder: Caller, role: 'caregiver' | 'family_member', name: string) {
  const carer = await api.signedIn(role, { organizationId: elder.organizationId, name })
  await api.db
    .insertInto('assignments')
    .values({
      id: crypto.randomUUID(),
      organization_id: elder.organizationId,
      elderly_id: elder.id,
      caregiver_id: carer.id,
      relationship: 'Carer',
    })
    .execute()
  return carer
}

/** A household whose carers have accounts, and whose contact has the caregiver's phone under another relationship. */
async function home(api: Api) {
  const { owner, elsa } = await household(api)
  const [kurt, mira] = [
    await assign(api, elsa, 'caregiver', 'Kurt'),
    await assign(api, elsa, 'family_member', 'Mira'),
  ]
  await api.db.updateTable('people').set({ phone: '+49 40 77 88 99' }).where('id', '=', kurt.id).execute()
  const contact = async (name: string, relationship: string, phone: string) =>
    (await owner.call(contacts.create, { body: { person_id: elsa.id, name, relationship, phone } })).reply
  return {
    owner,
    elsa,
    kurt,
    mira,
    alias: await contact('K. from next door', 'neighbor', '+49407788-99'),
    daughter: await contact('Anna', 'family', '+49 40 66969 001'),
    neighbor: await contact('Nils', 'neighbor', '+49 40 66969 002'),
  }
}

/** An abuse alert raised by what the person says. */
async function abuseAlert(api: Api, elsa: Caller) {
  const started = await elsa.call(conversations.start, { body: { user_id: elsa.userId } })
  const { id } = started.reply.session
  await elsa.call(conversations.message, { params: { id }, body: { message: 'My carer hits me.' } })
  const { id: alert } = await api.db
    .selectFrom('alerts')
    .select('id')
    .where('person_id', '=', elsa.id)
    .where('type', '=', 'abuse')
    .executeTakeFirstOrThrow()
  return alert
}

const recordOf = async (caller: Caller, id: string) =>
  (await caller.call(alerts.timeline, { params: { id } })).reply

describe('an alert about abuse', () => {
  test('never calls assigned carers, family, or a contact who is one of them', async ({ api }) => {
    const { owner, elsa, kurt, mira, alias, daughter } = await home(api)
    await giveLadder(api, owner.organizationId, [
      { who: 'caregivers', channel: 'mail' },
      { who: 'family', channel: 'mail' },
      { who: 'contacts', channel: 'sms' },
    ])
    const lead = await api.signedIn('organization_admin', {
      organizationId: owner.organizationId,
      name: 'Lea',
    })
    await owner.call(organizations.update, {
      params: { id: owner.organizationId },
      body: { safety_lead_id: lead.id },
    })
    const olivia = await api.signedIn('operator')
    const id = await abuseAlert(api, elsa)
    const { deliveries, timeline } = await recordOf(olivia, id)
    const called = deliveries.map(({ recipient_id }) => recipient_id)
    expect(called).toContain(olivia.id)
    expect(called).toContain(lead.id)
    for (const { id: excluded } of [kurt, mira, alias, daughter]) expect(called).not.toContain(excluded)

    const excluded = eventsOf(timeline).find(({ type }) => type === 'excluded')
    expect(excluded?.details).toMatchObject({ category: 'abuse', relationships: ['family', 'caregiver'] })
    for (const name of ['Anna', 'K. from next door', 'Kurt', 'Mira'])
      expect(excluded?.details.recipients).toContainEqual(expect.objectContaining({ name }))
  })

  test('is hidden from the carers it excludes, who can neither acknowledge nor receive it', async ({
    api,
  }) => {
    const { owner, elsa, kurt, mira } = await home(api)
    const olivia = await api.signedIn('operator')
    const id = await abuseAlert(api, elsa)
    const later = await assign(api, elsa, 'caregiver', 'Lars')
    for (const carer of [kurt, mira, later]) {
      expect((await carer.call(alerts.show, { params: { id } })).status).toBe(404)
      expect((await carer.call(alerts.queue, {})).reply.alerts).toEqual([])
      expect((await carer.call(alerts.list, {})).reply.alerts).toEqual([])
      const day = await carer.call(care.day, {})
      expect(day.text).not.toContain('"kind":"open_alert"')
      const status = await carer.call(familySimple.status, { query: { user_id: elsa.id } })
      expect(status.reply).toMatchObject({ open_alerts: 0, help: null })
      const feed = await carer.call(familySimple.feed, { query: { user_id: elsa.id } })
      expect(feed.text).not.toContain('abuse')
      const summary = await carer.call(care.person, { params: { id: elsa.id } })
      expect(summary.reply.alerts).toEqual([])
    }
    expect((await kurt.call(alerts.acknowledge, { params: { id } })).status).toBe(404)
    expect((await owner.call(alerts.show, { params: { id } })).status).toBe(200)
    await olivia.call(alerts.acknowledge, { params: { id } })
    for (const carer of [kurt, later]) {
      const handed = await olivia.call(alerts.handOver, { params: { id }, body: { to: carer.id } })
      expect(handed).toMatchObject({
        status: 409,
        problem: { detail: 'This person is excluded from this alert' },
      })
    }
  })

  test('can be raised by a relative, who gets a response but is not called', async ({ api }) => {
    const { elsa, mira } = await home(api)
    const olivia = await api.signedIn('operator')
    const asked = { query: { user_id: elsa.id }, body: { emergency_type: 'abuse' } }
    const { status, reply } = await mira.call(emergency.trigger, asked)
    expect(status).toBe(201)
    const called = (await recordOf(olivia, reply.id)).deliveries.map(({ recipient_id }) => recipient_id)
    expect(called).toContain(olivia.id)
    expect(called).not.toContain(mira.id)
    const odd = await mira.call(emergency.trigger, { ...asked, body: { emergency_type: 'constructor' } })
    expect(odd.status).toBe(201)
  })

  test('follows a ladder of its own category, still without them', async ({ api }) => {
    const { owner, elsa, kurt } = await home(api)
    const olivia = await api.signedIn('operator')
    const body = {
      name: 'Abuse',
      category: 'abuse',
      steps: [{ who: 'caregivers', channel: 'mail', wait_seconds: 0 }],
    }
    expect((await owner.call(ladders.create, { body })).status).toBe(201)
    expect((await owner.call(ladders.create, { body })).status).toBe(409)
    const id = await abuseAlert(api, elsa)
    const { deliveries, timeline } = await recordOf(olivia, id)
    const leftOut = eventsOf(timeline).find(({ type }) => type === 'left_out')
    expect(leftOut?.details).toEqual({
      round: 1,
      recipients: [{ kind: 'person', id: kurt.id, name: 'Kurt', step: 1, reason: 'category' }],
    })
    // The only step is empty, so the operators are called at once.
    expect(deliveries.map(({ recipient_id }) => recipient_id)).toContain(olivia.id)
    expect(new Set(deliveries.map(({ step }) => step))).toEqual(new Set([2]))
    expect(Date.parse(deliveries[0]?.due_at ?? '') - Date.now()).toBeLessThan(1_000)
  })
})

describe('a ladder step', () => {
  test('excludes people by relationship and by name, and the next one starts immediately', async ({
    api,
  }) => {
    const { owner, elsa, kurt, mira, daughter, neighbor, alias } = await home(api)
    const step = (given: object) => ({ channel: 'mail', wait_seconds: 0, ...given })
    const steps = [
      step({ who: 'operators', wait_seconds: 0 }),
      step({ who: 'family', exclude_ids: [mira.id] }),
      step({ who: 'caregivers', wait_seconds: 600 }),
      step({ who: 'contacts', channel: 'sms', wait_seconds: 60, exclude_relationships: ['family'] }),
    ]
    const { reply } = await owner.call(ladders.rehearse, { query: { user_id: elsa.id }, body: { steps } })
    expect(reply.gaps).toEqual([{ step: 2, minute: 0, reason: 'excluded' }])
    expect(reply.left_out).toEqual([
      { step: 2, recipient_kind: 'person', recipient_id: mira.id, recipient: 'Mira', reason: 'ladder' },
      { step: 4, recipient_kind: 'contact', recipient_id: daughter.id, recipient: 'Anna', reason: 'ladder' },
    ])
    const afterOperators = reply.calls.filter(({ step: at }) => at > 1)
    expect(afterOperators.map(({ step: at, minute, recipient_id }) => [at, minute, recipient_id])).toEqual([
      [3, 0, kurt.id],
      [4, 0, alias.id],
      [4, 0, neighbor.id],
    ])
  })

  test('shows in a rehearsal of a category who is excluded', async ({ api }) => {
    const { owner, elsa } = await home(api)
    await api.signedIn('operator')
    const { reply } = await owner.call(ladders.rehearse, {
      query: { user_id: elsa.id },
      body: { steps: builtInLadder.steps, category: 'abuse' },
    })
    expect(new Set(reply.left_out.map(({ recipient, reason }) => `${recipient} ${reason}`))).toEqual(
      new Set(['Kurt category', 'Mira category', 'Anna category', 'K. from next door category']),
    )
    const test = await owner.call(emergency.testEscalation, {
      query: { user_id: elsa.id },
      body: { category: 'abuse' },
    })
    expect(test.reply.ladder.name).toBe('Built-in ladder for abuse')
    expect(test.reply.calls.map(({ recipient }) => recipient)).not.toContain('Kurt')
  })
})

describe('an operator', () => {
  // The worker runs by hand, so that no letter is sent between the alarm and the exclusion.
  test.beforeEach(({ api }) => api.services.jobs.stop())

  test('excludes a person immediately: queued calls stop, the next step starts, and everything is recorded', async ({
    api,
  }) => {
    const mail = await mailReceiver()
    await configure(api, { SMTP_URL: mail.url })
    const { owner, elsa, kurt, mira } = await home(api)
    await giveLadder(api, owner.organizationId, [
      { who: 'caregivers', channel: 'mail', wait_seconds: 60 },
      { who: 'family', channel: 'mail', wait_seconds: 600 },
      { who: 'operators', channel: 'mail', wait_seconds: 600 },
    ])
    const olivia = await api.signedIn('operator')
    const { id } = (await elsa.call(emergency.trigger, { body: {} })).reply
    const asked = { params: { id }, body: { recipient_id: kurt.id, reason: 'She is afraid of him' } }
    const { status, reply } = await olivia.call(exclusions.exclude, asked)
    expect(status).toBe(200)
    expect(reply.excluded_ids).toContain(kurt.id)
    await runWorkerOnce(api.services)
    const record = await recordOf(olivia, id)
    expect(record.deliveries.filter(({ recipient_id }) => recipient_id === mira.id)).toMatchObject([
      { state: 'sent' },
    ])
    expect(record.deliveries.filter(({ recipient_id }) => recipient_id === kurt.id)).toMatchObject([
      { state: 'stopped', answer: 'Excluded from this alert' },
    ])
    const { email } = (await kurt.call(auth.me)).reply
    expect(mail.letters.flatMap(({ to }) => to).filter(address => address === email)).toEqual([])
    expect(eventsOf(record.timeline).find(({ type }) => type === 'excluded')).toMatchObject({
      actor_id: olivia.id,
      details: {
        reason: 'She is afraid of him',
        recipients: [{ name: 'Kurt' }, { name: 'K. from next door' }],
      },
    })
    expect((await kurt.call(alerts.show, { params: { id } })).status).toBe(404)
    const { reply: log } = await olivia.call(activityLogs.list, {
      query: { resource_id: id, action: 'exclude' },
    })
    expect(log.logs).toMatchObject([{ user_id: olivia.userId, details: { reason: 'She is afraid of him' } }])
    const again = await olivia.call(exclusions.exclude, asked)
    expect(again.status).toBe(200)
    expect((await recordOf(olivia, id)).timeline.filter(({ type }) => type === 'excluded')).toHaveLength(1)
  })

  test('is called if no one else is left', async ({ api }) => {
    const { owner, elsa, mira } = await home(api)
    await giveLadder(api, owner.organizationId, [{ who: 'family', channel: 'mail', wait_seconds: 600 }])
    const olivia = await api.signedIn('operator')
    const { id } = (await elsa.call(emergency.trigger, { body: {} })).reply
    await olivia.call(exclusions.exclude, {
      params: { id },
      body: { recipient_id: mira.id, reason: 'Threats' },
    })
    const { deliveries } = await recordOf(olivia, id)
    expect(deliveries.filter(({ step }) => step === 2).map(({ recipient_id }) => recipient_id)).toContain(
      olivia.id,
    )
  })

  test('takes the alert from an excluded owner, and its ladder starts again', async ({ api }) => {
    const { owner, elsa, kurt } = await home(api)
    await giveLadder(api, owner.organizationId, [
      { who: 'caregivers', channel: 'mail', wait_seconds: 600 },
      { who: 'operators', channel: 'mail', wait_seconds: 600 },
    ])
    const olivia = await api.signedIn('operator')
    const { id } = (await elsa.call(emergency.trigger, { body: {} })).reply
    expect((await kurt.call(alerts.acknowledge, { params: { id } })).status).toBe(200)
    const { reply } = await olivia.call(exclusions.exclude, {
      params: { id },
      body: { recipient_id: kurt.id, reason: 'She named him' },
    })
    expect(reply).toMatchObject({ owner_id: null, round: 2, state: 'received' })
    const { deliveries } = await recordOf(olivia, id)
    const second = deliveries.filter(({ round }) => round === 2)
    expect(new Set(second.map(({ recipient_id }) => recipient_id))).toContain(olivia.id)
    expect(second.map(({ recipient_id }) => recipient_id)).not.toContain(kurt.id)
  })

  test('sees the people they can exclude; no one else may', async ({ api }) => {
    const { owner, elsa, kurt, mira, neighbor } = await home(api)
    const olivia = await api.signedIn('operator')
    const { id } = (await elsa.call(emergency.trigger, { body: {} })).reply
    const { reply } = await olivia.call(exclusions.recipients, { params: { id } })
    expect(reply.recipients).toContainEqual({
      kind: 'person',
      id: kurt.id,
      name: 'Kurt',
      relationship: 'caregiver',
      excluded: null,
    })
    const body = { recipient_id: neighbor.id, reason: 'Why not' }
    for (const caller of [owner, kurt, mira])
      expect((await caller.call(exclusions.exclude, { params: { id }, body })).status).toBe(403)
    const stranger = await api.signedIn('caregiver')
    const refused = [
      { recipient_id: stranger.id, reason: 'Not here' },
      { recipient_id: olivia.id, reason: 'Myself' },
      { recipient_id: kurt.id, reason: ' ' },
    ]
    for (const wrong of refused) {
      const { status, problem } = await olivia.call(exclusions.exclude, { params: { id }, body: wrong })
      expect(status).toBe(422)
      expect(problem.errors?.[0]?.pointer).toMatch(/recipient_id|reason/)
    }
    await olivia.call(alerts.cancel, { params: { id }, body: { reason: 'Mistake' } })
    expect((await olivia.call(exclusions.exclude, { params: { id }, body })).status).toBe(409)
  })
})
