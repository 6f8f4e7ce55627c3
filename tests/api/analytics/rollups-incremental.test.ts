// @module-tag thorough
// @module-tag clock-deep

import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { metrics } from '#contract/analytics/metrics.ts'
import type { Db } from '#server/db/open.ts'
import { keepRollupsCurrent, refreshRollups } from '#server/rollups/refresh.ts'
import { test } from '#tests/fixtures/api.ts'
import { endOf, minutesAgo, perform, subjects, write } from '#tests/fixtures/rollup-writes.ts'
import { fromScratch, rolledUp } from '#tests/fixtures/rollups.ts'

const deep = Boolean(process.env.DEEP)

/** Ends of what a refresh rolls up, also in another order, as if instances' clocks differed. */
const until = fc.oneof(minutesAgo, fc.constant(Number.NEGATIVE_INFINITY))
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
