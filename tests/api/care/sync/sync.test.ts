// @module-tag clock

import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { healthQuick } from '#contract/care/health-quick.ts'
import { sync } from '#contract/care/sync.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const task = (title: string) => ({ title, notes: null, due_at: null, status: 'open' })
const checkin = (feeling = 'good') => ({
  write_id: uuid(),
  kind: 'entry',
  id: uuid(),
  base_version: 0,
  value: { kind: 'checkin', value: { feeling }, recorded_at: new Date().toISOString() },
})

const pushed = async (caller: Caller, client_id: string, writes: unknown[]) => {
  const { status, reply } = await caller.call(sync.push, { body: { client_id, writes } })
  expect(status).toBe(200)
  return reply.results
}

describe('an offline write', () => {
  test('counts once, however often it is sent', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const write = checkin()
    const first = await pushed(elsa, uuid(), [write, write])
    expect(first.map(({ outcome }) => outcome)).toEqual(['stored', 'stored'])
    expect(await pushed(elsa, uuid(), [write])).toEqual([first[0]])
    const online = { id: write.id, feeling: 'good' }
    await elsa.call(healthQuick.checkin, { body: online })
    const { health } = (await elsa.call(healthQuick.summary)).reply
    expect(health?.checkins.days).toBe(1)
    const rows = await api.db
      .selectFrom('wellness_entries')
      .select('id')
      .where('person_id', '=', elsa.id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('that is invalid is refused alone', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const mira = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    await assigned(api, elsa, mira)
    const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome)
    expect(outcomes(await pushed(elsa, uuid(), [checkin('splendid'), checkin()]))).toEqual([
      'refused',
      'stored',
    ])
    const query = { user_id: String(elsa.userId) }
    const message = { write_id: uuid(), kind: 'message', id: uuid(), base_version: 0, value: { text: 'Hi' } }
    const body = { client_id: uuid(), writes: [checkin(), message] }
    const { reply } = await mira.call(sync.push, { query, body })
    expect(outcomes(reply.results)).toEqual(['refused', 'stored'])
  })

  test('that conflicts with another is kept in two versions until one is chosen', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const created = (await elsa.call(elderlyDashboard.assignTask, { body: { title: 'Shop' } })).reply
    const of = { kind: 'task', id: created.id, base_version: 1 }
    const [phone, tablet] = [uuid(), uuid()]
    await pushed(elsa, phone, [{ ...of, write_id: uuid(), value: task('Buy bread') }])
    const [result] = await pushed(elsa, tablet, [{ ...of, write_id: uuid(), value: task('Buy milk') }])
    expect(result).toMatchObject({
      outcome: 'conflict',
      conflict: { client: { title: 'Buy milk' }, server: { version: 2, value: { title: 'Buy bread' } } },
    })
    const conflict_id = result?.conflict?.id ?? ''
    expect((await elsa.call(sync.status)).reply.conflicts).toHaveLength(1)
    const choose = async (server_version: number) => {
      const resolutions = [{ conflict_id, keep: 'client' as const, server_version }]
      return (await elsa.call(sync.resolve, { body: { resolutions } })).reply.results[0]
    }
    expect(await choose(1)).toMatchObject({ outcome: 'conflict', conflict: { server: { version: 2 } } })
    expect(await choose(2)).toMatchObject({ outcome: 'resolved', version: 3 })
    expect(await choose(2)).toMatchObject({ outcome: 'resolved', version: 3 })
    const { tasks } = (await elsa.call(elderlyDashboard.tasks)).reply
    expect(tasks).toMatchObject([{ title: 'Buy milk', version: 3 }])
    expect((await elsa.call(sync.status)).reply.conflicts).toEqual([])
  })

  test('brings a deleted record back if its author keeps it', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const created = (await elsa.call(elderlyDashboard.assignTask, { body: { title: 'Shop' } })).reply
    const of = { kind: 'task', id: created.id, base_version: 1 }
    await pushed(elsa, uuid(), [{ ...of, write_id: uuid(), value: null }])
    const [result] = await pushed(elsa, uuid(), [{ ...of, write_id: uuid(), value: task('Buy milk') }])
    expect(result).toMatchObject({ outcome: 'conflict', conflict: { server: { deleted: true, version: 2 } } })
    const conflict_id = result?.conflict?.id ?? ''
    const resolutions = [{ conflict_id, keep: 'client' as const, server_version: 2 }]
    const { reply } = await elsa.call(sync.resolve, { body: { resolutions } })
    expect(reply.results).toMatchObject([{ outcome: 'resolved', version: 3 }])
    expect((await elsa.call(elderlyDashboard.tasks)).reply.tasks).toMatchObject([
      { title: 'Buy milk', version: 3 },
    ])
    const { records } = (await elsa.call(sync.pull, { query: { cursor: 0 } })).reply
    expect(records).toMatchObject([{ id: created.id, deleted: false, value: { title: 'Buy milk' } }])
  })

  test('reaches the other clients, tombstones included', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const start = (await elsa.call(sync.pull)).reply
    expect([start.records, start.cursor]).toEqual([[], 0])
    const created = (await elsa.call(elderlyDashboard.assignTask, { body: { title: 'Shop' } })).reply
    await elsa.call(healthQuick.mood, { body: { mood: 'good' } })
    const gone = { kind: 'task', id: created.id, base_version: 1, write_id: uuid(), value: null }
    const page = (await elsa.call(sync.pull, { query: { cursor: 0, limit: 1 } })).reply
    expect(page).toMatchObject({ more: true, records: [{ kind: 'task', value: { title: 'Shop' } }] })
    await pushed(elsa, uuid(), [gone])
    const client_id = uuid()
    const rest = (await elsa.call(sync.pull, { query: { cursor: page.cursor, client_id } })).reply
    expect(rest.records).toMatchObject([
      { kind: 'entry', deleted: false },
      { kind: 'task', deleted: true, value: null, version: 2 },
    ])
    await elsa.call(sync.pull, { query: { cursor: rest.cursor, client_id } })
    const { clients } = (await elsa.call(sync.status)).reply
    expect(clients.find(client => client.client_id === client_id)?.behind).toBe(0)
    const otto = await api.signedIn('elderly_user')
    const query = { user_id: String(elsa.userId) }
    expect((await otto.call(sync.pull, { query })).status).toBe(404)
  })
})

