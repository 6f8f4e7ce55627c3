import { describe, expect } from 'vitest'
import { operationalMetrics } from '#contract/operational-metrics.ts'
import { test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { register } from '#tests/fixtures/live.ts'
import { clientOf } from '../../../scripts/simulate/client.ts'
import { simulate } from '../../../scripts/simulate/traffic.ts'

describe('simulated traffic', () => {
  test('moves the figures through the public API, and leaves no session open', async ({ api }) => {
    const organizationId = await api.organization()
    const admin = await api.signedIn('super_admin')
    const device = await register(admin, organizationId)
    await api.db.updateTable('devices').set({ status: 'online' }).where('id', '=', device).execute()
    const { url } = await listening(api)
    const key = await apiKey(
      api,
      organizationId,
      'translation-sessions:write',
      'devices:read',
      'devices:write',
    )
    const { done, refusals } = await simulate({
      program: clientOf(url, key),
      rate: 1_500,
      minutes: 0.05,
      longest: 1,
      stopping: new AbortController().signal,
    })
    expect([...refusals]).toEqual([])
    const started = done['translation sessions started'] ?? 0
    expect(started).toBeGreaterThan(10)
    expect(done['devices that came or went']).toBeGreaterThan(1)
    const owner = await api.signedIn('organization_admin', { organizationId })
    const { metrics } = (await owner.call(operationalMetrics.overview, {})).reply
    expect(metrics).toMatchObject({ total_sessions: started, active_sessions: 0 })
    expect(metrics.latency.end_to_end.count).toBe(started)
  })
})
