import { describe, expect } from 'vitest'
import { attention } from '#contract/alerts/attention.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { watchdog } from '#server/modules/alerts/watchdog.ts'
import { runWorkerOnce } from '#server/modules/alerts/worker.ts'
import { test } from '#tests/fixtures/api.ts'
import { alarm, configure, giveLadder, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'

describe('a ladder that is more than 30 seconds late', () => {
  test('is reported to everyone, and stops the heartbeat until it has caught up', async ({ api }) => {
    await api.services.jobs.stop()
    const outside = await httpReceiver()
    await configure(api, { HEARTBEAT_URL: outside.url })
    const look = watchdog(api.services)
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms' }])
    const { id } = await alarm(elsa)
    await look()
    expect(outside.received).toHaveLength(1)
    expect((await owner.call(readiness.status)).reply).toMatchObject({
      alarms_processed: true,
      heartbeat_configured: true,
    })

    const late = new Date(Date.now() - 31_000).toISOString()
    await api.db.updateTable('deliveries').set({ due_at: late }).where('alert_id', '=', id).execute()
    await look()
    await look()
    expect(outside.received).toHaveLength(1)
    const { reply } = await owner.call(readiness.status)
    expect(reply.alarms_processed).toBe(false)
    expect(reply.lag_seconds).toBeGreaterThan(30)
    const { items } = (await owner.call(attention.list)).reply
    expect(items[0]).toMatchObject({ kind: 'alarms_not_processed', severity: 'critical', count: 1 })

    await runWorkerOnce(api.services)
    await look()
    expect(outside.received).toHaveLength(2)
    const admin = await api.signedIn('super_admin')
    const query = { action: ['ladder_late', 'ladder_recovered'] }
    const { logs } = (await admin.call(activityLogs.list, { query })).reply
    expect(logs.map(({ action }) => action)).toEqual(['ladder_recovered', 'ladder_late'])
  })
})
