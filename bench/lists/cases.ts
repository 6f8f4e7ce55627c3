import { devices } from '#contract/devices/devices.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { admins } from '#contract/people/admins.ts'
import { caregivers, family } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'

/** A list call, and the equivalent SQL statement. */
export interface Case {
  list: string
  ask: string
  endpoint: Endpoint
  query: Record<string, unknown>
  bare: string
}

/** A list with numbered pages, and its filters. */
interface Numbered {
  list: string
  endpoint: Endpoint
  /** The `from` and `where` clauses of its rows. */
  from: string
  where: string
  filter: { query: Record<string, unknown>; where: string }
  search: { q: string; where: string }
}

const inNames = (q: string) => ({
  q,
  where: ['name', 'username', 'email'].map(field => `${field} ilike '%${q}%'`).join(' or '),
})

const numbered: readonly Numbered[] = [
  {
    list: 'devices',
    endpoint: devices.list,
    from: 'devices',
    where: 'deleted_at is null',
    filter: { query: { status: 'faulty' }, where: `status = 'faulty'` },
    search: { q: '1234', where: `name ilike '%1234%' or serial ilike '%1234%'` },
  },
  {
    list: 'elderly',
    endpoint: elderly.list,
    from: 'elderly_people',
    where: 'deleted_at is null',
    filter: { query: { status: 'suspended' }, where: `status = 'suspended'` },
    search: inNames('lindner'),
  },
  {
    list: 'caregivers',
    endpoint: caregivers.list,
    from: 'people',
    where: `deleted_at is null and role = 'caregiver'`,
    filter: { query: { status: 'suspended' }, where: `status = 'suspended'` },
    search: inNames('lindner'),
  },
  {
    list: 'family',
    endpoint: family.list,
    from: 'people',
    where: `deleted_at is null and role = 'family_member'`,
    filter: { query: { status: 'suspended' }, where: `status = 'suspended'` },
    search: inNames('lindner'),
  },
  {
    list: 'organizations',
    endpoint: organizations.list,
    from: 'organizations',
    where: 'deleted_at is null',
    filter: { query: { region: 'Africa' }, where: `region = 'Africa'` },
    search: { q: 'schmidt', where: `name ilike '%schmidt%'` },
  },
  {
    list: 'admins',
    endpoint: admins.list,
    from: 'people',
    where: `deleted_at is null and role in ('super_admin', 'admin', 'operator', 'analyst', 'translator', 'organization_admin')`,
    filter: { query: { status: 'invited' }, where: `status = 'invited'` },
    search: inNames('olivia'),
  },
]

const selectOf = ({ listing }: Endpoint) =>
  `select ${Object.keys(listing?.schema.shape ?? {})
    .map(name => `"${name}"`)
    .join(', ')}`

function casesOf({ list, endpoint, from, where, filter, search }: Numbered, middle: number): Case[] {
  const bare = (conditions: string, offset = 0) =>
    `${selectOf(endpoint)} from ${from} where ${conditions} order by lower(name), id limit 25 offset ${offset}`
  const ask = (ask: string, query: object, bare: string): Case => ({
    list,
    ask,
    endpoint,
    query: { _sort: 'name', ...query },
    bare,
  })
  return [
    ask('first page', {}, bare(where)),
    ask('filtered', filter.query, bare(`${where} and ${filter.where}`)),
    ask('search', { q: search.q }, bare(`${where} and (${search.where})`)),
    ask(
      'count',
      { ...filter.query, _end: 0 },
      `select count(*) from ${from} where ${where} and ${filter.where}`,
    ),
    ask('deep page', { _start: middle, _end: middle + 25 }, bare(where, middle)),
  ]
}

/** Calls to lists with numbered pages; `middle` is the offset of the middle of a list. */
export const numberedCases = (middle: (list: string) => number): Case[] =>
  numbered.flatMap(one => casesOf(one, middle(one.list)))

/** Lists with numbered pages, to query their length. */
export const numberedLists = numbered.map(({ list, endpoint }) => ({ list, endpoint }))

/** Calls to the activity log; `instant` and `cursor` are in the middle of it. */
export function logCases(instant: string, cursor: string): Case[] {
  const endpoint = activityLogs.list
  const newest = (where: string) =>
    `${selectOf(endpoint)} from activity_logs where ${where} order by "timestamp" desc, id desc limit 26`
  const ask = (ask: string, query: object, bare: string): Case => ({
    list: 'activity logs',
    ask,
    endpoint,
    query: { ...query },
    bare,
  })
  return [
    ask('first page', {}, newest('true')),
    ask('filtered', { action: 'export' }, newest(`action = 'export'`)),
    ask(
      'filtered twice',
      { action: 'delete', resource_type: 'devices' },
      newest(`action = 'delete' and resource_type = 'devices'`),
    ),
    ask('by the client', { source: 'client' }, newest(`source = 'client'`)),
    ask(
      'count',
      { resource_type: 'contacts', _end: 0 },
      `select count(*) from (select from activity_logs where resource_type = 'contacts' limit 10001) as few`,
    ),
    ask('deep page', { _after: cursor }, newest(`"timestamp" < '${instant}'`)),
  ]
}
