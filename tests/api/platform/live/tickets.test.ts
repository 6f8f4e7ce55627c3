import { pino } from 'pino'
import { describe, expect, vi } from 'vitest'
import { live } from '#contract/platform/live.ts'
import { openChanges } from '#server/kit/changes.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { readEvents } from '#tests/fixtures/event-stream.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { changesUrl, follow } from '#tests/fixtures/live.ts'

const ticketOf = async (caller: Caller) => (await caller.call(live.ticket)).reply.ticket
const expireAll = (api: Api) =>
  api.db.updateTable('stream_tickets').set({ expires_at: '2020-01-01T00:00:00Z' }).execute()

describe('a stream ticket', () => {
  test('is issued to a signed-in person, and only its hash is stored', async ({ api }) => {
    expect((await api.nobody.call(live.ticket)).status).toBe(401)
    const { reply } = await (await api.signedIn('family_member')).call(live.ticket)
    expect(reply.expires_in_seconds).toBe(30)
    expect(reply.ticket).toMatch(/^[\w-]{43}$/)
    const kept = await api.db.selectFrom('stream_tickets').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(reply.ticket)
    const seconds = (Date.parse(kept.at(-1)?.expires_at ?? '') - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(25)
    expect(seconds).toBeLessThanOrEqual(31)
  })

  test('opens one stream, even when used ten times at once', async ({ api }) => {
    const { url } = await listening(api)
    const ticket = await ticketOf(await api.signedIn('admin'))
    const readers = await Promise.all(Array.from({ length: 10 }, () => readEvents(changesUrl(url, ticket))))
    expect(readers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    expect((await readEvents(changesUrl(url, ticket))).status).toBe(401)
  })

  test('opens nothing after expiry, and is then removed', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const ticket = await ticketOf(admin)
    await expireAll(api)
    const refused = await readEvents(changesUrl(url, ticket))
    expect(refused.status).toBe(401)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    await ticketOf(admin)
    const { count } = await api.db
      .selectFrom('stream_tickets')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  test('that was never issued opens nothing, not even together with a valid token', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const bearer = { authorization: `Bearer ${admin.token}` }
    expect((await readEvents(changesUrl(url, 'made-up'))).status).toBe(401)
    expect((await readEvents(changesUrl(url, 'made-up'), bearer)).status).toBe(401)
    expect((await readEvents(changesUrl(url, ''), bearer)).status).toBe(422)
    const ticket = await ticketOf(admin)
    const elsewhere = await api.app.inject({ url: `/api/auth/me-not?ticket=${ticket}` })
    expect(elsewhere.statusCode).toBe(404)
  })

  test('opens nothing after its session was revoked', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const ticket = await ticketOf(admin)
    await api.db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('person_id', '=', admin.id)
      .execute()
    expect((await readEvents(changesUrl(url, ticket))).status).toBe(401)
  })

  test('appears in no log line', async ({ api }) => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
    const { url, app } = await listening(api, { log, changes: openChanges({ log }) })
    const admin = await api.signedIn('admin')
    const tickets = [await ticketOf(admin), 'made-up-ticket']
    const stream = await readEvents(changesUrl(url, tickets[0] as string))
    await stream.next('ready')
    expect((await readEvents(changesUrl(url, tickets[1] as string))).status).toBe(401)
    await fetch(`${url}/api/live/nothing?ticket=${tickets[1]}`)
    await follow(url, admin)
    await app.close()
    await stream.over

    await vi.waitFor(() => expect(lines.filter(line => line.includes('/api/live/changes'))).toHaveLength(3))
    for (const ticket of tickets) expect(lines.join('')).not.toContain(ticket)
  })
})
