import { sql } from 'kysely'
import { afterEach, describe, expect, vi } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { test } from '#tests/fixtures/api.ts'
import { alarm, configure, giveLadder, hook, household, isDone, recordWhen } from '#tests/fixtures/ladders.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'

/** Within the hour for which a test's session is valid. */
const apartMs = 45 * 60_000

afterEach(() => void vi.useRealTimers())

describe.each([
  ['fast', apartMs],
  ['slow', -apartMs],
])('an instance with a %s clock', (_, apart) => {
  test('calls at once, and keeps the database’s time', async ({ api }) => {
    const system = await httpReceiver()
    await configure(api, {})
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [{ who: 'webhooks', channel: 'webhook' }], 600)
    await hook(owner, `${system.url}/alarm`)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart })
    const { id } = await alarm(elsa)
    await recordWhen(owner, id, isDone)
    expect(system.received).toHaveLength(1)
    const acknowledged = await owner.call(alerts.acknowledge, { params: { id }, body: {} })
    expect(acknowledged.status).toBe(200)

    const { rows } = await sql<{ raised: number; acknowledged: number; event: number; rearm: number }>`
      select extract(epoch from now() - raised_at)::float8 as raised,
        extract(epoch from now() - acknowledged_at)::float8 as acknowledged,
        (select max(abs(extract(epoch from now() - ts)))::float8 from alert_events where alert_id = ${id}) as event,
        extract(epoch from rearm_at - now())::float8 as rearm
      from alerts where id = ${id}`.execute(api.db)
    const [row] = rows
    for (const seconds of [row?.raised, row?.acknowledged, row?.event]) {
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(seconds).toBeLessThan(60)
    }
    expect(row?.rearm).toBeGreaterThan(540)
    expect(row?.rearm).toBeLessThanOrEqual(600)
  })
})
