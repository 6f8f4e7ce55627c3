import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { conversations, type TurnEvent } from '#contract/conversations/conversations.ts'
import { safety } from '#contract/conversations/safety.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

async function started(caller: Caller, userId: number, settings: object = {}) {
  const { status, reply } = await caller.call(conversations.start, { body: { user_id: userId, ...settings } })
  expect(status).toBe(201)
  return reply.session
}

const say = (caller: Caller, id: string, message: string, more: object = {}) =>
  caller.call(conversations.message, { params: { id }, body: { message, ...more } })

async function staffAndElsa(api: Api) {
  return { olivia: await api.signedIn('operator'), elsa: await api.signedIn('elderly_user') }
}

describe('a conversation', () => {
  test('starts with the described defaults and a greeting, takes turns and ends', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const session = await started(olivia, elsa.userId)
    expect(session).toMatchObject({
      session_id: session.id,
      user_id: elsa.userId,
      task: 'mood_checkin',
      chat_model: 'gpt-4o-mini',
      language: 'en',
      voice_input: false,
      voice_output: false,
      status: 'active',
      turns: 0,
    })
    expect(session.messages).toMatchObject([{ type: 'assistant', model: 'built-in companion', cost: 0 }])

    const { status, reply } = await say(
      olivia,
      session.id,
      'I feel wonderful, my daughter came for breakfast.',
    )
    expect(status).toBe(200)
    expect(reply.message).toMatchObject({
      type: 'user',
      emotion: 'happy',
      safety_flagged: false,
      risk_level: 'minimal',
    })
    expect(reply.message.sentiment).toBeGreaterThan(0.3)
    expect(reply.message.evidence).toContainEqual({ rule: 'happy', words: 'wonderful' })
    expect(reply.reply).toMatchObject({ type: 'assistant', model: 'built-in companion', stopped: false })
    expect(reply.reply.latency?.total_ms).toBeGreaterThan(0)
    expect(reply.session).toMatchObject({ turns: 1, topics: ['family', 'food'] })

    const params = { id: session.id }
    expect((await olivia.call(conversations.pause, { params })).reply.session.status).toBe('paused')
    const refused = await say(olivia, session.id, 'Hello?')
    expect(refused).toMatchObject({
      status: 409,
      problem: { detail: 'This conversation is paused. Resume it to continue.' },
    })
    expect((await olivia.call(conversations.resume, { params })).reply.session.status).toBe('active')
    const ended = await olivia.call(conversations.end, { params })
    expect(ended.reply.session).toMatchObject({ status: 'ended', messages: [{}, {}, {}] })
    expect(ended.reply.session.ended_at).not.toBeNull()
    expect((await olivia.call(conversations.resume, { params })).status).toBe(409)
    expect((await say(olivia, session.id, 'Hello?')).status).toBe(409)

    const { reply: log } = await olivia.call(activityLogs.list, { query: { resource_id: session.id } })
    expect(log.logs.map(({ action }) => action)).toEqual(['update', 'update', 'update', 'create'])
    const said = await olivia.call(activityLogs.list, { query: { resource_id: reply.message.id } })
    expect(said.reply.logs).toHaveLength(1)
    expect(said.text).not.toContain('breakfast')
  })

  test('is refused without text, and for a person outside the row scope', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const session = await started(olivia, elsa.userId)
    expect((await say(olivia, session.id, '   ')).status).toBe(422)
    const other = await api.signedIn('elderly_user')
    const own = await started(other, other.userId)
    expect((await say(elsa, own.id, 'Hello')).status).toBe(404)
    expect((await elsa.call(conversations.start, { body: { user_id: other.userId } })).status).toBe(404)
  })

  test('answers the same turn once, however often it is sent', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const { id } = await started(olivia, elsa.userId)
    const turn_id = '0198f000-0000-7000-8000-00000000abcd'
    const first = await say(olivia, id, 'Good morning', { turn_id })
    const again = await say(olivia, id, 'Good morning', { turn_id })
    expect(again.reply.reply.id).toBe(first.reply.reply.id)
    const { reply } = await olivia.call(conversations.show, { params: { id } })
    expect(reply.session.messages).toHaveLength(3)
  })

  test('streams its answer: the transcript, the words, and the whole', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const { id } = await started(olivia, elsa.userId)
    const { status, text, headers } = await olivia.call(conversations.stream, {
      params: { id },
      body: { message: 'It is raining here.' },
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('application/x-ndjson')
    const events = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as TurnEvent)
    expect(events[0]).toMatchObject({ type: 'heard', message: { content: 'It is raining here.' } })
    const words = events.flatMap(event => (event.type === 'words' ? [event.text] : []))
    const done = events.at(-1)
    expect(words.length).toBeGreaterThan(3)
    expect(done).toMatchObject({ type: 'done', reply: { content: words.join('').trim() } })
    const unknown = await olivia.call(conversations.stream, {
      params: { id: '0198ffff-ffff-7fff-8fff-ffffffffffff' },
      body: { message: 'Hello' },
    })
    expect(unknown.status).toBe(404)
  })

  test('remembers across sessions what the person told', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const first = await started(olivia, elsa.userId)
    const kept = await say(olivia, first.id, 'My medication is in the kitchen.')
    expect(kept.reply.reply.content).toContain('your medication is in the kitchen')
    await olivia.call(conversations.end, { params: { id: first.id } })
    await started(olivia, elsa.userId)
    const third = await started(olivia, elsa.userId)
    const { reply } = await say(olivia, third.id, 'Where is my medicine?')
    expect(reply.reply.content).toContain('your medication is in the kitchen')
    const stranger = await api.signedIn('elderly_user')
    const other = await started(olivia, stranger.userId)
    const unknown = await say(olivia, other.id, 'Where is my medicine?')
    expect(unknown.reply.reply.content).not.toContain('kitchen')
  })
})

