// @module-tag thorough
import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { languages } from '#contract/kit/language.ts'
import { grant, type Role } from '#contract/kit/permissions.ts'
import { fillPath, paramNames } from '#contract/kit/urls.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { searchOf } from '#tests/fixtures/http.ts'
import { valuesOf } from '#tests/fixtures/values.ts'

// Every endpoint with every kind of id of another customer, by every customer's role.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 })

const customerRoles: readonly Role[] = ['organization_admin', 'caregiver', 'family_member', 'elderly_user']
const samples = process.env.DEEP ? 12 : 2
const endpoints = await everyEndpoint()

/** Ends the session that calls it. */
const endsSession = new Set(['POST /api/auth/logout'])

/** The names that `{figure}` stands for. */
async function figureNames(): Promise<string[]> {
  const folder = new URL('../../../contract/', import.meta.url)
  const names = new Set<string>()
  for (const domain of await readdir(folder)) {
    if (domain === 'kit') continue
    const module = (await import(new URL(`${domain}/index.ts`, folder).href)) as Record<string, unknown>
    for (const group of Object.values(module)) {
      if (typeof group !== 'object' || group === null) continue
      for (const [name, value] of Object.entries(group)) {
        if (typeof value === 'object' && value !== null && 'formula' in value) names.add(name)
      }
    }
  }
  return [...names]
}

interface Tenant {
  organizationId: string
  /** A few ids of each table, by its name. */
  ids: Map<string, string[]>
  /** Texts that only rows of this customer contain. */
  secrets: string[]
}

const tablesOf = async ({ db }: Api, column: string) =>
  (
    await sql<{ table: string }>`
      select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = ${column}
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`.execute(db)
  ).rows.map(({ table }) => table)

async function tenantOf(api: Api, organizationId: string): Promise<Tenant> {
  const ids = new Map<string, string[]>([['organizations', [organizationId]]])
  const withId = new Set(await tablesOf(api, 'id'))
  for (const table of await tablesOf(api, 'organization_id')) {
    if (!withId.has(table)) continue
    const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.table(table)}
      where organization_id = ${organizationId} order by id desc limit 4`.execute(api.db)
    if (rows.length > 0)
      ids.set(
        table,
        rows.map(({ id }) => id),
      )
  }
  const { rows: people } = await sql<{ name: string; user_id: number; email: string | null }>`
    select name, user_id, email from people where organization_id = ${organizationId}`.execute(api.db)
  ids.set(
    'user_ids',
    people.slice(0, 4).map(({ user_id }) => String(user_id)),
  )
  const { rows: shared } = await sql<{ name: string }>`
    select name from people group by name having count(distinct organization_id) > 1`.execute(api.db)
  const common = new Set(shared.map(({ name }) => name))
  const names = people.map(({ name }) => name).filter(name => !common.has(name))
  return { organizationId, ids, secrets: [...names, ...people.flatMap(({ email }) => email ?? [])] }
}

/** A digest of all rows of a customer, by table. */
async function digestsOf(api: Api, { organizationId }: Tenant, tables: readonly string[]) {
  const parts = tables.map(
    table => sql`select ${sql.lit(table)} as table, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))
      as digest from ${sql.table(table)} t where organization_id = ${organizationId}`,
  )
  const { rows } = await sql<{ table: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(
    api.db,
  )
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]))
}

async function setUp(api: Api) {
  await fillApi(api, { scale: 0.005 })
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from alerts where organization_id <> ${serviceOrganization}
    group by organization_id order by count(*) desc limit 2`.execute(api.db)
  const [own, other] = rows.map(({ id }) => id) as [string, string]
  const victim = await tenantOf(api, other)
  return { own, victim, figures: await figureNames() }
}

const sharedSetUp = (() => {
  let started: ReturnType<typeof setUp> | undefined
  return (api: Api) => {
    started ??= setUp(api)
    return started
  }
})()

