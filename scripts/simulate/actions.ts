import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { alerts } from '#contract/alerts/alerts.ts'
import { publicPaths, visits } from '#contract/analytics/visits.ts'
import { checkouts } from '#contract/billing/checkouts.ts'
import { PlanId } from '#contract/billing/plans.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { wellness } from '#contract/care/wellness.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import {
  CapabilityMode,
  translationLanguages,
  translationSessions,
} from '#contract/conversations/translation-sessions.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { Region } from '#contract/kit/fields.ts'
import type { Scope } from '#contract/kit/permissions.ts'
import { elderly } from '#contract/people/elderly.ts'
import { around, pick, pickSkewed } from './chance.ts'
import type { Client } from './client.ts'

/** Scopes that the API key needs. */
export const scopesNeeded: Scope[] = [
  'translation-sessions:write',
  'devices:read',
  'devices:write',
  'device-events:write',
  'alerts:write',
  'wellness:write',
]

export interface Actors {
  /** Acts as devices, with the scopes of {@link scopesNeeded}. */
  program: Client
  /** Holds conversations on behalf of elderly users; without it there are none. */
  admin?: Client | undefined
  /** Creates a client for a token or for anonymous calls, for sign-ups and payments; without it there are none. */
  anonymous?: ((token?: string) => Client) | undefined
  /** Maximum duration of a translation or conversation in seconds. */
  longest: number
  stopping: AbortSignal
  /** Makes one call and records its outcome. @returns whether it succeeded */
  attempt(what: string, work: () => Promise<unknown>): Promise<boolean>
}

/** An action with its relative frequency. */
export type SimulatedAction = readonly [weight: number, act: () => Promise<unknown>]

const sentences = [
  'Good morning, I slept well.',
  'My knee hurts a little today.',
  'I miss my daughter.',
  'The garden is so beautiful now.',
  'Did I take my pills already?',
  'I feel sad and alone.',
  'We played cards, it was fun.',
]
/** Excludes event types that raise alarms: simulated traffic must not call anyone. */
const eventTypes = ['heartbeat', 'steps', 'battery', 'charging', 'test'] as const
/** Maximum number of returning visitors. */
const maxVisitors = 200
const feelings = ['good', 'fair', 'poor'] as const

