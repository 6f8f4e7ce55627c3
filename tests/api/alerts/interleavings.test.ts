import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { lockAlert } from '#server/modules/alerts/commands.ts'
import { initialAlert, replay, stateOf, statusOf } from '#server/modules/alerts/state.ts'
import { runWorkerOnce } from '#server/modules/alerts/worker.ts'
import { eventsOf } from '#tests/fixtures/alerts.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { alarm, configure, giveLadder, hook, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'

const acts = ['acknowledge', 'take', 'note', 'resolve', 'cancel', 'clear', 'escalate', 'rearm'] as const
type Act = (typeof acts)[number]

/** Does what one of several does to an alert at the same time as others. */
async function act({ api, id, by }: { api: Api; id: string; by: Caller }, what: Act): Promise<number> {
  const params = { id }
  switch (what) {
    case 'acknowledge':
      return (await by.call(alerts.acknowledge, { params })).status
    case 'take':
      return (await by.call(alerts.handOver, { params, body: { to: String(by.userId) } })).status
    case 'note':
      return (await by.call(alerts.note, { params, body: { text: 'Looking.' } })).status
    case 'resolve':
      return (await by.call(alerts.resolve, { params, body: { cause: 'fall', valid: true } })).status
    case 'cancel':
      return (await by.call(alerts.cancel, { params, body: { reason: 'A mistake' } })).status
    case 'clear':
      return (await by.call(alerts.clear, { params })).status
    case 'rearm':
      await api.db
        .updateTable('alerts')
        .set({ rearm_at: new Date(0).toISOString() })
        .where('id', '=', id)
        .where('rearm_at', 'is not', null)
        .execute()
      await runWorkerOnce(api.services)
      return 200
    case 'escalate':
      await api.db
        .updateTable('deliveries')
        .set({ due_at: new Date(0).toISOString() })
        .where('alert_id', '=', id)
        .where('state', '=', 'queued')
        .execute()
      await runWorkerOnce(api.services)
      return 200
  }
}

describe('several concurrent operators, ladders and instances', () => {
  test('never bring an alert into a forbidden state, and its row matches a replay of its events', async ({
    api,
  }) => {
    await api.services.jobs.stop()
    // Every third call fails at first, and may be acknowledged while it waits to be made again.
    const system = await httpReceiver((_, count) => (count % 3 === 0 ? 503 : 201))
    await configure(api, {})
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [
      { who: 'webhooks', channel: 'webhook', times: 3, every_seconds: 60 },
    ])
    await hook(owner, system.url)
    const operators = await Promise.all([1, 2, 3].map(() => api.signedIn('operator')))
    /** Each inner list happens at once. */
    const course = fc.array(
      fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(2)), { minLength: 1, maxLength: 4 }),
      { minLength: 1, maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(course, async steps => {
        const { id } = await alarm(elsa)
        for (const step of steps) {
          const answers = await Promise.all(
            step.map(([what, by]) => act({ api, id, by: operators[by] as Caller }, what)),
          )
          expect(answers.filter(status => status !== 200 && status !== 409)).toEqual([])
        }
        const { alert, timeline } = (await owner.call(alerts.timeline, { params: { id } })).reply
        const row = await api.db.transaction().execute(db => lockAlert(db, id))
        const replayed = replay(eventsOf(timeline))
        expect(
          Object.fromEntries(Object.keys(initialAlert).map(name => [name, row[name as keyof typeof row]])),
        ).toEqual(replayed)
        expect([alert.state, alert.status]).toEqual([stateOf(replayed), statusOf(replayed)])
        expect(timeline.map(({ position }) => position)).toEqual(timeline.map((_, index) => index + 1))
        const ends = timeline.filter(({ type }) => type === 'resolved' || type === 'cancelled')
        expect(ends.length).toBeLessThanOrEqual(1)
        if (ends.length > 0) expect(alert).toMatchObject({ next_escalation_at: null, rearm_at: null })
        if (alert.state === 'acknowledged') expect(alert.next_escalation_at).toBeNull()
      }),
      { numRuns: process.env.DEEP ? 200 : 12 },
    )
  }, 240_000)
})
