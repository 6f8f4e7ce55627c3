// @module-tag clock

import { describe, expect } from 'vitest'
import { emergency } from '#contract/alerts/emergency.ts'
import { notifications } from '#contract/alerts/notifications.ts'
import { elderlyDashboard, type VoiceIntent } from '#contract/care/elderly-dashboard.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { wellness } from '#contract/care/wellness.ts'
import { type ConversationLanguage, conversations } from '#contract/conversations/conversations.ts'
import { profile } from '#contract/people/profile.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

async function household(api: Api) {
  const elsa = await api.signedIn('elderly_user', { name: 'Elsa Amsel' })
  const { organizationId } = elsa
  const mira = await api.signedIn('family_member', { organizationId, name: 'Mira Amsel' })
  const jonas = await api.signedIn('caregiver', { organizationId, name: 'Jonas Fink' })
  for (const carer of [mira, jonas]) await assigned(api, elsa, carer)
  return { elsa, mira, jonas, query: { user_id: String(elsa.userId) } }
}

const say = async (elsa: Caller, text: string, language: ConversationLanguage = 'en') => {
  const { status, reply } = await elsa.call(elderlyDashboard.voiceCommand, { body: { text, language } })
  expect(status).toBe(200)
  return reply
}

describe('a voice command', () => {
  const good: [ConversationLanguage, string, RegExp][] = [
    ['en', 'I feel fine today', /glad/],
    ['es', 'Hoy me siento bien', /alegro/],
    ['fr', 'Je vais bien', /ravie/],
    ['ja', '今日は元気です', /記録/],
  ]
  test.for(good)('is recognized and executed in %s', async ([language, text, answer], { api }) => {
    const elsa = await api.signedIn('elderly_user')
    const { intent, reply, made, session_id } = await say(elsa, text, language)
    expect(intent).toBe('feeling_good' satisfies VoiceIntent)
    expect(reply).toMatch(answer)
    const diary = (await elsa.call(wellness.show, { params: { id: elsa.id } })).reply.entries
    expect(diary).toMatchObject([{ id: made?.id, kind: 'checkin', value: { feeling: 'good' } }])
    const { session } = (await elsa.call(conversations.show, { params: { id: session_id } })).reply
    expect(session.messages.slice(-2).map(({ content }) => content)).toEqual([text, reply])
    expect(session).toMatchObject({ language, voice_input: true })
  })

  test.for([
    ['en', 'Help!'],
    ['es', '¡Socorro!'],
    ['fr', 'Au secours !'],
    ['ja', '助けて'],
  ] as const)('calls for help in %s, once', async ([language, text], { api }) => {
    const elsa = await api.signedIn('elderly_user')
    const { intent, made } = await say(elsa, text, language)
    expect([intent, made?.kind]).toEqual(['help', 'alert'])
    const { alerts } = (await elsa.call(emergency.history)).reply
    expect(alerts.map(({ id }) => id)).toEqual([made?.id])
  })

  test('messages the family, reads out their messages, and otherwise goes to the companion', async ({
    api,
  }) => {
    const { elsa, mira, query } = await household(api)
    expect((await say(elsa, 'Any new messages?')).reply).toBe('You have no new messages.')
    await mira.call(familySimple.quickMessage, { query, body: { text: 'Soup is in the fridge' } })
    expect((await say(elsa, 'Any new messages?')).reply).toContain('Mira Amsel: Soup is in the fridge')
    expect((await say(elsa, 'Please call my daughter')).made?.kind).toBe('message')
    const { notifications: told } = (await mira.call(notifications.history)).reply
    expect(told[0]?.body).toBe('Elsa Amsel would like you to call.')
    const talk = await say(elsa, 'I had a lovely walk in the park')
    expect([talk.intent, talk.made]).toEqual(['talk', null])
    expect(talk.reply?.length).toBeGreaterThan(5)
  })

  test('logs the dose that is due, and none that is not', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    expect((await say(elsa, 'I have taken my pills')).made).toBeNull()
    const hour = 3_600_000
    const month = new Date(Date.now() - 720 * hour).toISOString()
    await api.db.updateTable('people').set({ created_at: month }).where('id', '=', elsa.id).execute()
    const times = [new Date().toISOString().slice(11, 16)]
    const medications = [{ name: 'Ramipril', dose: '5 mg', times }]
    await elsa.call(profile.upsert, { body: { user_id: elsa.userId, medications } })
    await api.db
      .updateTable('past_medications')
      .set({ until: month })
      .where('person_id', '=', elsa.id)
      .execute()
    const { reply, made } = await say(elsa, 'I have taken my pills')
    expect([reply, made?.kind]).toEqual(['I’ve recorded that you took Ramipril.', 'wellness'])
    expect((await say(elsa, 'I have taken my pills')).made).toBeNull()
  })
})