describe('a turn that reports danger', () => {
  test('is flagged, opens a linked incident, alerts the operators and changes the answer', async ({
    api,
  }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const { id } = await started(olivia, elsa.userId)
    const { reply } = await say(olivia, id, 'There is a pressure in my chest and I can’t breathe.')
    expect(reply.message).toMatchObject({
      safety_flagged: true,
      risk_level: 'critical',
      context: 'medical',
      emotion: 'anxious',
    })
    expect(reply.message.evidence).toContainEqual({ rule: 'medical.heart', words: 'pressure in my chest' })
    expect(reply.reply.content).toMatch(/emergency number/)
    const incident = await api.db
      .selectFrom('safety_incidents')
      .selectAll()
      .where('message_id', '=', reply.message.id)
      .executeTakeFirstOrThrow()
    expect(incident).toMatchObject({
      id: reply.message.incident_id,
      conversation_id: id,
      escalation_needed: true,
    })
    const { reply: alert } = await olivia.call(alerts.show, { params: { id: incident.alert_id ?? '' } })
    expect(alert).toMatchObject({
      person_id: elsa.id,
      type: 'medical',
      source: 'conversation',
      severity: 'critical',
      conversation_id: id,
      message_id: reply.message.id,
    })
    const deliveries = await api.db
      .selectFrom('deliveries')
      .select('id')
      .where('alert_id', '=', alert.id)
      .execute()
    expect(deliveries).not.toEqual([])
    const { reply: shown } = await olivia.call(conversations.show, { params: { id } })
    expect(shown.session.messages[1]?.incident_id).toBe(incident.id)
  })

  test('is measured against the current thresholds', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const admin = await api.signedIn('admin')
    expect((await olivia.call(safety.configure, { body: { incident_threshold: 0.7 } })).status).toBe(403)
    const wrong = await admin.call(safety.configure, { body: { incident_threshold: 0.9 } })
    expect(wrong.status).toBe(422)
    const set = await admin.call(safety.configure, {
      body: { incident_threshold: 0.7, escalation_threshold: 0.8 },
    })
    expect(set.reply).toMatchObject({ incident_threshold: 0.7, escalation_threshold: 0.8 })
    const { id } = await started(olivia, elsa.userId)
    const dizzy = await say(olivia, id, 'I feel dizzy today.')
    expect(dizzy.reply.message).toMatchObject({ safety_flagged: false, incident_id: null })
    await admin.call(safety.configure, { body: { incident_threshold: 0.4, escalation_threshold: 0.6 } })
    const flagged = await say(olivia, id, 'I feel dizzy again.')
    expect(flagged.reply.message.safety_flagged).toBe(true)
    const before = await olivia.call(safety.metrics, {})
    await say(olivia, id, 'I do not want to live any more.')
    const { reply } = await olivia.call(safety.metrics, {})
    expect(reply.incidents).toBe(before.reply.incidents + 1)
    expect(reply.flagged_turns).toBe(before.reply.flagged_turns + 1)
    expect(reply.config).toMatchObject({ incident_threshold: 0.4, escalation_threshold: 0.6 })
    expect(reply.by_risk_level.find(({ risk_level }) => risk_level === 'high')?.count).toBeGreaterThan(0)
    expect(reply.by_context.find(({ context }) => context === 'self_harm')?.count).toBeGreaterThan(0)
  })
})