/** Requests that would be right, if the ids in path, query and body were the caller's own. */
function requestsTo(
  endpoint: Endpoint,
  { ids, organizationId }: Tenant,
  { figures, hasEveryKind }: { figures: readonly string[]; hasEveryKind: boolean },
) {
  const all = [...ids.values()].flat()
  const idsOf = (resource?: string) =>
    (resource && ids.get(resource.replaceAll('-', '_'))) ||
    (resource === 'elderly' || resource === 'caregivers' || resource === 'family'
      ? ids.get('people')
      : undefined) ||
    all
  const known = { ids: idsOf, texts: ['UTC', ...figures], free: fc.constant('Probe') }
  const params = paramNames(endpoint.path).map((name): [string, fc.Arbitrary<string>] => {
    if (name === 'figure') return [name, fc.constantFrom(...figures)]
    if (name === 'language') return [name, fc.constantFrom(...languages)]
    if (name === 'list') return [name, fc.constantFrom('devices', 'elderly', 'alerts')]
    return [name, fc.constantFrom(...all)]
  })
  const request = fc.record({
    params: fc.record(Object.fromEntries(params)),
    query: valuesOf(endpoint.query, known),
    body: valuesOf(endpoint.body, known),
  })
  const isNamed = params.some(([name]) => name === 'id')
  const made = fc.sample(request, isNamed ? samples * 3 : samples)
  // Each kind of id in the path at least once.
  const kinds = isNamed && hasEveryKind ? [...ids.values()].map(([id]) => id as string) : []
  return [
    ...made,
    ...kinds.map((id, at) => ({
      ...(made[at % made.length] as (typeof made)[number]),
      params: { ...made[0]?.params, id },
    })),
    { params: made[0]?.params ?? {}, query: { organization_id: organizationId }, body: undefined },
  ]
}

describe('a customer', () => {
  test.for(customerRoles)('is invisible to the %s of another, by every call', async (role, { api }) => {
    const { own, victim, figures } = await sharedSetUp(api)
    // Only now: the admin's calls, which are made before, may remove people of their own organization.
    const caller = await api.signedIn(role, { organizationId: own, name: `Own ${role}` })
    const tables = (await tablesOf(api, 'organization_id')).filter(
      table => !table.startsWith('rollup') && table !== 'unsealed_activity_logs',
    )
    let before = await digestsOf(api, victim, tables)
    let answered = 0
    const hasEveryKind = role === 'organization_admin' || process.env.DEEP !== undefined
    for (const [name, endpoint] of endpoints) {
      const { access, kind, method, path } = endpoint
      if (kind === 'stream' || access === 'public' || endsSession.has(name)) continue
      if (typeof access !== 'string' && !grant(role, access)) continue
      let hasWritten = false
      for (const { params, query, body } of requestsTo(endpoint, victim, { figures, hasEveryKind })) {
        const { statusCode, payload } = await api.app.inject({
          method,
          url: fillPath(path, params as never) + searchOf(query),
          headers: {
            authorization: `Bearer ${caller.token}`,
            ...(body !== undefined && { 'content-type': endpoint.consumes ?? 'application/json' }),
          },
          ...(body !== undefined && {
            payload: endpoint.consumes && typeof body !== 'object' ? String(body) : JSON.stringify(body),
          }),
        })
        expect.soft(statusCode, `${name} ${JSON.stringify({ params, body })}`).toBeLessThan(500)
        if (statusCode >= 300) continue
        answered += 1
        hasWritten ||= method !== 'GET'
        const leaked = victim.secrets.filter(secret => payload.includes(secret))
        expect.soft(leaked, `${name} ${JSON.stringify({ params, query, body })}`).toEqual([])
      }
      if (!hasWritten) continue
      const after = await digestsOf(api, victim, tables)
      expect.soft(after, `${name} as ${role}`).toEqual(before)
      before = after
    }
    expect(answered).toBeGreaterThan(10)
  })
})
