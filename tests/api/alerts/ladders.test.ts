import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { builtInLadder, ladders } from '#contract/alerts/ladders.ts'
import { test } from '#tests/fixtures/api.ts'
import { configure, hook, household } from '#tests/fixtures/ladders.ts'

const step = (who: string, channel: string, wait_seconds: number) => ({ who, channel, wait_seconds })

describe('the rehearsal of unsaved steps', () => {
  test('shows at which minute whom they would reach, and stores nothing', async ({ api }) => {
    await configure(api, {})
    const { owner, elsa } = await household(api, 'Anna')
    await hook(owner, 'https://hooks.example/alarm')
    const query = { user_id: elsa.id }
    const steps = [step('family', 'mail', 0), step('contacts', 'voice', 60), step('webhooks', 'webhook', 120)]
    const { status, reply } = await owner.call(ladders.rehearse, { query, body: { steps } })
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      calls: [
        { step: 2, channel: 'voice', recipient: 'Anna', state: 'not_configured', minute: 0 },
        { step: 3, channel: 'webhook', recipient: 'hooks.example', state: 'rehearsed', minute: 0 },
      ],
      gaps: [{ step: 1, reason: 'no_recipients', minute: 0 }],
      reached: 1,
      first_reached_minute: 0,
      reaches_no_one: false,
    })
    const kept = await owner.call(alerts.list, { query: { person_id: elsa.id } })
    expect(kept.reply.total).toBe(0)
    const { reply: none } = await owner.call(ladders.list)
    expect(none.total).toBe(0)
  })

  test('shows where they reach no one', async ({ api }) => {
    await configure(api, {})
    const { owner, elsa } = await household(api)
    const body = { steps: builtInLadder.steps }
    const { reply } = await owner.call(ladders.rehearse, { query: { user_id: elsa.id }, body })
    expect(reply).toMatchObject({ reaches_no_one: true, reached: 0, first_reached_minute: null })
  })

  test('is for people within the row scope, by callers who may change ladders', async ({ api }) => {
    const { elsa } = await household(api)
    const stranger = await api.signedIn('organization_admin')
    const asked = { query: { user_id: elsa.id }, body: { steps: builtInLadder.steps } }
    expect((await stranger.call(ladders.rehearse, asked)).status).toBe(404)
    const family = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    expect((await family.call(ladders.rehearse, asked)).status).toBe(403)
    const empty = { ...asked, body: { steps: [] } }
    expect((await stranger.call(ladders.rehearse, empty)).status).toBe(422)
  })
})
