// @module-tag thorough

import { describe, expect, onTestFinished, vi } from 'vitest'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import type { Scope } from '#contract/kit/permissions.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { apiKey } from '#tests/fixtures/api-keys.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { register } from '#tests/fixtures/live.ts'
import { createActions, scopesNeeded } from '../../../scripts/simulate/actions.ts'
import { createClient } from '../../../scripts/simulate/client.ts'
import { readFlags } from '../../../scripts/simulate/flags.ts'
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
  const program = createClient(url, await apiKey(api, organizationId, ...scopes))
  const anonymous = (token?: string) => createClient(url, token)
  return { owner, program, admin: anonymous(admin.token), anonymous }
}

const sessions = async (owner: Caller) => (await owner.call(operationalMetrics.overview, {})).reply.metrics

describe('simulated traffic', () => {
  test('changes the figures through the public API at its rate, and leaves no session open', async ({
    api,
  }) => {
    const { owner, program, admin } = await scene(api)
    const { done, refusals, achieved } = await simulate({
      program,
      admin,
      rate: 1_500,
      minutes: 0.04,
      longest: 1,
      stopping,
    })
    expect(refusals).toEqual({})
    expect(achieved).toBeGreaterThan(500)
    expect(done['device events']).toBeGreaterThan(0)
    expect(done['visits to public pages']).toBeGreaterThan(0)
    const started = done['translation sessions started'] ?? 0
    expect(started).toBeGreaterThan(0)
    const metrics = await sessions(owner)
    expect(metrics).toMatchObject({ total_sessions: started, active_sessions: 0 })
    expect(metrics.latency.end_to_end.count).toBe(started)
    const alarms = await api.db.selectFrom('alerts').select('type').where('test', '=', false).execute()
    expect(alarms).toEqual([])
  })

  test('covers everything that devices and people do', async ({ api }) => {
    const { owner: _, ...actors } = await scene(api)
    vi.spyOn(Math, 'random').mockReturnValue(0.3)
    onTestFinished(() => void vi.mocked(Math.random).mockRestore())
    const done = new Set<string>()
    const attempt = async (what: string, work: () => Promise<unknown>) => {
      await work()
      done.add(what)
      return true
    }
    for (const [, act] of await createActions({ ...actors, longest: 0, stopping, attempt })) await act()
    const { reply } = await (await api.signedIn('analyst')).call(revenueAnalytics.summary)
    expect(reply).toMatchObject({ monthly_recurring_revenue: 10, active_subscriptions: 1 })
    expect([...done].sort()).toEqual([
      'check-ins',
      'conversation turns',
      'conversations ended',
      'conversations started',
      'device events',
      'devices registered or removed',
      'farewells',
      'plans paid for',
      'sign-ups',
      'test alerts',
      'translation sessions ended',
      'translation sessions started',
      'visits to public pages',
    ])
  })

  test('counts refusals, and continues', async ({ api }) => {
    const { program } = await scene(api, ['devices:read'])
    const { done, refusals } = await simulate({ program, rate: 6_000, minutes: 0.01, longest: 0, stopping })
    expect(Object.keys(done)).toEqual(['visits to public pages'])
    const [text, count] = Object.entries(refusals).find(([text]) => text.includes('/api/device/event:')) ?? []
    expect(text).toMatch(/^POST \/api\/device\/event: 403 /)
    expect(count).toBeGreaterThan(1)
  })

  test('fails without a server, and names the address that it tried', async () => {
    const program = createClient('http://127.0.0.1:1')
    await expect(simulate({ program, rate: 60, minutes: 1, stopping })).rejects.toThrow(
      'No server answers at http://127.0.0.1:1',
    )
  })
})

describe('the flags of simulated traffic', () => {
  const read = (...args: string[]) => readFlags(args, {})

  test('have defaults, and read names and secrets from the environment as well', () => {
    expect(read('--password', 'secret')).toMatchObject({
      rate: 60,
      minutes: 5,
      url: 'http://127.0.0.1:4000',
      user: 'admin',
      signUps: true,
    })
    const told = readFlags(['--url', 'https://console.example/', '--no-sign-ups'], {
      API_KEY: 'vdk_1',
      ADMIN_USERNAME: 'anna',
    })
    expect(told).toMatchObject({ key: 'vdk_1', user: 'anna', url: 'https://console.example', signUps: false })
  })

  test('that are invalid are refused with a sentence that says what is valid', () => {
    expect(() => read()).toThrow('Specify --password of an admin, or --key')
    for (const [flag, value, said] of [
      ['--rate', '0', '--rate must be a number above 0 and at most 100000, not "0"'],
      ['--rate', 'many', 'not "many"'],
      ['--rate', 'Infinity', 'not "Infinity"'],
      ['--minutes', '', '--minutes must be a number'],
      ['--url', 'console', '--url must be an address like http://127.0.0.1:4000, not "console"'],
      ['--url', 'ftp://console', 'not "ftp://console"'],
      ['--speed', '9', "Unknown option '--speed'"],
    ] as const)
      expect(() => read(flag, value)).toThrow(said)
  })
})