describe('the initial snapshot', () => {
  test('comes page by page, and concurrent writes come with its cursor', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const day = 86_400_000
    const writes = Array.from({ length: 25 }, (_, index) => ({
      ...checkin(),
      value: {
        kind: 'checkin',
        value: { feeling: 'good' },
        // Two at each instant, so that a page ends between them.
        recorded_at: new Date(Date.now() - 20 * day + Math.floor(index / 2) * day).toISOString(),
      },
    }))
    await pushed(elsa, uuid(), writes)
    const created = (await elsa.call(elderlyDashboard.assignTask, { body: { title: 'Shop' } })).reply
    const seen: string[] = []
    const sizes: number[] = []
    let next: string | null = null
    let cursor = 0
    const late = checkin()
    do {
      const page: Awaited<ReturnType<typeof elsa.call<typeof sync.pull>>>['reply'] = (
        await elsa.call(sync.pull, { query: { limit: 10, ...(next && { next }) } })
      ).reply
      if (next === null) {
        // One among those that have gone by, and one that moves behind those to come.
        const recorded_at = new Date(Date.now() - 25 * day).toISOString()
        const renamed = {
          kind: 'task',
          id: created.id,
          base_version: 1,
          write_id: uuid(),
          value: task('Buy'),
        }
        await pushed(elsa, uuid(), [{ ...late, value: { ...late.value, recorded_at } }, renamed])
      } else expect(page.cursor).toBe(cursor)
      seen.push(...page.records.map(({ id }) => id))
      sizes.push(page.records.length)
      expect(page.more).toBe(page.next !== null)
      ;({ next, cursor } = page)
    } while (next)
    expect(sizes).toEqual([10, 10, 6])
    expect(new Set(seen)).toEqual(new Set([...writes.map(({ id }) => id), created.id]))
    const { records } = (await elsa.call(sync.pull, { query: { cursor } })).reply
    expect(records.map(({ id, version }) => [id, version])).toEqual([
      [late.id, 1],
      [created.id, 2],
    ])
    const client_id = uuid()
    expect((await elsa.call(sync.pull, { query: { client_id, next: 'elsewhere' } })).status).toBe(422)
    expect((await elsa.call(sync.status)).reply.clients).not.toContainEqual(
      expect.objectContaining({ client_id }),
    )
  })
})

