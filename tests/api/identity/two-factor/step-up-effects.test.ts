import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { identity } from '#contract/identity/identity.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { type BulkEndpoint, bulk } from '#contract/kit/bulk.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { admins } from '#contract/people/admins.ts'
import { invites } from '#contract/people/invites.ts'
import { organizations } from '#contract/people/organizations.ts'
import { people } from '#contract/people/people.ts'
import { imports, isImportable } from '#contract/platform/imports.ts'
import { password, registered } from '#tests/fixtures/accounts.ts'
import { type Answer, type Api, type Caller, newPerson, test } from '#tests/fixtures/api.ts'
import { ended, jobWhen } from '#tests/fixtures/bulk.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

vi.setConfig({ testTimeout: 120_000 })

const endpoints = await everyEndpoint()
const needed = { status: 409, type: '/problems/step-up' }

const setProvedAt = (api: Api, personId: string, age: string) =>
  api.db
    .updateTable('sessions')
    .set({ proved_at: sql`now() - ${age}::interval` })
    .where('person_id', '=', personId)
    .execute()

const fieldOf = (schema: z.ZodType | undefined, name: string) =>
  schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined

const hasRole = (schema: z.ZodType | undefined) => {
  const role = fieldOf(schema, 'role')
  return role?.safeParse('admin').success === true && !role.safeParse('no role at all').success
}

/** Every way in the contract to give a role: by a body, a bulk patch, an import, an undo or a restore. */
function waysToGiveRoles(): string[] {
  const creations = new Map(
    endpoints.filter(([, { method }]) => method === 'POST').map(([, endpoint]) => [endpoint.path, endpoint]),
  )
  return endpoints.flatMap(([name, endpoint]) => {
    const { patch, resource, act, kind } = endpoint as BulkEndpoint
    if (kind === 'bulk') {
      const list = endpoints.find(([listName]) => listName === `GET /api/users/${resource}`)?.[1]
      const showsRole = hasRole(list?.listing?.schema)
      if (act === 'update') return hasRole(patch) ? [name, `undo ${name}`] : []
      return showsRole ? [`undo ${name}`] : []
    }
    const create = creations.get(endpoint.path)
    // Imports name a resource, and its lists by other conventions are the same resource.
    if (endpoint.listing && endpoint.path.startsWith('/api/rest/')) return []
    if (endpoint.listing)
      return isImportable(endpoint, create) && hasRole(create.body) ? [`import ${endpoint.path}`] : []
    if (endpoint.path.endsWith('/restore')) return hasRole(endpoint.reply) ? [name] : []
    return hasRole(endpoint.body) ? [name] : []
  })
}

interface Attempt {
  run(): Promise<Pick<Answer, 'status' | 'problem'>>
  /** Whether somebody has the role, or an invitation to it. */
  succeeded(): Promise<boolean>
}

const newAdmin = () => {
  const tag = randomUUID().slice(0, 8)
  return {
    name: 'Eve Adams',
    username: `eve-${tag}`,
    email: `eve-${tag}@example.org`,
    role: 'admin' as const,
  }
}

const roleOf = async ({ db }: Api, id: string) =>
  (await db.selectFrom('people').select(['role', 'deleted_at']).where('id', '=', id).executeTakeFirst()) ?? {
    role: null,
    deleted_at: null,
  }

const hasAdmin = (api: Api, id: string) => async () => {
  const { role, deleted_at } = await roleOf(api, id)
  return role === 'admin' && deleted_at === null
}

async function bulkJob(caller: Caller, endpoint: BulkEndpoint, body: object) {
  const { status, reply } = await caller.call(endpoint, { body })
  expect(status).toBe(202)
  await jobWhen(caller, reply.id, ended)
  return reply.id
}

