// @module-tag clock

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { system } from '#contract/platform/system.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { enforceRetention, sealWaiting, verifyStep } from '#server/modules/platform/index.ts'
import { parseRetentionDays } from '#server/retention-days.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const round = ({ services }: Api, retention: string) =>
  enforceRetention({ ...services, config: { ...services.config, RETENTION: parseRetentionDays(retention) } })

const countOf = async ({ db }: Api, table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)).rows[0]
    ?.count

const violation = ({ db }: Api, timestamp: string) =>
  db.insertInto('rate_limit_violations').values({ id: uuid(), timestamp, endpoint: '/x', limit: 1 }).execute()

describe('a retention run', () => {
  test('removes what is older than its retention, and nothing else', async ({ api }) => {
    for (const days of [1, 9, 11, 400]) await violation(api, daysAgo(days))
    await round(api, 'rate-limit-violations:0')
    expect(await countOf(api, 'rate_limit_violations')).toBe(4)
    await round(api, 'rate-limit-violations:10')
    expect(await countOf(api, 'rate_limit_violations')).toBe(2)
    const logs = await api.db
      .selectFrom('activity_logs')
      .select(['resource_id', 'details'])
      .where('action', '=', 'expire')
      .execute()
    expect(logs).toMatchObject([
      { resource_id: 'rate-limit-violations', details: { removed: 2, kept_days: 10 } },
    ])
  })

  test('drops whole months of large tables, and keeps the months that are not over', async ({ api }) => {
    const visit = (ts: string) =>
      api.db
        .insertInto('page_visits')
        .values({
          organization_id: serviceOrganization,
          id: uuid(),
          visitor_id: 'v',
          person_id: null,
          path: '/',
          ts,
        })
        .execute()
    for (const days of [0, 100, 200]) await visit(daysAgo(days))
    const months = async () =>
      (
        await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
          where inhparent = 'page_visits'::regclass`.execute(api.db)
      ).rows.map(({ name }) => name)
    const before = await months()
    await round(api, 'visits:150')
    expect(await countOf(api, 'page_visits')).toBe(2)
    const gone = before.filter(name => name !== 'page_visits_other').sort()
    const left = await months()
    expect(left).toContain('page_visits_other')
    expect(left).toContain(`page_visits_${daysAgo(100).slice(0, 7).replace('-', '_')}`)
    expect(gone.filter(name => !left.includes(name)).length).toBeGreaterThan(0)
    await visit(daysAgo(200))
    expect(await countOf(api, 'page_visits')).toBe(3)
    await round(api, 'visits:150')
    expect(await countOf(api, 'page_visits')).toBe(2)
  })

  test('erases the text of old activity logs and keeps their seals intact', async ({ api }) => {
    const { db } = api
    const [old, young] = [uuid(), uuid()]
    for (const [id, timestamp] of [
      [old, daysAgo(60)],
      [young, daysAgo(10)],
    ] as const) {
      await db
        .insertInto('activity_logs')
        .values({
          id,
          timestamp,
          organization_id: serviceOrganization,
          action: 'update',
          resource_type: 'devices',
          details: '{"name":"Kitchen"}',
          user_email: 'somebody@example.org',
          ip: '192.0.2.7',
        })
        .execute()
      await db
        .insertInto('unsealed_activity_logs')
        .values({ id, timestamp, organization_id: serviceOrganization })
        .execute()
    }
    await sealWaiting(db)
    await round(api, 'activity-logs:30')
    const texts = await sql<{ id: string; text: string }>`
      select id, concat(user_email, ip, details) as text from activity_logs
      where id in (${old}, ${young})`.execute(db)
    expect(texts.rows.find(({ id }) => id === old)?.text).toBe('{}')
    expect(texts.rows.find(({ id }) => id === young)?.text).toContain('somebody@example.org')
    const step = await verifyStep(db, 0)
    expect(step).toMatchObject({ fault: null, erased: 1 })
  })
})

describe('the system status', () => {
  test('shows which adapters are on and the state of the components', async ({ api }) => {
    await round(api, '')
    const operator = await api.signedIn('operator')
    const { status, reply } = await operator.call(system.status)
    expect(status).toBe(200)
    const part = (name: string) => reply.parts.find(({ part }) => part === name)
    expect(part('voices')).toMatchObject({ embedded: true, state: 'ok' })
    expect(part('transcription')).toMatchObject({ embedded: true, state: 'ok' })
    expect(part('chat')).toMatchObject({ embedded: true, state: 'ok' })
    expect(part('sms')).toMatchObject({ embedded: false, state: 'not_configured' })
    expect(part('fan_out')).toMatchObject({ adapter: null, embedded: true })
    expect(part('mail')).toMatchObject({ embedded: true, state: 'ok' })
    expect(part('replica')).toEqual({
      part: 'replica',
      adapter: null,
      embedded: false,
      state: 'not_configured',
    })
    expect(part('figures')).toEqual({ part: 'figures', adapter: null, embedded: true, state: 'ok' })
    expect(reply.figures_copy).toBe(null)
    expect(reply.database.size_bytes).toBeGreaterThan(1_000_000)
    expect(reply.ladder).toMatchObject({ alarms_processed: true })
    expect(reply.backup).toBe(null)
    expect(reply.retention.find(({ kind }) => kind === 'transcripts')).toMatchObject({
      kept_days: 730,
      removed: 0,
      finished_at: expect.stringMatching(/Z$/),
    })
    expect((await (await api.signedIn('analyst')).call(system.status)).status).toBe(403)
  })
})
