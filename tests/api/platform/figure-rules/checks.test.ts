import { describe, expect } from 'vitest'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { figureRules } from '#contract/platform/figure-rules.ts'
import { checkRule } from '#server/modules/platform/figure-rules/check.ts'
import { planDueChecks } from '#server/modules/platform/figure-rules/plan.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import {
  addSessions,
  changesOf,
  checkNow,
  eventsOf,
  newRule,
  noticesOf,
  removeSessions,
  ruleBody,
  ruleOf,
} from '#tests/fixtures/figure-rules.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'
import { verifyEmail } from '#tests/fixtures/reports.ts'
import { eventually, webhookReceiver } from '#tests/fixtures/webhooks.ts'

const set = (api: Api, { id }: Pick<Caller, 'id'>, values: object) =>
  api.db.updateTable('people').set(values).where('id', '=', id).execute()

describe('a check', () => {
  test('keeps every change of state, with what opens the figure in exactly its period', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    await addSessions(api, owner.organizationId, 3)
    await checkNow(api, id)
    await checkNow(api, id)
    await removeSessions(api, owner.organizationId)
    await checkNow(api, id)
    expect(await eventsOf(owner, id)).toEqual(['ok', 'firing', 'ok'])
    const [, fired] = await changesOf(owner, id)
    expect(fired).toMatchObject({ previous: 'ok', value: 3, measured: 3, threshold: 2, unit: 'count' })
    const url = new URL(fired?.path ?? '', 'http://console')
    expect(url.pathname).toBe('/operations')
    const [figure, ...held] = (url.searchParams.get('figure') ?? '').split(',')
    expect(figure).toBe('total_sessions')
    const query = Object.fromEntries(
      held.map(pair => {
        const [name = '', value = ''] = pair.split(':')
        return [name, decodeURIComponent(value)]
      }),
    )
    const { reply } = await owner.call(operationalMetrics.open, {
      params: { figure: 'total_sessions' },
      query,
    })
    expect([reply.period.from, reply.period.to]).toEqual([fired?.from_at, fired?.to_at])
  })

  test('counts only what the filters and the owner’s organization allow', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const stranger = await api.signedIn('organization_admin')
    await addSessions(api, stranger.organizationId, 5)
    await addSessions(api, owner.organizationId, 5, 1, 'authority')
    await addSessions(api, owner.organizationId, 1)
    const source = { name: 'operations', figure: 'total_sessions', filters: { mode: 'medical' } }
    const id = await newRule(api, owner, [owner], { source })
    await checkNow(api, id)
    expect(await ruleOf(owner, id)).toMatchObject({ state: 'ok', value: 1 })
  })

  test('waits until the condition has held for long enough', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await addSessions(api, owner.organizationId, 3)
    const id = await newRule(api, owner, [owner], { hold: 3 })
    for (let n = 0; n < 3; n += 1) await checkNow(api, id)
    expect(await eventsOf(owner, id)).toEqual(['pending', 'firing'])
  })

  test('compares with the period before, and says if there is nothing to compare with', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await addSessions(api, owner.organizationId, 3)
    const id = await newRule(api, owner, [owner], { condition: { kind: 'rises', value: 40 } })
    await checkNow(api, id)
    expect(await ruleOf(owner, id)).toMatchObject({ state: 'no_data', reason: 'no_previous' })
    await addSessions(api, owner.organizationId, 2, 25 * 60)
    await checkNow(api, id)
    expect(await ruleOf(owner, id)).toMatchObject({ state: 'firing', value: 3, measured: 50, reason: null })
  })

  test('fires on missing data, and says “not enough data” with too few rows', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const missing = await newRule(api, owner, [owner], { condition: { kind: 'missing' }, period: '1h' })
    const few = await newRule(api, owner, [owner], { min_rows: 10 })
    // The source stopped two hours ago.
    await addSessions(api, owner.organizationId, 3, 120)
    for (const id of [missing, few]) await checkNow(api, id)
    expect(await ruleOf(owner, missing)).toMatchObject({ state: 'firing' })
    expect(await ruleOf(owner, few)).toMatchObject({ state: 'no_data', reason: 'too_few_rows' })
  })

  test('of a figure that cannot be read is an error that its owner is told, once', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const home = { organizationId: owner.organizationId, name: 'Colleague' }
    const colleague = await api.signedIn('organization_admin', home)
    const source = { name: 'operations', figure: 'total_sessions', filters: { mode: 'gone' } }
    const id = await newRule(api, owner, [colleague], { source })
    await checkNow(api, id)
    await checkNow(api, id)
    expect(await ruleOf(owner, id)).toMatchObject({ state: 'error', reason: 'invalid' })
    const notices = await noticesOf(owner, id)
    expect(notices.map(({ kind, person_name }) => [kind, person_name])).toEqual(
      Array.from({ length: 2 }, () => ['error', 'Test organization_admin']),
    )
  })

  test('is made once, however many instances try', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await addSessions(api, owner.organizationId, 3)
    const id = await newRule(api, owner, [owner])
    const due = new Date().toISOString()
    await Promise.all(Array.from({ length: 5 }, () => checkRule(api.services, id, due)))
    // A job that is repeated after a crash.
    await checkRule(api.services, id, due)
    expect(await eventsOf(owner, id)).toEqual(['firing'])
    expect(await noticesOf(owner, id)).toHaveLength(2)
  })

  test('is left alone if the rule was changed while its figure was read', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await addSessions(api, owner.organizationId, 3)
    const id = await newRule(api, owner, [owner])
    await owner.call(figureRules.update, { params: { id }, body: { status: 'paused' } })
    await checkNow(api, id)
    expect((await ruleOf(owner, id)).checked_at).toBeNull()
  })
})

