import { describe, expect } from 'vitest'
import { figureRules, maxRulesOfOrganization, maxRulesOfPerson } from '#contract/platform/figure-rules.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import {
  addSessions,
  changesOf,
  checkNow,
  eventsOf,
  newRule,
  noticesOf,
  ruleBody,
  ruleOf,
} from '#tests/fixtures/figure-rules.ts'

describe('the rules of another organization', () => {
  test('do not exist for strangers, nor for staff who see only their own', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await addSessions(api, owner.organizationId, 3)
    const id = await newRule(api, owner, [owner])
    await checkNow(api, id)
    for (const role of ['organization_admin', 'analyst'] as const) {
      const caller = await api.signedIn(role)
      expect((await caller.call(figureRules.show, { params: { id } })).status).toBe(404)
      expect((await caller.call(figureRules.remove, { params: { id } })).status).toBe(404)
      expect(await changesOf(caller, id)).toEqual([])
      expect(await noticesOf(caller, id)).toEqual([])
    }
  })

  test('cannot tell people elsewhere, or people who may not see the figure', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const carer = await api.signedIn('caregiver', { organizationId: owner.organizationId })
    const stranger = await api.signedIn('organization_admin')
    for (const recipient of [carer, stranger, await api.signedIn('admin')]) {
      const { status, problem } = await owner.call(figureRules.create, { body: ruleBody([recipient]) })
      expect([status, problem.errors?.[0]?.pointer]).toEqual([422, '#/recipient_ids'])
    }
  })
})

describe('a rule is refused', () => {
  test.for([
    [{ source: { name: 'revenue', figure: 'mrr' } }, '#/source'],
    [{ source: { name: 'operations', figure: 'toString' } }, '#/source'],
    [{ source: { name: 'operations', figure: 'p95', filters: { colour: 'red' } } }, '#/source'],
    [{ period: '7d', every: '5m' }, '#/every'],
    [{ recipient_ids: [] }, '#/recipient_ids'],
    [{ condition: { kind: 'below' } }, '#/condition/value'],
    [{ hold: 0 }, '#/hold'],
  ] as const)('for %o, naming the field', async ([part, pointer], { api }) => {
    const owner = await api.signedIn('organization_admin')
    const { status, problem } = await owner.call(figureRules.create, {
      body: ruleBody([owner], part as object),
    })
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  test('beyond the limits of a person and of an organization', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const colleague = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    for (let n = 0; n < maxRulesOfPerson; n += 1) await newRule(api, owner, [owner])
    const create = async (by: Caller) => {
      const { status, problem } = await by.call(figureRules.create, { body: ruleBody([by]) })
      return [status, status === 409 ? problem.detail : null]
    }
    expect(await create(owner)).toEqual([409, 'You can have up to 50 rules on figures'])
    expect(await create(colleague)).toEqual([201, null])
    const other = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    for (let n = maxRulesOfPerson + 1; n < maxRulesOfOrganization; n += 1) {
      await api.db
        .updateTable('figure_rules')
        .set({ owner_id: other.id })
        .where('id', '=', await newRule(api, other, [other]))
        .execute()
    }
    expect(await create(colleague)).toEqual([409, 'An organization can have up to 200 rules on figures'])
  })
})

test('a change of what is compared begins anew, a change of the name does not', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  await addSessions(api, owner.organizationId, 3)
  const id = await newRule(api, owner, [owner])
  await checkNow(api, id)
  await owner.call(figureRules.update, { params: { id }, body: { name: 'Renamed' } })
  expect((await ruleOf(owner, id)).state).toBe('firing')
  const body = { condition: { kind: 'above', value: 100 } } as const
  await owner.call(figureRules.update, { params: { id }, body })
  expect((await eventsOf(owner, id)).slice(0, 2)).toEqual(['firing', 'edited'])
  expect((await ruleOf(owner, id)).firing_since).toBeNull()
})