describe('a transcript', () => {
  test('is visible to staff, with consent to carers and the customer’s admin, and to no analyst', async ({
    api,
  }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const { id } = await started(olivia, elsa.userId)
    await say(olivia, id, 'The marigolds are in bloom, thank you.')
    const carla = await api.signedIn('caregiver')
    const owner = await api.signedIn('organization_admin', { organizationId: elsa.organizationId })
    const analyst = await api.signedIn('analyst')
    const pair = await assigned(api, elsa, carla)
    const texts = async (caller: Caller) => {
      const { reply, text } = await caller.call(conversations.show, { params: { id } })
      const list = await caller.call(conversations.list, { query: { user_id: elsa.userId } })
      const file = await caller.call(conversations.transcript, { params: { id } })
      const search = await caller.call(conversations.search, { query: { q: 'marigolds' } })
      const seen = [text, list.text, file.text, search.text].map(said => said.includes('marigolds'))
      expect(seen.every(is => is === reply.session.text_visible)).toBe(true)
      expect(list.reply.sessions).toHaveLength(1)
      expect(reply.session.messages[1]?.emotion).not.toBeNull()
      return reply.session.text_visible
    }
    expect(await texts(olivia)).toBe(true)
    expect(await texts(elsa)).toBe(true)
    expect(await texts(analyst)).toBe(false)
    expect(await texts(carla)).toBe(false)
    expect(await texts(owner)).toBe(false)
    await api.db
      .updateTable('assignments')
      .set({ consent: JSON.stringify({ transcripts: true }) } as never)
      .where('id', '=', pair)
      .execute()
    expect(await texts(carla)).toBe(true)
    const preferences = JSON.stringify({ consent: { transcripts: true } })
    await api.db
      .insertInto('profiles')
      .values({ person_id: elsa.id, organization_id: elsa.organizationId, preferences } as never)
      .execute()
    expect(await texts(owner)).toBe(true)
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(conversations.show, { params: { id } })).status).toBe(404)
    expect((await stranger.call(conversations.search, { query: { q: 'marigolds' } })).reply.hits).toEqual([])
  })

  test('is searched by words, with context', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const { id } = await started(olivia, elsa.userId)
    const { reply } = await say(olivia, id, 'I saw a Kingfisher by the pond 100% today.')
    const { hits } = (await olivia.call(conversations.search, { query: { q: 'kingfisher BY' } })).reply
    expect(hits).toMatchObject([
      {
        session_id: id,
        message_id: reply.message.id,
        before: 'I saw a ',
        found: 'Kingfisher by',
        after: ' the pond 100% today.',
      },
    ])
    expect((await olivia.call(conversations.search, { query: { q: '0% t' } })).reply.hits).toHaveLength(1)
    expect((await olivia.call(conversations.search, { query: { q: '%%%' } })).reply.hits).toEqual([])
  })

  test('is reviewed by staff and exported', async ({ api }) => {
    const { olivia, elsa } = await staffAndElsa(api)
    const { id } = await started(olivia, elsa.userId)
    const { reply } = await say(olivia, id, 'Good evening.')
    const body = { message_id: reply.reply.id, verdict: 'poor', note: 'Too short.' }
    const judged = await olivia.call(conversations.annotate, { params: { id }, body })
    expect(judged).toMatchObject({ status: 201, reply: { verdict: 'poor', note: 'Too short.' } })
    const shown = await olivia.call(conversations.show, { params: { id } })
    expect(shown.reply.session.messages[2]?.annotations).toMatchObject([{ note: 'Too short.' }])
    const own = await elsa.call(conversations.show, { params: { id } })
    expect(own.text).not.toContain('Too short.')
    expect((await elsa.call(conversations.annotate, { params: { id }, body })).status).toBe(403)
    const file = await olivia.call(conversations.transcript, { params: { id }, query: { format: 'json' } })
    expect(JSON.parse(file.text)).toMatchObject({
      session_id: id,
      messages: [{}, { content: 'Good evening.' }, {}],
    })
    expect(file.headers['content-disposition']).toMatch(/conversation-.*\.json/)
  })
})