describe('checks that are due', () => {
  test('are queued once by several instances, and those that were missed are noted, not made', async ({
    api,
  }) => {
    const owner = await api.signedIn('organization_admin')
    const id = await newRule(api, owner, [owner])
    const due = new Date(Date.now() - 6 * 3_600_000).toISOString()
    await api.db.updateTable('figure_rules').set({ next_at: due, streak: 4 }).where('id', '=', id).execute()
    await Promise.all(Array.from({ length: 5 }, () => planDueChecks(api.services)))
    await eventually(async () => expect(await eventsOf(owner, id)).toEqual(['gap', 'ok']))
    const [gap] = await changesOf(owner, id)
    expect(gap?.from_at).toBe(due)
    const { next_at, checked_at } = await ruleOf(owner, id)
    expect(Date.parse(next_at as string)).toBeGreaterThan(Date.now())
    expect(Date.parse(checked_at as string)).toBeGreaterThan(Date.parse(due) + 5 * 3_600_000)
  })

  test('pause a rule whose owner lost access; who resumes it owns it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const heir = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const email = await verifyEmail(api, heir)
    const id = await newRule(api, owner, [heir])
    await set(api, owner, { status: 'suspended' })
    const next_at = new Date(Date.now() - 1_000).toISOString()
    await api.db.updateTable('figure_rules').set({ next_at }).where('id', '=', id).execute()
    await planDueChecks(api.services)
    await eventually(async () =>
      expect(await ruleOf(heir, id)).toMatchObject({
        status: 'paused',
        paused_reason: 'owner_left',
        next_at: null,
      }),
    )
    const [letter] = await lettersTo(api, email)
    expect(letter?.subject).toBe('The figure rule “Many sessions” was paused')
    await heir.call(figureRules.update, { params: { id }, body: { status: 'active' } })
    expect(await ruleOf(heir, id)).toMatchObject({ status: 'active', owner_id: heir.id, paused_reason: null })
  })
})

describe('a webhook endpoint', () => {
  test('gets each change of state once, with the value', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['figure_rule.changed'])
    await addSessions(api, owner.organizationId, 3)
    const id = await newRule(api, owner, [owner], { webhook: true })
    await checkNow(api, id)
    await checkNow(api, id)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    expect(receiver.messages()[0]).toMatchObject({
      type: 'figure_rule.changed',
      data: {
        id,
        values: {
          screen: 'operations',
          state: 'firing',
          previous_state: 'unchecked',
          value: 3,
          threshold: 2,
        },
      },
    })
  })
})

describe('a preview', () => {
  const query = {
    name: 'operations',
    figure: 'total_sessions',
    kind: 'above',
    value: 2,
    period: '24h',
  } as const

  test('shows when a rule would have fired', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    for (const day of [3, 10, 20]) await addSessions(api, owner.organizationId, 3, day * 24 * 60 + 60)
    const { reply } = await owner.call(figureRules.preview, { query })
    expect(reply).toMatchObject({ unit: 'count', fired: 3, step_hours: 24, better: 'more' })
    expect(reply.points).toHaveLength(30)
    const held = { ...query, hold: 30 }
    expect((await owner.call(figureRules.preview, { query: held })).reply.fired).toBe(0)
  })

  test('is refused for what the caller may not see, or what does not exist', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const refused = async (part: object) => {
      const { status, problem } = await owner.call(figureRules.preview, { query: { ...query, ...part } })
      return [status, problem.errors?.[0]?.pointer]
    }
    expect(await refused({ name: 'revenue', figure: 'mrr' })).toEqual([422, '#/source'])
    expect(await refused({ figure: 'constructor' })).toEqual([422, '#/source'])
    expect(await refused({ filters: '{"as_of":"2026-01-01T00:00:00Z"}' })).toEqual([422, '#/source'])
    expect(await refused({ filters: 'nonsense' })).toEqual([422, '#/filters'])
    expect(await refused({ recovery: 5 })).toEqual([422, '#/recovery'])
    const carer = await api.signedIn('caregiver')
    expect((await carer.call(figureRules.preview, { query })).status).toBe(403)
  })
})

test('a rule that is created is checked at once', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  const { status, reply } = await owner.call(figureRules.create, { body: ruleBody([owner]) })
  expect(status).toBe(201)
  await eventually(async () => expect(await ruleOf(owner, reply.id)).toMatchObject({ state: 'ok', value: 0 }))
})
