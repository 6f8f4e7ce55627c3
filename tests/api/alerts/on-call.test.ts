import { describe, expect } from 'vitest'
import { ladders } from '#contract/alerts/ladders.ts'
import { notifications } from '#contract/alerts/notifications.ts'
import { onCall, onCallSchedules } from '#contract/alerts/on-call.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { household } from '#tests/fixtures/ladders.ts'
import { carerOf, layerOf, schedule } from '#tests/fixtures/on-call.ts'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const pointers = ({ problem }: { problem: { errors?: { pointer: string }[] | undefined } }) =>
  problem.errors?.map(({ pointer }) => pointer)

/** A household in which Anna is on call at all hours, and Ben is next. */
async function rotation(api: Api) {
  const { owner, elsa } = await household(api)
  const anna = await carerOf(api, owner, elsa, 'Anna')
  const ben = await carerOf(api, owner, elsa, 'Ben')
  const night = await schedule(owner, layerOf([anna]), layerOf([ben], { starts_on: '2090-01-02' }))
  return { owner, elsa, anna, ben, night }
}

const planOf = async (caller: Caller, id: string) =>
  (await caller.call(onCall.plan, { params: { id } })).reply

describe('on-call schedules', () => {
  test('show the shifts, who is on call now, and gaps to those who are part of them', async ({ api }) => {
    const { owner, anna, ben, night } = await rotation(api)
    for (const caller of [owner, anna, ben]) {
      const plan = await planOf(caller, night.id)
      expect(plan.now).toMatchObject({ person_id: anna.id, person_name: 'Anna', layer: 0 })
      expect(plan.layers.map(({ name }) => name)).toEqual(['Main', 'Main'])
      expect(plan.problems).toEqual([])
    }
    const body = { person_id: anna.id, starts_at: inHours(24), ends_at: inHours(48) }
    expect((await owner.call(onCall.addAbsence, { body })).status).toBe(201)
    expect((await planOf(owner, night.id)).problems).toMatchObject([
      { kind: 'gap', starts_at: body.starts_at, ends_at: body.ends_at },
    ])
  })

  test('name who is on call in two of them at once', async ({ api }) => {
    const { owner, anna, night } = await rotation(api)
    const other = await owner.call(onCallSchedules.create, {
      body: { name: 'Day shift', layers: [layerOf([anna])] },
    })
    expect(other.status).toBe(201)
    const [problem] = (await planOf(owner, night.id)).problems
    expect(problem).toMatchObject({
      kind: 'double_booking',
      person_name: 'Anna',
      other_schedule: 'Day shift',
    })
  })

  test('stay within their organization, and with those who are part of them', async ({ api }) => {
    const { owner, elsa, night } = await rotation(api)
    const stranger = await api.signedIn('organization_admin')
    const params = { id: night.id }
    expect((await stranger.call(onCallSchedules.show, { params })).status).toBe(404)
    expect((await stranger.call(onCall.plan, { params })).status).toBe(404)
    expect((await stranger.call(onCallSchedules.remove, { params })).status).toBe(404)
    const body = { person_id: stranger.id, starts_at: inHours(1), ends_at: inHours(2) }
    expect((await stranger.call(onCall.addOverride, { params, body })).status).toBe(404)
    const outsider = await carerOf(api, owner, elsa, 'Cleo')
    expect((await outsider.call(onCallSchedules.list)).reply.schedules).toEqual([])
    expect((await outsider.call(onCall.plan, { params })).status).toBe(404)
    expect((await elsa.call(onCallSchedules.list)).status).toBe(403)
    const operator = await api.signedIn('operator')
    expect((await operator.call(onCallSchedules.show, { params })).status).toBe(200)
    expect((await operator.call(onCallSchedules.remove, { params })).status).toBe(403)
    const foreign = { organization_id: elsa.organizationId }
    expect((await stranger.call(onCall.people, { query: foreign })).reply.people).toEqual([])
  })

  test('refuse people of other organizations and of roles without calls, naming the place', async ({
    api,
  }) => {
    const { owner, elsa, anna, night } = await rotation(api)
    const stranger = await api.signedIn('caregiver')
    for (const person of [stranger, elsa]) {
      const layers = [layerOf([anna]), layerOf([anna, person])]
      const refused = await owner.call(onCallSchedules.update, { params: { id: night.id }, body: { layers } })
      expect([refused.status, pointers(refused)]).toEqual([422, ['#/layers/1/person_ids/1']])
    }
    const params = { id: night.id }
    const times = { starts_at: inHours(1), ends_at: inHours(2) }
    const foreign = await owner.call(onCall.addOverride, {
      params,
      body: { person_id: stranger.id, ...times },
    })
    expect([foreign.status, pointers(foreign)]).toEqual([422, ['#/person_id']])
    const reversed = { person_id: anna.id, starts_at: inHours(2), ends_at: inHours(1) }
    expect(pointers(await owner.call(onCall.addOverride, { params, body: reversed }))).toEqual(['#/ends_at'])
    const past = { person_id: anna.id, starts_at: inHours(-2), ends_at: inHours(-1) }
    expect(pointers(await owner.call(onCall.addOverride, { params, body: past }))).toEqual(['#/ends_at'])
  })

  test('cannot be removed while a ladder uses them', async ({ api }) => {
    const { owner, night } = await rotation(api)
    const step = { who: 'on_call', channel: 'mail', wait_seconds: 0 }
    const missing = await owner.call(ladders.create, { body: { name: 'Nights', steps: [step] } })
    expect([missing.status, pointers(missing)]).toEqual([422, ['#/steps/0/schedule_id']])
    const steps = [{ ...step, schedule_id: night.id }]
    const stranger = await api.signedIn('organization_admin')
    const foreign = await stranger.call(ladders.create, { body: { name: 'Nights', steps } })
    expect([foreign.status, pointers(foreign)]).toEqual([422, ['#/steps/0/schedule_id']])
    expect((await owner.call(ladders.create, { body: { name: 'Nights', steps } })).status).toBe(201)
    const refused = await owner.call(onCallSchedules.remove, { params: { id: night.id } })
    expect(refused.status).toBe(409)
    expect(refused.problem.detail).toContain('“Nights”')
  })
})