/** A step of one of two clients: it writes, hands in, hands in again, or reads. */
const step = fc.record({
  client: fc.nat(1),
  act: fc.constantFrom('create', 'change', 'delete', 'enter', 'push', 'lose', 'repeat', 'reorder', 'pull'),
  pick: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Write {
  write_id: string
  kind: string
  id: string
  base_version: number
  value: unknown
}

/** Plays what two clients of a person do, over a network that loses, repeats and reorders their packages. */
async function play(api: Api, steps: readonly Step[]) {
  const elsa = await api.signedIn('elderly_user')
  const clients = [0, 1].map(() => ({
    id: uuid(),
    cursor: 0,
    waiting: [] as Write[],
    sent: [] as Write[],
    known: new Map<string, number>(),
  }))
  const outcomes = new Map<string, string>()
  const written = new Map<string, Write>()

  async function handIn(client: (typeof clients)[number], writes: Write[], isAnswered: boolean) {
    if (writes.length === 0) return
    const results = await pushed(elsa, client.id, writes)
    for (const { write_id, outcome } of results) {
      // Whatever was answered once is answered so for ever.
      expect(outcomes.get(write_id) ?? outcome).toBe(outcome)
      outcomes.set(write_id, outcome)
    }
    client.sent.push(...writes)
    if (!isAnswered) return
    const answered = new Set(results.map(({ write_id }) => write_id))
    client.waiting = client.waiting.filter(({ write_id }) => !answered.has(write_id))
  }

  async function pull(client: (typeof clients)[number]) {
    const { reply } = await elsa.call(sync.pull, { query: { cursor: client.cursor, client_id: client.id } })
    client.cursor = reply.cursor
    for (const { kind, id, version, deleted } of reply.records)
      if (kind === 'task') deleted ? client.known.delete(id) : client.known.set(id, version)
  }

  for (const { client: which, act, pick } of steps) {
    const client = clients[which] as (typeof clients)[number]
    const add = (write: Write) => {
      client.waiting.push(write)
      written.set(write.write_id, write)
    }
    const [id, base_version] = [...client.known][pick % Math.max(1, client.known.size)] ?? []
    const of = { write_id: uuid(), kind: 'task' }
    if (act === 'create') add({ ...of, id: uuid(), base_version: 0, value: task(`new ${pick}`) })
    else if (act === 'enter') add(checkin())
    else if (act === 'pull') await pull(client)
    else if (act === 'change' && id)
      add({ ...of, id, base_version: base_version ?? 0, value: task(`changed ${pick}`) })
    else if (act === 'delete' && id) add({ ...of, id, base_version: base_version ?? 0, value: null })
    else if (act === 'push') await handIn(client, [...client.waiting], true)
    else if (act === 'lose') await handIn(client, [...client.waiting], false)
    else if (act === 'repeat') await handIn(client, client.sent.slice(-5), true)
    else if (act === 'reorder') await handIn(client, client.waiting.toReversed(), true)
  }
  for (const client of clients) await handIn(client, client.waiting, true)
  for (const client of clients) await pull(client)
  return { elsa, clients, outcomes, written }
}

describe('two clients on an unreliable network', () => {
  test('end up with each write stored once or reported, and with the same records', {
    timeout: 120_000,
  }, async ({ api }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
        const { elsa, clients, outcomes, written } = await play(api, steps)
        expect([...outcomes.keys()].sort()).toEqual([...written.keys()].sort())
        expect([...outcomes.values()].every(outcome => outcome !== 'refused')).toBe(true)

        const stored = [...written.values()].filter(({ write_id }) => outcomes.get(write_id) === 'stored')
        const entries = await api.db
          .selectFrom('wellness_entries')
          .select('id')
          .where('person_id', '=', elsa.id)
          .execute()
        expect(entries.map(({ id }) => id).sort()).toEqual(
          stored
            .filter(({ kind }) => kind === 'entry')
            .map(({ id }) => id)
            .sort(),
        )
        // Each stored change of a task made one version of it, and its deletion one, however often it was asked for.
        const rows = await api.db
          .selectFrom('care_tasks')
          .select(['id', 'version', 'deleted_at'])
          .where('person_id', '=', elsa.id)
          .execute()
        for (const { id, version, deleted_at } of rows) {
          const changes = stored.filter(write => write.id === id && write.value !== null)
          expect(version).toBe(changes.length + (deleted_at === null ? 0 : 1))
        }
        const { conflicts } = (await elsa.call(sync.status)).reply
        const reported = [...outcomes].filter(([, outcome]) => outcome === 'conflict').map(([id]) => id)
        expect(conflicts.map(({ write_id }) => write_id).sort()).toEqual(reported.sort())

        const alive = rows.filter(({ deleted_at }) => deleted_at === null)
        const truth = alive.map(({ id, version }) => [id, version] as const).sort()
        for (const { known } of clients) expect([...known].sort()).toEqual(truth)
      }),
      { numRuns: 25 },
    )
  })
})
