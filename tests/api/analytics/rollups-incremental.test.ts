// @module-tag thorough
// @module-tag clock-deep

import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { metrics } from '#contract/analytics/metrics.ts'
import type { Db } from '#server/db/open.ts'
import { keepRollupsCurrent, refreshRollups } from '#server/rollups/refresh.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { fromScratch, rolledUp } from '#tests/fixtures/rollups.ts'

const MINUTE = 60_000
const FIVE_MINUTES = 5 * MINUTE
const deep = Boolean(process.env.DEEP)

/** Minutes before now, from two days ago to the next minutes. */
const minutesAgo = fc.oneof(fc.integer({ min: -12, max: 40 }), fc.integer({ min: -12, max: 2_880 }))
/** Ends of what a refresh rolls up, also in another order, as if instances' clocks differed. */
const until = fc.oneof(minutesAgo, fc.constant(Number.NEGATIVE_INFINITY))
const write = fc.oneof(
  fc.record({ act: fc.constant('insert' as const), minutesAgo, rows: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('shift' as const), by: fc.integer({ min: -30, max: 30 }) }),
  fc.record({ act: fc.constant('change' as const) }),
  fc.record({ act: fc.constant('delete' as const) }),
)
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never
const round = fc.oneof(
  fc.record({
    kind: fc.constant('writes' as const),
    writes: fc.array(write, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('refresh' as const), until }),
  fc.record({
    kind: fc.constant('refresh while writing' as const),
    until,
    writes: fc.array(write, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('refresh before a commit' as const),
    until,
    writes: fc.array(write, { minLength: 1, maxLength: 3 }),
  }),
)

/** Two organizations with people and devices of which rows tell. */
async function subjects(api: Api) {
  const organizations = [await api.organization(), await api.organization()]
  const members = Array.from({ length: 3 }, () => uuid())
  let turn = 0
  return () => {
    turn += 1
    return {
      organization_id: organizations[turn % 2] as string,
      member: members[turn % 3] as string,
      turn,
    }
  }
}
type NextSubject = Awaited<ReturnType<typeof subjects>>

/** Some rows of a table, in all tables about every third. */
const some = sql`abs(hashtext(id::text)) % 3 = 0`

/** Writes events and sessions as late, repeated, changed and deleted rows. */
async function perform(db: Db, next: NextSubject, given: Write): Promise<void> {
  if (given.act === 'insert') {
    const at = new Date(Date.now() - given.minutesAgo * MINUTE).toISOString()
    for (let row = 0; row < given.rows; row += 1) {
      const { organization_id, member, turn } = next()
      await sql`insert into device_events (organization_id, id, device_id, person_id, type, ts)
        values (${organization_id}, ${uuid()}, ${member}, ${member}, ${turn % 5 ? 'heartbeat' : 'fall'}, ${at})`.execute(
        db,
      )
      await sql`insert into translation_sessions (organization_id, id, source_language, target_language, mode,
          region, status, transcription_ms, model_ms, speech_ms, latency_ms, started_at)
        values (${organization_id}, ${uuid()}, 'en', 'es', 'medical', 'Europe',
          ${turn % 4 ? 'completed' : 'failed'}, 10, 20, ${turn}, ${turn + 30}, ${at})`.execute(db)
    }
  } else if (given.act === 'shift') {
    const by = sql`make_interval(mins => ${given.by})`
    await sql`update device_events set ts = ts + ${by} where ${some}`.execute(db)
    await sql`update translation_sessions set started_at = started_at + ${by} where ${some}`.execute(db)
  } else if (given.act === 'change') {
    await sql`update device_events set type = 'button' where ${some}`.execute(db)
    await sql`update translation_sessions set latency_ms = latency_ms + 7, status = 'failed' where ${some}`.execute(
      db,
    )
  } else {
    await sql`delete from device_events where ${some}`.execute(db)
    await sql`delete from translation_sessions where ${some}`.execute(db)
  }
}

const endOf = (minutesAgo: number) =>
  Math.floor((Date.now() - minutesAgo * MINUTE) / FIVE_MINUTES) * FIVE_MINUTES

describe('a refresh', () => {
  test('adds what is new and recomputes what changed, to the same result as from scratch', {
    timeout: deep ? 900_000 : 300_000,
  }, async ({ api }) => {
    const { db } = api.services.database
    const analyst = await api.signedIn('analyst')
    const next = await subjects(api)

    async function expectFiguresToMatchRows() {
      const { reply } = await analyst.call(metrics.performance, { query: { hours_back: 50 } })
      const { rows } = await sql<{ at: string; count: number }>`
        select date_trunc('hour', started_at, 'UTC') as at, count(*)::int as count from translation_sessions
        where started_at >= ${reply.period.from} and started_at < ${reply.period.to} group by 1 order by 1`.execute(
        db,
      )
      const shown = reply.hours.filter(hour => hour.translation_sessions > 0)
      expect(shown.map(hour => ({ at: hour.at, count: hour.translation_sessions }))).toEqual(rows)
    }

    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 12 }), async rounds => {
        await sql`delete from device_events`.execute(db)
        await sql`delete from translation_sessions`.execute(db)
        await refreshRollups(db)
        for (const given of rounds) {
          const writes = async (on: Db) => {
            for (const one of 'writes' in given ? given.writes : []) await perform(on, next, one)
          }
          const refresh = async () => {
            if ('until' in given) await refreshRollups(db, endOf(given.until))
          }
          if (given.kind === 'refresh while writing') await Promise.all([writes(db), refresh()])
          else if (given.kind === 'refresh before a commit')
            await db.transaction().execute(async writer => {
              await writes(writer)
              await refresh()
            })
          else {
            await writes(db)
            await refresh()
          }
          await expectFiguresToMatchRows()
        }
        await refreshRollups(db)
        const kept = await rolledUp(api)
        expect((await sql`select from rollup_invalidations`.execute(db)).rows).toHaveLength(0)
        expect(kept).toEqual(await fromScratch(api))
      }),
      { numRuns: deep ? 400 : 12, endOnFailure: true },
    )
  })

  test('reads each row of a running day only once, and leaves out the slot that still receives rows', async ({
    api,
  }) => {
    const { db } = api.services.database
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const next = await subjects(api)
    await sql`delete from device_events`.execute(db)
    await refreshRollups(db)
    const rollUp = keepRollupsCurrent(db)
    const counted = async () => {
      const { rows } = await sql<{
        count: number
      }>`select coalesce(sum((cells -> 'all' -> '' ->> 0)::int), 0)::int as count
        from rollup_cells where source = 'device-events' and grain = 'hour'`.execute(db)
      return rows[0]?.count
    }
    await perform(db, next, { act: 'insert', minutesAgo: 11, rows: 2 })
    await perform(db, next, { act: 'insert', minutesAgo: 0, rows: 3 })
    await rollUp(new AbortController().signal)
    expect(await counted()).toBe(2)
    const { rows: pending } = await sql`
      select distinct hour, slot from rollup_invalidations where source = 'device-events'`.execute(db)
    expect(pending).toHaveLength(1)

    // Behind the triggers' back, so that only a refresh that reads them again would miss them.
    await sql`set session_replication_role = replica; delete from device_events where ts < now() - interval '10 minutes';
      set session_replication_role = default`.execute(db)
    await refreshRollups(db)
    expect(await counted()).toBe(5)
  })
})