describe('overrides and absences', () => {
  test('apply at once, notify who is on call, and are audited', async ({ api }) => {
    const { owner, anna, ben, night } = await rotation(api)
    const params = { id: night.id }
    const body = { person_id: ben.id, starts_at: inHours(-1), ends_at: inHours(5) }
    const added = await owner.call(onCall.addOverride, { params, body })
    expect(added.status).toBe(201)
    expect((await planOf(anna, night.id)).now).toMatchObject({ person_id: ben.id, layer: null })
    const { reply } = await ben.call(notifications.history)
    expect(reply.notifications[0]).toMatchObject({ kind: 'on_call', title: 'You are on call' })
    expect(reply.notifications[0]?.body).toContain('Night shift')
    expect((await anna.call(onCall.removeOverride, { params: { id: added.reply.id } })).status).toBe(403)
    expect((await owner.call(onCall.removeOverride, { params: { id: added.reply.id } })).status).toBe(204)
    expect((await planOf(anna, night.id)).now).toMatchObject({ person_id: anna.id })
    const logs = await owner.call(activityLogs.list, { query: { resource_type: ['on-call-overrides'] } })
    expect(logs.reply.logs.map(({ action }) => action)).toEqual(['delete', 'create'])
  })

  test('of a person are their own or their admin’s', async ({ api }) => {
    const { owner, anna, ben } = await rotation(api)
    const times = { starts_at: inHours(1), ends_at: inHours(2) }
    const own = await anna.call(onCall.addAbsence, { body: times })
    expect(own.reply).toMatchObject({ person_id: anna.id, person_name: 'Anna' })
    const foreign = await ben.call(onCall.addAbsence, { body: { person_id: anna.id, ...times } })
    expect(foreign.status).toBe(404)
    const operator = await api.signedIn('operator')
    const read = await operator.call(onCall.addAbsence, { body: { person_id: anna.id, ...times } })
    expect(read.status).toBe(404)
    const params = { id: own.reply.id }
    for (const caller of [ben, operator, await api.signedIn('organization_admin')])
      expect((await caller.call(onCall.removeAbsence, { params })).status).toBe(404)
    expect((await owner.call(onCall.removeAbsence, { params })).status).toBe(204)
  })
})

