import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { notifications } from '#contract/alerts/notifications.ts'
import { figureRules, maxRuleLettersPerHour } from '#contract/platform/figure-rules.ts'
import { releaseHeld } from '#server/modules/platform/figure-rules/held.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import {
  addSessions,
  changesOf,
  checkNow,
  eventsOf,
  newRule,
  noticesOf,
  removeSessions,
  ruleOf,
  sendNotices,
  toldBy,
} from '#tests/fixtures/figure-rules.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'
import { verifyEmail } from '#tests/fixtures/reports.ts'

const set = (api: Api, { id }: Pick<Caller, 'id'>, values: object) =>
  api.db.updateTable('people').set(values).where('id', '=', id).execute()
const letters = (api: Api, email: string) => api.letters.filter(({ to }) => to === email)

/** An owner with a verified address, and enough sessions for a rule to fire. */
async function firingOwner(api: Api) {
  const owner = await api.signedIn('organization_admin')
  await addSessions(api, owner.organizationId, 3)
  return { owner, email: await verifyEmail(api, owner) }
}

describe('recipients', () => {
  test('are told once by e-mail and in their notifications, and again when the rule recovers', async ({
    api,
  }) => {
    const { owner, email } = await firingOwner(api)
    const id = await newRule(api, owner, [owner])
    for (let n = 0; n < 3; n += 1) await checkNow(api, id)
    await sendNotices(api, owner)
    expect(await toldBy(owner, id, 2)).toMatchObject([
      { kind: 'firing', way: 'console', status: 'sent', reason: null },
      { kind: 'firing', way: 'email', status: 'sent', reason: null, attempts: 1 },
    ])
    const [letter] = await lettersTo(api, email)
    expect(letter?.subject).toBe('Figure rule “Many sessions” fires')
    expect(letter?.text).toContain('Translation sessions: 3 (fires: above 2)')
    expect(letter?.text).toContain('/operations?figure=total_sessions')
    const { reply } = await owner.call(notifications.history, { query: {} })
    expect(reply.notifications).toMatchObject([{ kind: 'figure_rule', devices: 0 }])
    await removeSessions(api, owner.organizationId)
    await checkNow(api, id)
    await sendNotices(api, owner)
    await toldBy(owner, id, 4)
    expect(letters(api, email)[1]?.subject).toBe('Figure rule “Many sessions” recovered')
  })

  test('get many changes at once in one e-mail, in their own language', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    await set(api, owner, { locale: 'de' })
    const rules = [1, 2, 3].map(n =>
      newRule(api, owner, [owner], { name: `Regel ${n}\r\nBcc: x@example.org` }),
    )
    for (const id of await Promise.all(rules)) await checkNow(api, id)
    await sendNotices(api, owner)
    for (const id of await Promise.all(rules)) await toldBy(owner, id, 2)
    expect(letters(api, email)).toHaveLength(1)
    expect(letters(api, email)[0]?.subject).toBe('Kennzahlregeln mit Neuigkeiten: 3')
    expect(letters(api, email)[0]?.text).toContain('Regel 2 Bcc: x@example.org')
  })

  test('get so many e-mails an hour, and the rest later', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await sendNotices(api, owner)
    const sent_at = new Date(Date.now() - 30 * 60_000).toISOString()
    for (let n = 1; n < maxRuleLettersPerHour; n += 1) {
      await checkNow(api, await newRule(api, owner, [owner]))
      // As if it had been sent half an hour ago.
      await api.db
        .updateTable('figure_rule_notices')
        .set({ status: 'sent', sent_at, letter_id: uuid() })
        .where('person_id', '=', owner.id)
        .where('status', '=', 'queued')
        .where('way', '=', 'email')
        .execute()
    }
    const last = await newRule(api, owner, [owner])
    await checkNow(api, last)
    await sendNotices(api, owner)
    expect((await noticesOf(owner, last)).map(({ way, status }) => [way, status])).toEqual([
      ['console', 'sent'],
      ['email', 'queued'],
    ])
    expect(letters(api, email)).toHaveLength(1)
    const { due_at } = await api.db
      .selectFrom('figure_rule_notices')
      .select('due_at')
      .where('person_id', '=', owner.id)
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow()
    expect(Date.parse(due_at)).toBeGreaterThan(Date.now() + 25 * 60_000)
  })

  test.for([
    ['was suspended', { status: 'suspended' }, 'inactive'],
    ['lost the role', { role: 'caregiver' }, 'no_access'],
    ['has no address', { email: null }, 'no_email'],
  ] as const)(
    'of whom one %s are not told, and the history says why',
    async ([, values, reason], { api }) => {
      const { owner } = await firingOwner(api)
      const colleague = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
      const email = await verifyEmail(api, colleague)
      const id = await newRule(api, owner, [colleague])
      await checkNow(api, id)
      await set(api, colleague, values)
      await sendNotices(api, colleague)
      const told = await toldBy(owner, id, 2)
      expect(told.find(({ way }) => way === 'email')).toMatchObject({ status: 'skipped', reason })
      expect(letters(api, email)).toHaveLength(0)
    },
  )

  test('who moved to another organization are not told its figures', async ({ api }) => {
    const { owner } = await firingOwner(api)
    const colleague = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const id = await newRule(api, owner, [colleague])
    await checkNow(api, id)
    await set(api, colleague, { organization_id: await api.organization() })
    await sendNotices(api, colleague)
    for (const notice of await toldBy(owner, id, 2))
      expect(notice).toMatchObject({ status: 'skipped', reason: 'moved' })
  })

  test('without a verified address get an e-mail without the values', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await addSessions(api, owner.organizationId, 3)
    const { email } = await api.db
      .updateTable('people')
      .set({ email_verified_at: null })
      .where('id', '=', owner.id)
      .returning('email')
      .executeTakeFirstOrThrow()
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await sendNotices(api, owner)
    expect((await toldBy(owner, id, 2))[1]).toMatchObject({ status: 'sent', reason: 'unverified' })
    const [letter] = letters(api, email as string)
    expect(letter?.text).not.toContain('Translation sessions')
    expect(letter?.text).toContain('isn’t verified yet')
  })

  test('who do not want such messages find them in their notifications only', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    await owner.call(notifications.setPreferences, { query: {}, body: { muted: ['figure_rule'] } })
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await sendNotices(api, owner)
    expect((await toldBy(owner, id, 2)).map(({ status, reason }) => [status, reason])).toEqual([
      ['sent', null],
      ['skipped', 'opted_out'],
    ])
    expect(letters(api, email)).toHaveLength(0)
    const { reply } = await owner.call(notifications.history, { query: {} })
    expect(reply.notifications).toMatchObject([{ path: `/figure-rules/${id}` }])
  })

  test('who want nothing of the kind get neither, and the others of the same rule both', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    const quiet = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const body = { muted: ['figure_rule'], hidden: ['figure_rule'] } as const
    await quiet.call(notifications.setPreferences, {
      body: { muted: [...body.muted], hidden: [...body.hidden] },
    })
    const id = await newRule(api, owner, [owner, quiet])
    await checkNow(api, id)
    await sendNotices(api, owner)
    await sendNotices(api, quiet)
    const told = (await toldBy(owner, id, 4)).map(({ status, reason }) => [status, reason])
    expect(told.filter(([status]) => status === 'skipped')).toEqual([
      ['skipped', 'opted_out'],
      ['skipped', 'opted_out'],
    ])
    expect((await quiet.call(notifications.history)).reply.total).toBe(0)
    const [letter] = await lettersTo(api, email)
    expect(letter?.text).toContain('/settings#notifications')
  })
})

