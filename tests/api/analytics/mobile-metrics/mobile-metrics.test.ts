// @module-tag clock

import { describe, expect } from 'vitest'
import { emergency } from '#contract/alerts/emergency.ts'
import { mobileMetrics } from '#contract/analytics/mobile-metrics.ts'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { healthQuick } from '#contract/care/health-quick.ts'
import { test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

describe('the figures of the app', () => {
  test('cover the people whom the caller looks after', async ({ api }) => {
    const [elsa, otto] = [await api.signedIn('elderly_user'), await api.signedIn('elderly_user')]
    const carer = await api.signedIn('caregiver', { organizationId: elsa.organizationId })
    await assigned(api, elsa, carer)
    for (const one of [elsa, otto]) {
      await one.call(healthQuick.checkin, { body: { feeling: 'good' } })
      await one.call(emergency.trigger, { body: {} })
      await one.call(elderlyDashboard.assignTask, { body: { title: 'Shop', due_at: '2020-01-01T00:00:00Z' } })
    }
    expect((await carer.call(mobileMetrics.dashboard)).reply).toMatchObject({
      people: 1,
      checked_in_today: 1,
      open_alerts: 1,
      not_covered: 1,
      open_tasks: 1,
      overdue_tasks: 1,
      messages_24h: 0,
    })
    expect((await carer.call(mobileMetrics.live)).reply).toMatchObject({
      open_alerts: 1,
      devices_heard: 0,
      last_minute: { entries: 1 },
    })
    const query = { user_id: String(otto.userId) }
    expect((await carer.call(mobileMetrics.dashboard, { query })).status).toBe(404)
    expect((await carer.call(mobileMetrics.live, { query })).status).toBe(404)
  })

  test('report the state of the components', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    expect((await elsa.call(mobileMetrics.systemHealth)).reply).toMatchObject({
      status: 'healthy',
      database_healthy: true,
      redis_healthy: null,
      alarms_healthy: true,
    })
    const { status, reply } = await api.nobody.call(mobileMetrics.health)
    expect([status, reply.status]).toEqual([200, 'ok'])
    expect(Math.abs(Date.parse(reply.time) - Date.now())).toBeLessThan(5_000)
  })
})