async function importAttempt(
  api: Api,
  caller: Caller,
  resource: string,
  row: Record<string, string>,
): Promise<Attempt> {
  const csv = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`
  const { reply, status, text } = await caller.call(imports.upload, {
    query: { resource, name: 'file.csv' },
    body: csv,
    headers: { 'content-type': 'text/csv' },
  })
  expect(status, text).toBe(201)
  const params = { id: reply.id }
  const settled = () =>
    vi.waitFor(
      async () => {
        const { reply } = await caller.call(imports.show, { params })
        expect(reply.state).not.toMatch(/ing$/)
      },
      { timeout: 40_000, interval: 100 },
    )
  return {
    async run() {
      const checked = await caller.call(imports.check, { params, body: { mapping: reply.mapping } })
      if (checked.status !== 202) return checked
      await settled()
      const applied = await caller.call(imports.apply, { params })
      if (applied.status === 202) await settled()
      return applied
    },
    async succeeded() {
      const table = resource === 'admins' ? 'people' : 'invites'
      const found = await api.db
        .selectFrom(table)
        .select('id')
        .where('email', '=', row.email ?? '')
        .execute()
      return found.length > 0
    },
  }
}

/** Prepares an attempt with fresh step-up; it is run with and without. */
const attempts: Record<string, (api: Api, caller: Caller) => Promise<Attempt>> = {
  'POST /api/users/admins': async (api, caller) => {
    const body = newAdmin()
    return {
      run: () => caller.call(admins.create, { body }),
      succeeded: async () =>
        (await api.db.selectFrom('people').select('id').where('email', '=', body.email).execute()).length > 0,
    }
  },
  'PUT /api/users/admins/{id}': async (api, caller) => {
    const { id } = await newPerson(api.db, 'operator')
    return {
      run: () => caller.call(admins.update, { params: { id }, body: { role: 'admin' } }),
      succeeded: hasAdmin(api, id),
    }
  },
  'PUT /api/users/{id}/role': async (api, caller) => {
    const { id } = await newPerson(api.db, 'operator')
    return {
      run: () => caller.call(people.assignRole, { params: { id }, body: { role: 'admin' } }),
      succeeded: hasAdmin(api, id),
    }
  },
  'POST /api/users/admins/{id}/restore': async (api, caller) => {
    const { id } = await newPerson(api.db, 'admin')
    expect((await caller.call(admins.remove, { params: { id } })).status).toBe(204)
    return { run: () => caller.call(admins.restore, { params: { id } }), succeeded: hasAdmin(api, id) }
  },
  'POST /api/invites': async (api, caller) => {
    const { email } = newAdmin()
    return {
      run: () => caller.call(invites.create, { body: { email, role: 'super_admin' } }),
      succeeded: async () =>
        (await api.db.selectFrom('invites').select('id').where('email', '=', email).execute()).length > 0,
    }
  },
  'import /api/users/admins': (api, caller) => importAttempt(api, caller, 'admins', newAdmin()),
  'import /api/invites': (api, caller) =>
    importAttempt(api, caller, 'invites', { email: newAdmin().email, role: 'super_admin' }),
  'POST /api/bulk/admins/update': async (api, caller) => {
    const { id } = await newPerson(api.db, 'operator')
    return {
      async run() {
        const answer = await caller.call(admins.updateMany, {
          body: { ids: [id], count: 1, patch: { role: 'admin' } },
        })
        if (answer.status === 202) await jobWhen(caller, answer.reply.id, ended)
        return answer
      },
      succeeded: hasAdmin(api, id),
    }
  },
  'undo POST /api/bulk/admins/update': async (api, caller) => {
    const { id } = await newPerson(api.db, 'admin')
    const body = { ids: [id], count: 1, patch: { role: 'operator' } }
    return undoAttempt(api, caller, id, await bulkJob(caller, admins.updateMany, body))
  },
  'undo POST /api/bulk/admins/delete': async (api, caller) => {
    const { id } = await newPerson(api.db, 'admin')
    return undoAttempt(api, caller, id, await bulkJob(caller, admins.removeMany, { ids: [id], count: 1 }))
  },
}

const endpointOf = (name: string) => {
  const endpoint = new Map(endpoints).get(name)
  if (!endpoint) throw new Error(`no endpoint ${name}`)
  return endpoint
}

for (const name of ['PUT /api/rest/admins/{id}', 'PATCH /api/rest/admins/{id}'])
  attempts[name] = async (api, caller) => {
    const { id } = await newPerson(api.db, 'operator')
    return {
      run: () => caller.call(endpointOf(name), { params: { id }, body: { role: 'admin' } }),
      succeeded: hasAdmin(api, id),
    }
  }

for (const [name, table, body] of [
  ['POST /api/rest/admins', 'people', newAdmin],
  ['POST /api/rest/invites', 'invites', () => ({ email: newAdmin().email, role: 'super_admin' })],
] as const)
  attempts[name] = async (api, caller) => {
    const sent = body()
    return {
      run: () => caller.call(endpointOf(name), { body: sent }),
      succeeded: async () =>
        (await api.db.selectFrom(table).select('id').where('email', '=', sent.email).execute()).length > 0,
    }
  }

function undoAttempt(api: Api, caller: Caller, personId: string, jobId: string): Attempt {
  return {
    async run() {
      const answer = await caller.call(bulk.undo, { params: { id: jobId } })
      if (answer.status === 202) await jobWhen(caller, answer.reply.id, ended)
      return answer
    },
    succeeded: hasAdmin(api, personId),
  }
}

describe('a privileged role', () => {
  test('can be given in these ways', () => {
    expect(waysToGiveRoles().sort()).toEqual(Object.keys(attempts).sort())
  })

  test.for(Object.keys(attempts))('needs step-up by %s', async (way, { api }) => {
    const caller = await api.signedIn('super_admin')
    const attempt = await attempts[way]?.(api, caller)
    if (!attempt) throw new Error(`no attempt for ${way}`)
    await setProvedAt(api, caller.id, '11 minutes')
    expect((await attempt.run()).problem).toMatchObject(needed)
    expect(await attempt.succeeded()).toBe(false)
    await setProvedAt(api, caller.id, '0 minutes')
    expect((await attempt.run()).status).toBeLessThan(300)
    expect(await attempt.succeeded()).toBe(true)
  })

  test('is not given by a job that was ordered without step-up', async ({ api }) => {
    const caller = await api.signedIn('super_admin')
    const attempt = await importAttempt(api, caller, 'admins', newAdmin())
    const original = api.services.jobs.enqueue
    const enqueue = vi.spyOn(api.services.jobs, 'enqueue').mockImplementation(async (db, ...job) => {
      await sql`update imports set has_step_up = false`.execute(db)
      return original(db, ...job)
    })
    await attempt.run().finally(() => enqueue.mockRestore())
    expect(await attempt.succeeded()).toBe(false)
  })

  test('is the only kind of role that requires it', async ({ api }) => {
    const caller = await api.signedIn('super_admin')
    await setProvedAt(api, caller.id, '11 minutes')
    const body = { email: newAdmin().email, role: 'caregiver', organization_id: await api.organization() }
    expect((await caller.call(invites.create, { body })).status).toBe(201)
  })
})

test('API keys can be created in two ways, both of which need step-up', async () => {
  const ways = endpoints.filter(([, endpoint]) => fieldOf(endpoint.body, 'scopes') instanceof z.ZodArray)
  expect(ways.map(([name, { stepUp }]) => [name, stepUp])).toEqual([
    ['POST /api/api-keys', true],
    ['POST /api/rest/api-keys', true],
  ])
  expect(isImportable(apiKeys.list as Endpoint, apiKeys.create as Endpoint)).toBe(false)
})

test('backup codes of an unfinished set-up are no proof', async ({ api }) => {
  const anna = await registered(api)
  const { reply } = await anna.call(twoFactor.setupTotp)
  await setProvedAt(api, anna.id, '11 minutes')
  const [backup_code] = reply.backup_codes
  expect((await anna.call(identity.stepUp, { body: { backup_code } })).status).toBe(422)
  expect((await anna.call(twoFactor.setupTotp)).problem).toMatchObject(needed)
  expect((await anna.call(identity.stepUp, { body: { password } })).status).toBe(204)
})

test('an organization admin cannot turn an organization into a service', async ({ api }) => {
  const admin = await api.signedIn('organization_admin')
  const params = { id: admin.organizationId }
  const { status, problem } = await admin.call(organizations.update, { params, body: { kind: 'service' } })
  expect(status).toBe(409)
  expect(problem.detail).toBe('A service organization already exists')
})
