import { describe, expect } from 'vitest'
import { operationalMetrics } from '#contract/operational-metrics.ts'
import type { Scope } from '#contract/permissions.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { register } from '#tests/fixtures/live.ts'
import { actsOf, scopesNeeded } from '../../../scripts/simulate/acts.ts'
import { clientOf } from '../../../scripts/simulate/client.ts'
import { simulate } from '../../../scripts/simulate/traffic.ts'

const stopping = new AbortController().signal

/** A customer with a device that an elderly user wears, a key for their devices, and an admin of the service. */
async function scene(api: Api, scopes: readonly Scope[] = scopesNeeded) {
  const owner = await api.signedIn('organization_admin')
  const { organizationId } = owner
  const admin = await api.signedIn('super_admin')
  const wearer = await api.signedIn('elderly_user', { organizationId })
  const device = await register(admin, organizationId)
  await api.db
    .updateTable('devices')
    .set({ status: 'online', person_id: wearer.id })
    .where('id', '=', device)
    .execute()
  const { url } = await listening(api)
  const program = clientOf(url, await apiKey(api, organizationId, ...scopes))
  return { owner, program, admin: clientOf(url, admin.token) }
}

const sessions = async (owner: Caller) => (await owner.call(operationalMetrics.overview, {})).reply.metrics

describe('simulated traffic', () => {
  test('moves the figures through the public API at its rate, and leaves no session open', async ({
    api,
  }) => {
    const { owner, ...actors } = await scene(api)
    const { done, refusals, achieved } = await simulate({
      ...actors,
      rate: 1_500,
      minutes: 0.04,
      longest: 1,
      stopping,
    })
    expect(refusals).toEqual({})
    expect(achieved).toBeGreaterThan(500)
    expect(done['device events']).toBeGreaterThan(0)
    expect(done['visits of public pages']).toBeGreaterThan(0)
    const started = done['translation sessions started'] ?? 0
    expect(started).toBeGreaterThan(0)
    const metrics = await sessions(owner)
    expect(metrics).toMatchObject({ total_sessions: started, active_sessions: 0 })
    expect(metrics.latency.end_to_end.count).toBe(started)
  })

  test('does all that devices and people do', async ({ api }) => {
    const { owner: _, ...actors } = await scene(api)
    const done = new Set<string>()
    const attempt = async (what: string, work: () => Promise<unknown>) => {
      await work()
      done.add(what)
      return true
    }
    for (const [, act] of await actsOf({ ...actors, longest: 0, stopping, attempt })) await act()
    expect([...done].sort()).toEqual([
      'check-ins',
      'conversations begun',
      'conversations ended',
      'device events',
      'devices that came or went',
      'test alerts',
      'translation sessions ended',
      'translation sessions started',
      'turns of conversations',
      'visits of public pages',
    ])
  })

  test('counts what is refused, and goes on', async ({ api }) => {
    const { program } = await scene(api, ['devices:read'])
    const { done, refusals } = await simulate({ program, rate: 6_000, minutes: 0.01, longest: 0, stopping })
    expect(Object.keys(done)).toEqual(['visits of public pages'])
    const [text, count] = Object.entries(refusals).find(([text]) => text.includes('/api/device/event:')) ?? []
    expect(text).toMatch(/^POST \/api\/device\/event: 403 /)
    expect(count).toBeGreaterThan(1)
  })
})