describe('the start screen', () => {
  test('respects size, voice and contrast, with help always first', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const usual = (await elsa.call(elderlyDashboard.overview)).reply
    expect(usual.display).toMatchObject({ button_size: 'normal', voice_enabled: true, high_contrast: false })
    expect(usual.buttons).toHaveLength(6)
    const query = { button_size: 'extra_large', voice_enabled: 'false', high_contrast: 'true' } as never
    const { display, buttons } = (await elsa.call(elderlyDashboard.overview, { query })).reply
    expect(display).toMatchObject({ button_size: 'extra_large', voice_enabled: false, high_contrast: true })
    expect(display.button_height).toBeGreaterThan(usual.display.button_height)
    expect(buttons).toEqual(['help', 'checkin'])
    expect(usual.checked_in_today).toBe(false)
    await say(elsa, 'I feel fine')
    expect((await elsa.call(elderlyDashboard.overview)).reply.checked_in_today).toBe(true)
  })
})

describe('the start screen after midnight', () => {
  test('offers the dose of 23:45 until it is taken', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const month = new Date(Date.now() - 30 * 86_400_000).toISOString()
    // A zone in which it is between midnight and one o’clock now; `Etc` counts its hours westwards.
    const hour = new Date().getUTCHours()
    const time_zone = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
    await api.db
      .updateTable('people')
      .set({ created_at: month, time_zone })
      .where('id', '=', elsa.id)
      .execute()
    const medications = [{ name: 'Ramipril', dose: '5 mg', times: ['23:45'] }]
    await elsa.call(profile.upsert, { body: { user_id: elsa.userId, medications } })
    for (const past of ['past_medications', 'past_time_zones'] as const)
      await api.db.updateTable(past).set({ until: month }).where('person_id', '=', elsa.id).execute()
    const { local_time, next_dose, buttons } = (await elsa.call(elderlyDashboard.overview)).reply
    expect(local_time).toMatch(/^00:/)
    expect(next_dose).toMatchObject({ name: 'Ramipril', time: '23:45' })
    expect(buttons[1]).toBe('medication')
    await say(elsa, 'I have taken my pills')
    const after = (await elsa.call(elderlyDashboard.overview)).reply
    expect([after.next_dose?.state, after.next_dose?.time]).toEqual(['upcoming', '23:45'])
  })
})

describe('tasks', () => {
  test('are assigned, listed, completed, and protected from concurrent changes', async ({ api }) => {
    const { elsa, mira, jonas, query } = await household(api)
    const body = { title: 'Buy milk', assignee_id: String(mira.userId), due_at: '2020-01-01T10:00:00Z' }
    const { status, reply: task } = await jonas.call(elderlyDashboard.assignTask, { query, body })
    expect([status, task.assignee_name, task.status]).toEqual([201, 'Mira Amsel', 'open'])
    expect((await mira.call(notifications.history)).reply.notifications[0]?.title).toBe(
      'Task from Jonas Fink',
    )
    const change = (caller: Caller, version: string, body: object) =>
      caller.call(elderlyDashboard.changeTask, {
        params: { id: task.id },
        body,
        headers: { 'if-match': version },
      })
    expect((await change(mira, '1', { status: 'done' })).reply).toMatchObject({ status: 'done', version: 2 })
    expect((await change(jonas, '1', { title: 'Buy oat milk' })).status).toBe(412)
    const open = { ...query, status_filter: 'open' } as const
    expect((await elsa.call(elderlyDashboard.tasks, { query: open })).reply.total).toBe(0)
    const stranger = await api.signedIn('caregiver')
    expect((await change(stranger, '2', { title: 'x' })).status).toBe(404)
    const nobody = { title: 'x', assignee_id: String(stranger.userId) }
    expect((await jonas.call(elderlyDashboard.assignTask, { query, body: nobody })).status).toBe(422)
    const { items, more } = (await elsa.call(elderlyDashboard.familyFeed)).reply
    expect([items.map(({ kind, type }) => `${kind} ${type}`), more]).toEqual([['task done'], 0])
  })
})

describe('a care plan', () => {
  test('is edited by carers, based on the version they know, and shown with its progress', async ({
    api,
  }) => {
    const { elsa, mira, jonas, query } = await household(api)
    expect((await mira.call(elderlyDashboard.carePlanStatus, { query })).reply).toMatchObject({
      plan: null,
      version: 0,
      progress: null,
    })
    const goals = [{ title: 'Walk every day', progress: 40 }, { title: 'Drink enough' }]
    const body = { goals, review_on: '2020-01-01' }
    const write = (caller: Caller, version: string) =>
      caller.call(elderlyDashboard.carePlan, { query, body, headers: { 'if-match': version } })
    expect((await write(jonas, '0')).reply).toMatchObject({ version: 1, plan: { updated_by: 'Jonas Fink' } })
    expect((await write(jonas, '0')).status).toBe(412)
    expect((await write(mira, '1')).status).toBe(403)
    await jonas.call(elderlyDashboard.assignTask, {
      query,
      body: { title: 'Shoes', due_at: '2020-01-01T00:00:00Z' },
    })
    expect((await elsa.call(elderlyDashboard.carePlanStatus)).reply).toMatchObject({
      version: 1,
      progress: 20,
      review_is_due: true,
      tasks: { open: 1, overdue: 1, done: 0 },
    })
  })
})