describe('a mail server that is down', () => {
  test('delays an e-mail, and the second attempt keeps its id, also after a crash', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    const { deliver } = api.services.mail
    const ids: string[] = []
    let isDown = true
    Object.assign(api.services.mail, {
      deliver: async (message: Parameters<typeof deliver>[0]) => {
        if (message.to === email) ids.push(message.id)
        if (message.to === email && isDown) throw new Error('Connection refused')
        await deliver(message)
      },
    })
    try {
      const id = await newRule(api, owner, [owner])
      await checkNow(api, id)
      await sendNotices(api, owner)
      expect((await noticesOf(owner, id))[1]).toMatchObject({
        status: 'queued',
        attempts: 1,
        error: 'Connection refused',
      })
      isDown = false
      // The lease of the instance that crashed is over.
      await sendNotices(api, owner)
      await toldBy(owner, id, 2)
      expect(new Set(ids).size).toBe(1)
      expect(letters(api, email)).toHaveLength(1)
    } finally {
      Object.assign(api.services.mail, { deliver })
    }
  })
})

describe('a muted rule', () => {
  const soon = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString()

  test('is checked, but no one is told until it is unmuted; then if it still fires', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    const id = await newRule(api, owner, [owner])
    const body = { until: soon(), reason: 'Known outage' }
    expect((await owner.call(figureRules.mute, { params: { id }, body })).reply).toMatchObject({
      muted_until: body.until,
      muted_reason: 'Known outage',
      muted_by_name: 'Test organization_admin',
    })
    await checkNow(api, id)
    await checkNow(api, id)
    expect(await toldBy(owner, id, 2)).toMatchObject([{ reason: 'muted' }, { reason: 'muted' }])
    expect(letters(api, email)).toHaveLength(0)
    await owner.call(figureRules.unmute, { params: { id } })
    await checkNow(api, id)
    await sendNotices(api, owner)
    await toldBy(owner, id, 4)
    expect(letters(api, email)).toHaveLength(1)
    expect(await eventsOf(owner, id)).toEqual(['muted', 'firing', 'unmuted', 'firing'])
    expect((await changesOf(owner, id))[0]).toMatchObject({
      note: 'Known outage',
      person_name: 'Test organization_admin',
    })
  })

  test('is no longer muted once the mute has expired', async ({ api }) => {
    const { owner } = await firingOwner(api)
    const id = await newRule(api, owner, [owner], { muted_until: soon(-1_000) })
    await checkNow(api, id)
    expect(await noticesOf(owner, id)).toHaveLength(2)
    expect((await ruleOf(owner, id)).muted_until).toBeNull()
  })

  /** Whether the mute is still on is up to the test; then what was held is released, as by the poll of an instance. */
  const release = async (api: Api, id: string, people: readonly Caller[], muted_until: string | null) => {
    await api.db.updateTable('figure_rules').set({ muted_until }).where('id', '=', id).execute()
    // Several instances look at the same time.
    await Promise.all([releaseHeld(api.services), releaseHeld(api.services)])
    for (const person of people) await sendNotices(api, person)
  }
  const muteIt = async (owner: Caller, id: string) => {
    const body = { until: soon(), reason: 'Known outage' }
    expect((await owner.call(figureRules.mute, { params: { id }, body })).status).toBe(200)
  }
  const recover = async (api: Api, owner: Caller, id: string) => {
    await removeSessions(api, owner.organizationId)
    await checkNow(api, id)
  }
  const titles = async (person: Caller) =>
    (await person.call(notifications.history)).reply.notifications.map(({ title }) => title.split('” ')[1])

  test('that recovers tells those who know that it fired, once, when the mute expires', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    await set(api, owner, { time_zone: 'UTC' })
    const late = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await sendNotices(api, owner)
    await muteIt(owner, id)
    // A person who was not notified that it fired has nothing to be notified of.
    const recipient_ids = [owner.id, late.id]
    await owner.call(figureRules.update, { params: { id }, body: { recipient_ids } })
    await recover(api, owner, id)
    const at = (await changesOf(owner, id)).at(-1)?.created_at as string
    await release(api, id, [owner, late], soon())
    expect(letters(api, email)).toHaveLength(1)
    expect((await noticesOf(owner, id)).filter(({ status }) => status === 'held')).toHaveLength(2)

    for (let n = 0; n < 2; n += 1) await release(api, id, [owner, late], soon(-1_000))
    expect(letters(api, email).map(({ subject }) => subject)).toEqual([
      'Figure rule “Many sessions” fires',
      'Figure rule “Many sessions” recovered',
    ])
    const time = new Date(at).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    expect(letters(api, email)[1]?.text).toContain(`It recovered on ${time}, while the rule was muted.`)
    expect(await titles(owner)).toEqual(['recovered', 'fires'])
    expect(await titles(late)).toEqual([])
  })

  test('that fires and recovers within the mute tells no one, nor after it is lifted', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    const id = await newRule(api, owner, [owner])
    await muteIt(owner, id)
    await checkNow(api, id)
    await recover(api, owner, id)
    await owner.call(figureRules.unmute, { params: { id } })
    await release(api, id, [owner], null)
    await checkNow(api, id)
    await sendNotices(api, owner)
    expect(letters(api, email)).toHaveLength(0)
    expect(await titles(owner)).toEqual([])
  })

  test('that recovers, fires and recovers again tells the last recovery, once', async ({ api }) => {
    const { owner, email } = await firingOwner(api)
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await sendNotices(api, owner)
    await muteIt(owner, id)
    for (let n = 0; n < 2; n += 1) {
      await recover(api, owner, id)
      await addSessions(api, owner.organizationId, 3)
      await checkNow(api, id)
    }
    await recover(api, owner, id)
    await owner.call(figureRules.unmute, { params: { id } })
    await release(api, id, [owner], null)
    expect(await titles(owner)).toEqual(['recovered', 'fires'])
    expect(letters(api, email)).toHaveLength(2)
  })

  test('that fires when the mute ends says so, not that it recovered', async ({ api }) => {
    const { owner } = await firingOwner(api)
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await sendNotices(api, owner)
    await muteIt(owner, id)
    await recover(api, owner, id)
    await addSessions(api, owner.organizationId, 3)
    await checkNow(api, id)
    await release(api, id, [owner], null)
    await checkNow(api, id)
    await sendNotices(api, owner)
    expect(await titles(owner)).toEqual(['fires', 'fires'])
    await recover(api, owner, id)
    await sendNotices(api, owner)
    expect(await titles(owner)).toEqual(['recovered', 'fires', 'fires'])
  })

  test('cannot be muted in the past, for years, or by strangers', async ({ api }) => {
    const { owner } = await firingOwner(api)
    const stranger = await api.signedIn('organization_admin')
    const id = await newRule(api, owner, [owner])
    const statusOf = async (by: Caller, until: string) =>
      (await by.call(figureRules.mute, { params: { id }, body: { until, reason: 'No' } })).status
    expect(await statusOf(owner, soon(-1_000))).toBe(422)
    expect(await statusOf(owner, soon(91 * 86_400_000))).toBe(422)
    expect(await statusOf(stranger, soon())).toBe(404)
  })
})

test('a rule that fires for long reminds its recipients', async ({ api }) => {
  const { owner } = await firingOwner(api)
  const id = await newRule(api, owner, [owner], { remind_hours: 2 })
  await checkNow(api, id)
  await checkNow(api, id)
  const told_at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await api.db.updateTable('figure_rules').set({ told_at }).where('id', '=', id).execute()
  await checkNow(api, id)
  await checkNow(api, id)
  expect(await eventsOf(owner, id)).toEqual(['firing', 'reminder'])
})
