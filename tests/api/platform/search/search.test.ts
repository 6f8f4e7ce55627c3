import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { grant, may, roles } from '#contract/kit/permissions.ts'
import { search } from '#contract/platform/search.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const find = async (by: Caller, q: string) => {
  const { status, reply, text } = await by.call(search.find, { query: { q } })
  expect(status, text).toBe(200)
  return reply.hits
}
const named = async (by: Caller, q: string) => (await find(by, q)).map(({ name }) => name)

async function device(api: Api, organizationId: string, name: string, personId: string | null = null) {
  const id = uuid()
  await api.db
    .insertInto('devices')
    .values({
      id,
      organization_id: organizationId,
      person_id: personId,
      name,
      serial: `SN-${id}`,
      kind: 'hub',
    })
    .execute()
  return id
}

describe('a search', () => {
  test('finds records of all kinds, exact names first, then words that start with the query, then parts', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization({ name: 'Quitte' })
    await api.signedIn('elderly_user', { organizationId: home, name: 'Rosa Quittenbaum' })
    await api.signedIn('caregiver', { organizationId: home, name: 'Quittenzweig' })
    await device(api, home, 'Baumquitte')
    expect((await find(admin, 'quitte')).map(({ resource, name }) => [resource, name])).toEqual([
      ['organizations', 'Quitte'],
      ['caregivers', 'Quittenzweig'],
      ['elderly', 'Rosa Quittenbaum'],
      ['devices', 'Baumquitte'],
    ])
    expect(await named(admin, 'rosa quitte')).toEqual(['Rosa Quittenbaum'])
    expect(await named(admin, 'qu')).toEqual(['Quitte', 'Quittenzweig', 'Rosa Quittenbaum'])
  })

  test('tolerates a missing letter, a wrong one, and two swapped ones', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await api.signedIn('elderly_user', { organizationId: owner.organizationId, name: 'Wolfgang Zylinder' })
    for (const typed of ['zylnder', 'Zylimder', 'zylnider', 'wofgang', 'wolfgagn zylinder']) {
      expect.soft(await named(owner, typed), typed).toEqual(['Wolfgang Zylinder'])
    }
    expect(await named(owner, 'xaverius')).toEqual([])
  })

  test('shows fuzzy matches only where no record contains the words as typed', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await device(api, owner.organizationId, 'Elsa')
    await device(api, owner.organizationId, 'Elena')
    expect(await named(owner, 'elsa')).toEqual(['Elsa'])
    expect(await named(owner, 'elas')).toEqual(['Elsa', 'Elena'])
  })

  test('treats wildcards literally', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await device(api, owner.organizationId, '100% Hub_1')
    await device(api, owner.organizationId, '1000 HubX1')
    for (const q of ['100%', 'hub_1', '00% h']) expect.soft(await named(owner, q), q).toEqual(['100% Hub_1'])
    expect(await named(owner, "'; drop table people --")).toEqual([])
    expect(await named(owner, '\\')).toEqual([])
  })

  test('reports which field matched', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const id = await device(api, owner.organizationId, 'Hall')
    expect(await find(owner, id.slice(-12))).toEqual([
      { resource: 'devices', id, name: 'Hall', matched: { field: 'serial', value: `SN-${id}` } },
    ])
  })

  test('finds no deleted record', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const id = await device(api, owner.organizationId, 'Bygone')
    expect(await named(owner, 'bygone')).toEqual(['Bygone'])
    await api.db.updateTable('devices').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    expect(await named(owner, 'bygone')).toEqual([])
  })

  test('returns at most five of a kind, and refuses an empty query', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    for (let i = 0; i < 7; i++) await device(api, owner.organizationId, `Many ${i}`)
    expect(await named(owner, 'many')).toHaveLength(5)
    for (const q of ['', '  ']) expect((await owner.call(search.find, { query: { q } })).status).toBe(422)
  })
})

describe('the row scope of a search', () => {
  test('follows the permission table, for every role and kind', async ({ api }) => {
    const home = await api.organization({ name: 'Xenon' })
    const elderly = await api.signedIn('elderly_user', { organizationId: home, name: 'Xenon Elder' })
    const others = await api.organization({ name: 'Xenon Other' })
    const stranger = await api.signedIn('elderly_user', { organizationId: others, name: 'Xenon Stranger' })
    for (const [organizationId, person] of [
      [home, elderly],
      [others, stranger],
    ] as const) {
      await device(api, organizationId, `Xenon Hub of ${person.id}`, person.id)
      await api.signedIn('caregiver', { organizationId, name: 'Xenon Carer' })
      await api.signedIn('family_member', { organizationId, name: 'Xenon Kin' })
      await api.signedIn('organization_admin', { organizationId, name: 'Xenon Admin' })
    }
    const area = {
      organizations: 'organizations',
      admins: 'admins',
      elderly: 'elderly',
      caregivers: 'care_team',
      family: 'care_team',
      devices: 'devices',
    } as const
    for (const role of roles) {
      const caller =
        role === 'elderly_user' ? elderly : await api.signedIn(role, { organizationId: home, name: 'Nobody' })
      if (role === 'caregiver' || role === 'family_member') await assigned(api, elderly, caller)
      const hits = await find(caller, 'xenon')
      for (const [resource, of] of Object.entries(area)) {
        const granted = grant(role, may(of, 'list'))
        const found = hits.filter(hit => hit.resource === resource)
        if (!granted) expect.soft(found, `${resource} by ${role}`).toEqual([])
        if (granted?.reach === 'all') expect.soft(found, `${resource} by ${role}`).toHaveLength(2)
        if (granted?.reach === 'organization') expect.soft(found, `${resource} by ${role}`).toHaveLength(1)
      }
      if (['organization_admin', 'caregiver', 'family_member', 'elderly_user'].includes(role)) {
        const text = JSON.stringify(hits)
        for (const id of [others, stranger.id]) expect.soft(text, role).not.toContain(id)
      }
      const reach = grant(role, may('devices', 'list'))?.reach
      if (reach === 'assigned' || reach === 'self')
        expect
          .soft(
            hits.filter(hit => hit.resource === 'devices'),
            role,
          )
          .toHaveLength(1)
    }
  })

  test('excludes personal fields for callers who may not see them', async ({ api }) => {
    const home = await api.organization()
    const elsa = await api.signedIn('elderly_user', { organizationId: home, name: 'Elsa' })
    await api.db
      .updateTable('people')
      .set({ email: 'hidden.away@example.org' })
      .where('id', '=', elsa.id)
      .execute()
    const analyst = await api.signedIn('analyst')
    expect(await find(analyst, 'hidden.away')).toEqual([])
    expect(await named(await api.signedIn('operator'), 'hidden.away')).toEqual(['Elsa'])
  })
})

test('without pg_trgm, words are matched as typed', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  await device(api, owner.organizationId, 'Plainly')
  await sql`drop extension pg_trgm cascade`.execute(api.db)
  await sql`create or replace function resembles(field text, word text) returns boolean language sql
    immutable as 'select false'`.execute(api.db)
  await sql`create or replace function likeness(field text, words text) returns real language sql
    immutable as 'select 0::real'`.execute(api.db)
  expect(await named(owner, 'lainl')).toEqual(['Plainly'])
  expect(await named(owner, 'plaimly')).toEqual([])
})
