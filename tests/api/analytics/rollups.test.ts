// @module-tag thorough
// @module-tag clock-deep

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { conversationAnalytics } from '#contract/analytics/conversation-analytics.ts'
import { metrics } from '#contract/analytics/metrics.ts'
import { usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { conversations, readRollups, requestedRange } from '#server/rollups/index.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { answers } from '#tests/fixtures/analytics-calls.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { fromScratch, rolledUp } from '#tests/fixtures/rollups.ts'

const setZone = ({ db }: Api, time_zone: string) =>
  db.updateTable('organizations').set({ time_zone }).where('id', '=', serviceOrganization).execute()

const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

describe('rollups', () => {
  test('are computed without JIT, whatever the server’s default', async ({ api: { db } }) => {
    const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db)
    expect(rows).toEqual([{ jit: 'off' }])
  })

  test('are as if computed from scratch, whatever was written late, twice, changed or deleted', async ({
    api,
  }) => {
    await fillApi(api, { scale: 0.01 })
    const { db } = api.services.database
    // So that sets have more than one piece.
    await sql`alter table rollup_numbers alter number restart with 4090`.execute(db)
    await refreshRollups(db)
    expect(await rolledUp(api)).toEqual(await fromScratch(api))

    const random = sql`random() < 0.05`
    await sql`update translation_sessions set status = 'failed', latency_ms = 3000 where ${random}`.execute(
      db,
    )
    await sql`update messages set emotion = 'sad', sentiment = -0.7, context = 'fall' where type = 'user' and ${random}`.execute(
      db,
    )
    await sql`update safety_incidents set risk_score = 0.9 where ${random}`.execute(db)
    await sql`delete from device_events where ${random}`.execute(db)
    await sql`update device_events set ts = ts - interval '40 days' where ${random}`.execute(db)
    await sql`update page_visits set visitor_id = 'someone' where ${random}`.execute(db)
    await sql`delete from page_visits where ${random}`.execute(db)
    await sql`update conversations set topics = '{garden,weather}', highest_risk = 0.75 where ${random}`.execute(
      db,
    )
    await sql`insert into translation_sessions select organization_id, gen_random_uuid(), person_id, target_language,
      source_language, mode, region, status, transcription_ms, model_ms, speech_ms, latency_ms, started_at, ended_at
      from translation_sessions where ${random}`.execute(db)
    await refreshRollups(db)
    const kept = await rolledUp(api)
    expect((await sql`select from rollup_invalidations`.execute(db)).rows).toHaveLength(0)
    expect(kept).toEqual(await fromScratch(api))
    expect(kept.length).toBeGreaterThan(1_000)
  })

  test('always match the rows, for staff and for a customer', async ({ api }) => {
    const { db } = api.services.database
    const analyst = await api.signedIn('analyst')
    const { rows } = await sql<{ id: string }>`select organization_id as id from conversations
      group by 1 order by count(*) desc limit 1`.execute(db)
    // The clock stands still: an hour ago moves on between the two readings.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const customer = await api.signedIn('organization_admin', { organizationId: rows[0]?.id as string })
    await sql`insert into rollup_invalidations (source, hour) select distinct source, bucket from rollup_cells where grain = 'hour'`.execute(
      db,
    )
    // As if half of them were never rolled up.
    await sql`delete from rollup_numbers where number % 2 = 0`.execute(db)
    const fromRows = [await answers(analyst), await answers(customer)]
    await refreshRollups(db)
    expect([await answers(analyst), await answers(customer)]).toEqual(fromRows)
    expect(fromRows[0]).not.toEqual(fromRows[1])
  })

  test('are right for each hour, whether rolled up, cut off at an end, or changed just now', async ({
    api,
  }) => {
    const { db } = api.services.database
    const analyst = await api.signedIn('analyst')
    const shift = sql`update translation_sessions set started_at = now() - random() * interval '30 hours'
      where id in (select id from translation_sessions order by random() limit 60)`
    await shift.execute(db)
    await refreshRollups(db)
    await shift.execute(db)
    const { reply } = await analyst.call(metrics.performance, { query: { hours_back: 26 } })
    const { rows } = await sql<{ at: string; count: number; mean: number | null }>`
      select date_trunc('hour', started_at, 'UTC') as at, count(*) as count, round(avg(latency_ms)) as mean
      from translation_sessions where started_at >= ${reply.period.from} and started_at < ${reply.period.to}
      group by 1 order by 1`.execute(db)
    const told = reply.hours.filter(hour => hour.translation_sessions > 0)
    expect(told.map(hour => [hour.at, hour.translation_sessions, hour.average_translation_ms])).toEqual(
      rows.map(({ at, count, mean }) => [at, count, mean === null ? null : Number(mean)]),
    )
    expect(sumOf(told.map(hour => hour.translation_sessions))).toBeGreaterThan(60)
  })

  for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns']) {
    test(`cut days in ${zone}, across its clock changes`, async ({ api }) => {
      const { db } = api.services.database
      await setZone(api, zone)
      await refreshRollups(db)
      const analyst = await api.signedIn('analyst')
      const { reply } = await analyst.call(conversationAnalytics.timeline, { query: { days: 370 } })
      const { rows } = await sql<{ date: string; count: number }>`
        select (started_at at time zone ${zone}::text)::date::text as date, count(*) as count from conversations
        where started_at >= ${reply.period.from} group by 1 order by 1`.execute(db)
      expect(reply.period.time_zone).toBe(zone)
      expect(reply.timeline.filter(({ count }) => count > 0)).toEqual(rows)

      const active = await analyst.call(usageMetrics.dailyActiveUsers, { query: { days: 370 } })
      const people = await sql<{ date: string; count: number }>`
        select (ts at time zone ${zone}::text)::date::text as date, count(distinct person_id) as count from (
          select ts, person_id from messages where type = 'user' union all
          select started_at, person_id from translation_sessions union all
          select ts, person_id from device_events union all
          select "timestamp", actor_id from activity_logs where action = 'login') as traces
        where ts >= ${active.reply.period.from} and person_id is not null group by 1 order by 1`.execute(db)
      expect(active.reply.daily_active_users.filter(({ count }) => count > 0)).toEqual(people.rows)
    })
  }

  test('find the members of running counts by an index, however many others have numbers', async ({
    api,
  }) => {
    const { db } = api.services.database
    await sql`insert into rollup_numbers (member_id) select gen_random_uuid() from generate_series(1, 50000)`.execute(
      db,
    )
    await sql`analyze rollup_numbers`.execute(db)
    const call = { grant: { reach: 'all' }, services: api.services } as AuthenticatedCall
    const span = await requestedRange({ query: { days: 90 }, db })
    const plan = await readRollups(call, span, async (reader, db) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
        select from ${await reader.members(conversations, 'people')} as m`.execute(db)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('member_running_counts')
    expect(plan).not.toContain('Seq Scan on rollup_numbers')
  })

  test('lose nothing when a refresh fails half-way', async ({ api }) => {
    const { db } = api.services.database
    await setZone(api, 'UTC')
    await refreshRollups(db)
    const before = await rolledUp(api)
    await sql`insert into rollup_invalidations (source, hour) select distinct source, bucket from rollup_cells where grain = 'hour'`.execute(
      db,
    )
    await sql`alter table rollup_members add constraint full_disk check (source <> 'turns') not valid`.execute(
      db,
    )
    await expect(refreshRollups(db)).rejects.toThrow('full_disk')
    await sql`alter table rollup_members drop constraint full_disk`.execute(db)
    expect((await sql`select from rollup_invalidations`.execute(db)).rows.length).toBeGreaterThan(0)
    await refreshRollups(db)
    expect(await rolledUp(api)).toEqual(before)
  })

  test('miss no row of a writer that commits during a refresh', async ({ api }) => {
    const { db } = api.services.database
    const organization_id = await api.organization()
    const write = (id: string) => ({
      id,
      organization_id,
      device_id: uuid(),
      type: 'heartbeat',
      ts: new Date().toISOString(),
    })
    await db.transaction().execute(async writer => {
      await writer.insertInto('device_events').values(write(uuid())).execute()
      await db.insertInto('device_events').values(write(uuid())).execute()
      await refreshRollups(db)
    })
    await refreshRollups(db)
    const { rows } = await sql<{ count: number }>`select (cells -> 'all' -> '' ->> 0)::int as count
      from rollup_cells where organization_id = ${organization_id} and source = 'device-events'`.execute(db)
    expect(rows[0]?.count).toBe(2)
  })

  test('have sets of months that are the union of their days, whichever version rolled these up', async ({
    api,
  }) => {
    await setZone(api, 'Europe/Berlin')
    const { db } = api.services.database
    await refreshRollups(db)
    const differing = async () => {
      const { rows } = await sql`
        with together as (
          select source, kind, date_trunc('month', bucket, 'Europe/Berlin') as bucket, piece, bit_or(bits) as bits
          from rollup_sets where grain = 'day' group by 1, 2, 3, 4),
        months as (select source, kind, bucket, piece, bits from rollup_sets where grain = 'month')
        (table together except table months) union all (table months except table together)`.execute(db)
      return rows.length
    }
    const months = await sql`select from rollup_sets where grain = 'month'`.execute(db)
    expect(months.rows.length).toBeGreaterThan(20)
    expect(await differing()).toBe(0)

    // An instance of an earlier version knows days and hours only.
    const some = sql`grain = 'day' and ctid in (select ctid from rollup_sets where grain = 'day' order by random() limit 40)`
    await sql`delete from rollup_sets where ${some}`.execute(db)
    expect(await differing()).toBe(0)
    await sql`update rollup_sets set bits = ~bits where ${some}`.execute(db)
    expect(await differing()).toBe(0)
    await sql`insert into rollup_sets select source, kind, grain, bucket, piece + 7, bits from rollup_sets where ${some}`.execute(
      db,
    )
    expect(await differing()).toBe(0)
  })
})