/** Pays for a plan with a test card. @throws if a payment provider is configured, which would collect real money */
async function pay(customer: Client): Promise<void> {
  const { checkout_url } = await customer.call(subscriptions.checkout, {
    body: {
      plan_id: pickSkewed(PlanId.options),
      success_url: `${customer.url}/subscription/success`,
      cancel_url: `${customer.url}/subscription/cancel`,
    },
  })
  const id = new URL(checkout_url).pathname.match(/^\/checkout\/([0-9a-f-]{36})$/)?.[1]
  if (!id) throw new Error('A payment provider is configured: simulated payments are not possible')
  const body = { card_number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
  await customer.call(checkouts.pay, { params: { id }, body })
}

/** The actions possible with the devices and people that exist. */
export async function createActions({
  program,
  admin,
  anonymous,
  longest,
  stopping,
  attempt,
}: Actors): Promise<SimulatedAction[]> {
  const fleet = (await program.call(devices.list, { query: { _end: 200 } })).devices.filter(
    ({ status }) => status === 'online' || status === 'offline',
  )
  const worn = fleet.flatMap(({ id, person_id }) => (person_id ? [{ id, person_id }] : []))
  const people = admin ? (await admin.call(elderly.list, { query: { _end: 200 } })).elderly : []
  /** People within the key's scope. */
  const clients = people.filter(({ id }) => worn.some(({ person_id }) => person_id === id))
  const visitors: string[] = []
  const pause = (seconds: number) =>
    setTimeout(1_000 * Math.min(longest, seconds), undefined, { signal: stopping }).catch(() => {})

  /** A translation, reported at its start and its end. */
  async function translate() {
    const source_language = pickSkewed(translationLanguages)
    const session = {
      session_key: randomUUID(),
      source_language,
      target_language: pickSkewed(translationLanguages.filter(language => language !== source_language)),
      mode: pickSkewed(CapabilityMode.options),
      region: pickSkewed(Region.options),
      ...(clients.length > 0 && { user_id: pick(clients).user_id }),
      started_at: new Date().toISOString(),
    }
    const report = (more: { status: 'active' | 'completed' | 'failed' } & Record<string, unknown>) =>
      program.call(translationSessions.report, { body: { ...session, ...more } })
    await attempt('translation sessions started', () => report({ status: 'active' }))
    await pause(around(longest / 4))
    const [transcription_ms, model_ms, speech_ms] = [around(240), around(420), around(210)] as const
    await attempt('translation sessions ended', () =>
      report({
        status: Math.random() < 0.06 ? 'failed' : 'completed',
        latency_ms: transcription_ms + model_ms + speech_ms,
        transcription_ms,
        model_ms,
        speech_ms,
        ended_at: new Date().toISOString(),
      }),
    )
  }

  /** A conversation of some turns, ended even if a turn was refused. */
  async function talk(client: Client) {
    let id = ''
    const begun = await attempt('conversations started', async () => {
      const { session } = await client.call(conversations.start, { body: { user_id: pick(people).user_id } })
      id = session.id
    })
    if (!begun) return
    for (let turn = 0; turn < 1 + 3 * Math.random() && !stopping.aborted; turn++) {
      await attempt('conversation turns', () =>
        client.call(conversations.message, { params: { id }, body: { message: pick(sentences) } }),
      )
      await pause(around(longest / 12))
    }
    await attempt('conversations ended', () => client.call(conversations.end, { params: { id } }))
  }

  /** A device goes offline or comes back. */
  const blink = () =>
    attempt('devices registered or removed', async () => {
      const device = pick(fleet)
      device.status = device.status === 'online' ? 'offline' : 'online'
      await program.call(devices.setStatus, { params: { id: device.id }, body: { status: device.status } })
    })
  const reportEvent = () =>
    attempt('device events', () =>
      program.call(deviceEvents.ingest, {
        body: {
          device_id: pick(fleet).id,
          event_id: randomUUID(),
          type: pickSkewed(eventTypes),
          battery: Math.round(100 * Math.random() ** 0.3),
          ts: new Date().toISOString(),
        },
      }),
    )
  /** A test alert, which notifies no one. */
  const alarm = () =>
    attempt('test alerts', () =>
      program.call(alerts.ingest, {
        body: { event_id: randomUUID(), device_id: pick(worn).id, type: 'fall', test: true },
      }),
    )
  const checkIn = () =>
    attempt('check-ins', () =>
      program.call(wellness.log, {
        body: { user_id: pick(worn).person_id, kind: 'checkin', value: { feeling: pickSkewed(feelings) } },
      }),
    )
  /** A visit by a new or returning visitor. */
  const visit = () =>
    attempt('visits to public pages', () => {
      const visitor_id = visitors.length > 0 && Math.random() < 0.5 ? pick(visitors) : randomUUID()
      if (!visitors.includes(visitor_id)) visitors.push(visitor_id)
      if (visitors.length > maxVisitors) visitors.shift()
      return program.call(visits.note, { body: { visitor_id, path: pickSkewed(publicPaths) } })
    })

  /** A sign-up, sometimes with a payment. */
  async function signUp(as: NonNullable<Actors['anonymous']>) {
    const username = `simulated-${randomUUID().slice(0, 13)}`
    let customer = as()
    const body = { username, email: `${username}@simulated.invalid`, password: randomUUID() }
    const signedUp = await attempt('sign-ups', async () => {
      customer = as((await customer.call(auth.register, { body })).access_token)
    })
    if (!signedUp) return
    await pause(around(longest / 12))
    if (Math.random() < 0.4) await attempt('plans paid for', () => pay(customer))
    await attempt('farewells', () => customer.call(auth.logout))
  }

  return [
    [30, translate],
    [15, visit],
    ...(fleet.length > 0
      ? ([
          [30, reportEvent],
          [6, blink],
        ] as const)
      : []),
    ...(worn.length > 0
      ? ([
          [10, checkIn],
          [1, alarm],
        ] as const)
      : []),
    ...(anonymous ? ([[2, () => signUp(anonymous)]] as const) : []),
    ...(admin && people.length > 0 ? ([[8, () => talk(admin)]] as const) : []),
  ]
}
