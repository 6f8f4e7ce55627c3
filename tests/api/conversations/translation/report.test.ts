// @module-tag clock

import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { translationSessions } from '#contract/conversations/translation-sessions.ts'
import { failAbandonedSessions } from '#server/modules/conversations/index.ts'
import { test } from '#tests/fixtures/api.ts'
import { program } from '#tests/fixtures/api-keys.ts'

const now = () => new Date().toISOString()
const reported = (values: object = {}) => ({
  session_key: uuid(),
  source_language: 'en',
  target_language: 'es',
  mode: 'medical',
  status: 'active',
  started_at: now(),
  ...values,
})
const ended = { status: 'completed', latency_ms: 900, transcription_ms: 250, model_ms: 400, speech_ms: 250 }

describe('a reported translation session', () => {
  test('is one session per key, however often and in whatever order it is reported', async ({ api }) => {
    const organizationId = await api.organization()
    const reporter = await program(api, organizationId, 'translation-sessions:write')
    const person = await api.signedIn('elderly_user', { organizationId })
    const session = reported({ user_id: person.userId })
    const report = (values: object) =>
      reporter.call(translationSessions.report, { body: { ...session, ...values } })

    const first = await report({})
    expect(first.status).toBe(201)
    expect(first.reply).toMatchObject({
      organization_id: organizationId,
      person_id: person.id,
      region: 'Europe',
      status: 'active',
      latency_ms: null,
    })
    const [over, again, late] = [await report(ended), await report(ended), await report({})]
    for (const { status, reply } of [over, again, late]) {
      expect(status).toBe(201)
      expect(reply).toMatchObject({ id: first.reply.id, ...ended })
    }
    const both = await Promise.all([1, 2, 3].map(() => report({ session_key: 'at once' })))
    expect(new Set(both.map(({ reply }) => reply.id)).size).toBe(1)

    const owner = await api.signedIn('organization_admin', { organizationId })
    const { metrics } = (await owner.call(operationalMetrics.overview, {})).reply
    expect(metrics).toMatchObject({
      total_sessions: 2,
      active_sessions: 1,
      success_rate: 100,
      avg_latency_ms: 900,
      languages_used: 2,
      sessions_by_mode: { medical: 2, negotiation: 0 },
      top_language_pairs: [{ pair: 'en → es', count: 2, success_rate: 100 }],
      sessions_by_region: [{ region: 'Europe', count: 2, success_rate: 100 }],
    })
    const logs = await api.db
      .selectFrom('activity_logs')
      .select('action')
      .where('resource_id', '=', first.reply.id)
      .execute()
    expect(logs.map(({ action }) => action).sort()).toEqual(['create', 'repeat', 'repeat', 'update'])
  })

  test('is accepted from a program whose key has the scope, for people of its organization', async ({
    api,
  }) => {
    const organizationId = await api.organization()
    const stranger = await api.signedIn('elderly_user')
    const reporter = await program(api, organizationId, 'translation-sessions:write')
    const answer = (caller: Pick<typeof reporter, 'call'>, values = {}) =>
      caller.call(translationSessions.report, { body: reported(values) }).then(({ status }) => status)
    expect(await answer(reporter, { user_id: stranger.userId })).toBe(422)
    expect(await answer(reporter, { source_language: 'xx' })).toBe(422)
    expect(await answer(await program(api, organizationId, 'devices:read'))).toBe(403)
    expect(await answer(await api.signedIn('super_admin'))).toBe(403)
    expect(await answer(api.nobody)).toBe(401)
  })

  test('with impossible times is refused, with the field named', async ({ api }) => {
    const reporter = await program(api, await api.organization(), 'translation-sessions:write')
    const refusal = async (values: object) => {
      const { status, problem } = await reporter.call(translationSessions.report, { body: reported(values) })
      return status === 422 ? [problem.errors?.[0]?.pointer, problem.errors?.[0]?.detail] : status
    }
    const at = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString()
    const future = 'Must not be in the future'
    expect(await refusal({ started_at: at(600) })).toEqual(['#/started_at', future])
    expect(await refusal({ status: 'completed', ended_at: at(600) })).toEqual(['#/ended_at', future])
    expect(await refusal({ started_at: '0001-01-01T00:00:00Z' })).toEqual([
      '#/started_at',
      'Must not be before 2000',
    ])
    expect(await refusal({ status: 'completed', ended_at: at(-600) })).toEqual([
      '#/ended_at',
      'Must not be before started_at',
    ])
    expect(await refusal({ ended_at: at(60) })).toEqual([
      '#/ended_at',
      'Must be absent while the session is active',
    ])
    // A clock that is a little fast, and a report that comes days late.
    expect(await refusal({ started_at: at(60) })).toBe(201)
    expect(await refusal({ ...ended, started_at: at(-86_400 * 40), ended_at: at(-86_400 * 39) })).toBe(201)
  })

  test('without an end fails after a day, until its end is reported after all', async ({ api }) => {
    const organizationId = await api.organization()
    const reporter = await program(api, organizationId, 'translation-sessions:write')
    const hoursAgo = (hours: number) => new Date(Date.now() - 3_600_000 * hours).toISOString()
    const [old, young] = [reported({ started_at: hoursAgo(25) }), reported({ started_at: hoursAgo(23) })]
    const report = async (body: object) => (await reporter.call(translationSessions.report, { body })).reply
    const { id } = await report(old)
    await report(young)
    await failAbandonedSessions(api.services)
    expect((await report(young)).status).toBe('active')
    expect(await report(old)).toMatchObject({ id, status: 'failed', ended_at: null })
    const ended_at = hoursAgo(24.5)
    const told = { ...old, ...ended, ended_at }
    expect(await report(told)).toMatchObject({ id, status: 'completed', latency_ms: 900, ended_at })
    expect(await report({ ...told, status: 'failed' })).toMatchObject({ status: 'completed' })
  })

  test('counts towards the success rate once it has ended; without any the rate is null', async ({ api }) => {
    const organizationId = await api.organization()
    const reporter = await program(api, organizationId, 'translation-sessions:write')
    const owner = await api.signedIn('organization_admin', { organizationId })
    const figures = async () => (await owner.call(operationalMetrics.overview, {})).reply.metrics
    expect(await figures()).toMatchObject({
      total_sessions: 0,
      success_rate: null,
      avg_latency_ms: null,
      latency: { end_to_end: { count: 0, average: null, p50: null, p95: null, p99: null } },
    })
    for (const status of ['completed', 'completed', 'failed', 'active'])
      await reporter.call(translationSessions.report, { body: reported({ status, latency_ms: 1_000 }) })
    expect(await figures()).toMatchObject({ total_sessions: 4, success_rate: 66.67, active_sessions: 1 })
  })
})
