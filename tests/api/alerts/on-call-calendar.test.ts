import ICAL from 'ical.js'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { onCall } from '#contract/alerts/on-call.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { household } from '#tests/fixtures/ladders.ts'
import { carerOf, layerOf, schedule } from '#tests/fixtures/on-call.ts'

const tokenOf = (url: string) => url.split('/').at(-1) as string
const read = (api: Api, token: string) => api.nobody.call(onCall.calendar, { params: { token } })
const create = async (caller: Caller) => tokenOf((await caller.call(onCall.createCalendar)).reply.url)

async function rotation(api: Api) {
  const { owner, elsa } = await household(api)
  const anna = await carerOf(api, owner, elsa, 'Anna')
  const ben = await carerOf(api, owner, elsa, 'Ben')
  await schedule(owner, layerOf([anna, ben], { rotation: 'daily' }))
  return { anna, ben }
}

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(one => new ICAL.Event(one))

describe('a calendar feed', () => {
  test('has a person’s own shifts, with ids that last', async ({ api }) => {
    const { anna, ben } = await rotation(api)
    const answer = await read(api, await create(anna))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const events = eventsIn(answer.text)
    expect(events.length).toBeGreaterThanOrEqual(58)
    expect(events[0]?.summary).toBe('On call: Night shift')
    const own = (await anna.call(onCall.mine)).reply.shifts.map(({ starts_at }) => Date.parse(starts_at))
    const starts = events.map(({ startDate }) => startDate.toJSDate().getTime())
    expect(starts).toEqual(expect.arrayContaining(own))
    const others = eventsIn((await read(api, await create(ben))).text)
    expect(others.some(({ startDate }) => starts.includes(startDate.toJSDate().getTime()))).toBe(false)
    const again = eventsIn((await read(api, await create(anna))).text)
    expect(again.map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid))
    expect(new Set(again.map(({ uid }) => uid)).size).toBe(again.length)
  })

  test('is not found by an unknown, replaced or revoked address', async ({ api }) => {
    const { anna, ben } = await rotation(api)
    const first = await create(anna)
    const second = await create(anna)
    expect((await anna.call(onCall.mine)).reply.calendar_since).not.toBeNull()
    expect((await read(api, first)).status).toBe(404)
    expect((await read(api, second)).status).toBe(200)
    expect((await ben.call(onCall.removeCalendar)).status).toBe(404)
    expect((await anna.call(onCall.removeCalendar)).status).toBe(204)
    const refused = await read(api, second)
    expect(refused.status).toBe(404)
    expect((await read(api, 'x')).problem.detail).toBe(refused.problem.detail)
    expect((await anna.call(onCall.mine)).reply.calendar_since).toBeNull()
  })

  test('ends with the account or another role, and its address is not stored', async ({ api }) => {
    const { anna } = await rotation(api)
    const token = await create(anna)
    const { rows } = await sql<{ stored: string }>`
      select token_hash::text as stored from on_call_calendars where person_id = ${anna.id}`.execute(api.db)
    expect(rows[0]?.stored).not.toContain(token)
    await sql`update people set role = 'elderly_user' where id = ${anna.id}`.execute(api.db)
    expect((await read(api, token)).status).toBe(404)
    await sql`update people set role = 'caregiver', status = 'suspended' where id = ${anna.id}`.execute(
      api.db,
    )
    expect((await read(api, token)).status).toBe(404)
  })
})