describe('a cover request', () => {
  const shift = () => ({ starts_at: inHours(2), ends_at: inHours(4) })

  test('becomes an override once it is accepted; both are notified', async ({ api }) => {
    const { owner, anna, ben, night } = await rotation(api)
    const body = { schedule_id: night.id, asked_id: ben.id, ...shift() }
    const asked = await anna.call(onCall.askCover, { body })
    expect(asked.status).toBe(201)
    expect((await anna.call(onCall.askCover, { body })).status).toBe(409)
    const [request] = (await ben.call(notifications.history)).reply.notifications
    expect(request?.title).toBe('Anna asks you to take over a shift')
    expect((await ben.call(onCall.mine)).reply.covers).toMatchObject([{ id: asked.reply.id, state: 'open' }])
    const params = { id: asked.reply.id }
    const accept = { params, body: { accept: true } }
    for (const caller of [anna, owner, await api.signedIn('caregiver')])
      expect((await caller.call(onCall.answerCover, accept)).status).toBe(404)
    expect((await ben.call(onCall.answerCover, accept)).reply.state).toBe('accepted')
    expect((await ben.call(onCall.answerCover, accept)).status).toBe(409)
    const plan = await planOf(owner, night.id)
    expect(plan.overrides).toMatchObject([{ person_id: ben.id, ...shiftOf(body) }])
    expect((await anna.call(notifications.history)).reply.notifications[0]?.title).toBe(
      'Ben takes over your shift',
    )
    expect((await owner.call(notifications.history)).reply.notifications).toMatchObject([
      { kind: 'on_call', title: 'Ben takes over a shift of Anna' },
    ])
    const logs = await owner.call(activityLogs.list, { query: { resource_type: ['on-call-covers'] } })
    expect(logs.reply.logs.map(({ action }) => action)).toEqual(['approve', 'create'])
  })

  test('can offer a shift of the other in return', async ({ api }) => {
    const { owner, anna, ben, night } = await rotation(api)
    const theirs = { starts_at: inHours(24), ends_at: inHours(30) }
    const params = { id: night.id }
    const wrong = { schedule_id: night.id, asked_id: ben.id, ...shift(), in_return: theirs }
    expect(pointers(await anna.call(onCall.askCover, { body: wrong }))).toEqual(['#/in_return/starts_at'])
    await owner.call(onCall.addOverride, { params, body: { person_id: ben.id, ...theirs } })
    const asked = await anna.call(onCall.askCover, { body: wrong })
    expect(asked.reply.in_return).toEqual(theirs)
    await ben.call(onCall.answerCover, { params: { id: asked.reply.id }, body: { accept: true } })
    const covered = (await anna.call(onCall.mine)).reply.shifts
    expect(covered.some(({ starts_at }) => starts_at === theirs.starts_at)).toBe(true)
    const taken = (await ben.call(onCall.mine)).reply.shifts
    expect(taken.map(({ starts_at }) => starts_at)).toEqual([wrong.starts_at])
    const [told] = (await owner.call(notifications.history)).reply.notifications
    expect(told?.title).toBe('Ben and Anna swap shifts')
    expect(told?.body).toContain('In return: ')
  })

  test('is refused for shifts that are not the caller’s, and to people outside', async ({ api }) => {
    const { anna, ben, night } = await rotation(api)
    const stranger = await api.signedIn('caregiver')
    const body = { schedule_id: night.id, asked_id: anna.id, ...shift() }
    expect(pointers(await ben.call(onCall.askCover, { body }))).toEqual(['#/starts_at'])
    expect(pointers(await stranger.call(onCall.askCover, { body }))).toEqual(['#/schedule_id'])
    expect(pointers(await anna.call(onCall.askCover, { body }))).toEqual(['#/asked_id'])
    const foreign = { ...body, asked_id: stranger.id }
    expect(pointers(await anna.call(onCall.askCover, { body: foreign }))).toEqual(['#/asked_id'])
    const past = { ...body, asked_id: ben.id, starts_at: inHours(-3), ends_at: inHours(-2) }
    expect(pointers(await anna.call(onCall.askCover, { body: past }))).toEqual(['#/ends_at'])
  })

  test('cannot be accepted once the shift is someone else’s; it can be declined and withdrawn', async ({
    api,
  }) => {
    const { owner, anna, ben, night } = await rotation(api)
    const body = { schedule_id: night.id, asked_id: ben.id, ...shift() }
    const asked = await anna.call(onCall.askCover, { body })
    const params = { id: asked.reply.id }
    const override = { person_id: owner.id, ...shiftOf(body) }
    await owner.call(onCall.addOverride, { params: { id: night.id }, body: override })
    const late = await ben.call(onCall.answerCover, { params, body: { accept: true } })
    expect([late.status, late.problem.detail]).toEqual([
      409,
      'The shifts have changed since this request was made',
    ])
    expect((await ben.call(onCall.withdrawCover, { params })).status).toBe(404)
    expect((await ben.call(onCall.answerCover, { params, body: { accept: false } })).reply.state).toBe(
      'declined',
    )
    expect((await anna.call(onCall.withdrawCover, { params })).status).toBe(409)
    const free = { ...body, starts_at: inHours(10), ends_at: inHours(11) }
    const again = await anna.call(onCall.askCover, { body: free })
    expect((await anna.call(onCall.withdrawCover, { params: { id: again.reply.id } })).status).toBe(204)
    expect((await ben.call(notifications.history)).reply.notifications[0]?.title).toBe(
      'Anna no longer needs cover',
    )
  })
})

function shiftOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }) {
  return { starts_at, ends_at }
}
