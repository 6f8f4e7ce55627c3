// @module-tag thorough
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { grant, type Role, roles } from '#contract/kit/permissions.ts'
import { paramNames } from '#contract/kit/urls.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { type Request, test, told } from '#tests/fixtures/fuzz.ts'

const deep = process.env.DEEP === '1'
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)
/** Fields of each endpoint that are poisoned, each by one value; in the deep run all of them by all values. */
const fieldsPerEndpoint = deep ? Number.POSITIVE_INFINITY : 1

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { x: value }
  return value
}

/** Half characters, extreme dates and numbers, nested and countless values. */
const poison: readonly unknown[] = [
  '\ud800',
  'a\udfff',
  '\0',
  '\ufffe',
  '\u202e=1+1',
  '𝒜'.repeat(130),
  'x'.repeat(100_000),
  '0000-01-01T00:00:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31',
  '+275760-09-13T00:00:00Z',
  '99999999999999999999',
  1e308,
  -1,
  8_640_000_000_000_001,
  2 ** 53,
  nested(30),
  nested(500),
  {},
  [],
  null,
  Array.from({ length: 1_000 }, () => '\ud800'),
]

type Path = readonly (string | number)[]

/** The paths of all values within a value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const members = Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]))
  return path.length > 0 ? [path, ...members] : members
}

function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<string, unknown>
  copy[key] = withValue(copy[key], rest, value)
  return copy
}

const callerOf = ({ access }: Endpoint): Role | null => {
  if (access === 'public') return null
  return roles.find(role => typeof access === 'string' || grant(role, access)) ?? 'super_admin'
}

/** Calls of an endpoint, each with one poisoned field. */
function poisoned(request: Request, turn: number): { what: string; request: Request }[] {
  const fields = (['body', 'query'] as const).flatMap(side =>
    typeof request[side] === 'object' ? pathsIn(request[side]).map(path => ({ side, path })) : [],
  )
  const chosen = fields.slice(0, deep ? fields.length : undefined)
  const values = (index: number) =>
    deep ? poison : [poison[(turn * fieldsPerEndpoint + index) % poison.length]]
  const picked = deep
    ? chosen
    : Array.from(
        { length: Math.min(fieldsPerEndpoint, chosen.length) },
        (_, index) => chosen[(turn + index * 7) % chosen.length] as (typeof chosen)[number],
      )
  return picked.flatMap(({ side, path }, index) =>
    values(index).map(value => ({
      what: `${side} ${path.join('.')} = ${told(value).slice(0, 60)}`,
      request: { ...request, [side]: withValue(request[side], path, value) },
    })),
  )
}

test('lone surrogates, extreme dates and nested values in any field never cause a 5xx, and keep every list readable', {
  timeout: deep ? 3_600_000 : 240_000,
}, async ({ fuzz }) => {
  const endpoints = await everyEndpoint()
  for (const [turn, [name, endpoint]] of endpoints.entries()) {
    // A session that ended would hide the calls behind it.
    if (/logout|sessions|erase/.test(endpoint.path)) continue
    // What a reader asks for is stored nowhere; it is fuzzed in the deep run.
    if (!deep && endpoint.method === 'GET') continue
    const [request] = fc.sample(fuzz.right(endpoint), { numRuns: 1, seed: seed + turn })
    const role = callerOf(endpoint)
    for (const call of poisoned(request as Request, turn)) {
      const token = role && (await fuzz.tokenOf(role))
      const { status, json } = await fuzz.send(endpoint, call.request, token)
      expect.soft(status, `${name} as ${role}, ${call.what}: ${told(json)}`).toBeLessThan(500)
    }
  }
  const token = await fuzz.tokenOf('super_admin', true)
  for (const [name, endpoint] of endpoints) {
    if (!endpoint.listing || paramNames(endpoint.path).length > 0) continue
    const { status, json } = await fuzz.send(
      endpoint,
      { params: {}, query: { _end: 200 }, body: undefined },
      token,
    )
    if (status === 403) continue
    expect.soft(status, `${name}: ${told(json)}`).toBe(200)
    expect.soft(endpoint.reply.safeParse(json).error?.issues.slice(0, 3), name).toBe(undefined)
  }
})
