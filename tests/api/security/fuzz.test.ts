import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { grant, type Role, roles } from '#contract/permissions.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { type Fuzz, type Reply, type Request, test, told } from '#tests/fixtures/fuzz.ts'

const deep = process.env.DEEP === '1'
/** Calls of each kind to each endpoint. */
const runs = deep ? 500 : 2
/** Another one finds other things; a failure names its call, whatever the seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
const patience = deep ? 3_600_000 : 240_000

/** What may be written of a call that is refused: that it was, and when its caller was last there. */
const records = new Set([
  'activity_logs',
  'activity_log_chain',
  'activity_log_seals',
  'activity_log_values',
  'unsealed_activity_logs',
  'rollup_dirt',
  'guesses',
  'rate_limit_violations',
  'sessions',
])

const endpoints = await everyEndpoint()

/** Mostly those whom the table lets in, at times anybody, at times nobody. */
function callersOf({ access }: Endpoint): (Role | null)[] {
  const admitted = typeof access === 'string' ? roles : roles.filter(role => grant(role, access))
  return [...admitted, ...admitted, ...roles, null]
}

/** Never a fault, a problem where it is refused, and what the contract promises where it is answered. */
function judge({ reply: promised, kind }: Endpoint, { status, type, json }: Reply, what: string): void {
  expect.soft(status, `${what} got ${told(json)}`).toBeLessThan(500)
  if (status >= 400) expect.soft(type, what).toContain('application/problem+json')
  else if (json !== undefined && !kind && !(promised instanceof z.ZodVoid) && !Array.isArray(json))
    expect.soft(promised.safeParse(json).error?.issues, `${what} was answered ${told(json)}`).toBe(undefined)
}

/** Sends calls by turns as several roles. @returns how many were answered, which tells whether the calls are what they claim to be. */
async function sendAll(fuzz: Fuzz, kind: 'right' | 'wrong'): Promise<number> {
  let answered = 0
  for (const [at, [name, endpoint]] of endpoints.entries()) {
    const callers = callersOf(endpoint)
    const requests: Request[] = fc.sample(fuzz[kind](endpoint), { numRuns: runs, seed: seed + at })
    for (const [turn, request] of requests.entries()) {
      const role = callers[(at + turn) % callers.length] ?? null
      const token = role && (await fuzz.tokenOf(role))
      const reply = await fuzz.send(endpoint, request, token)
      const what = `${name} as ${role ?? 'nobody'}, ${told(request)},`
      judge(endpoint, reply, what)
      const changed = async () => (await fuzz.written()).filter(table => !records.has(table))
      const first = await changed()
      if (reply.status < 400) answered += 1
      else if (first.length > 0) {
        // The jobs of earlier calls write meanwhile: the call's own is what it writes each time.
        await fuzz.send(endpoint, request, token)
        const again = await changed()
        expect
          .soft(
            first.filter(table => again.includes(table)),
            `${what} was refused`,
          )
          .toEqual([])
      }
    }
  }
  return answered
}

test('calls of the right form are never a fault, and are answered as the contract promises', {
  timeout: patience,
}, async ({ fuzz }) => {
  expect((await sendAll(fuzz, 'right')) / (endpoints.length * runs)).toBeGreaterThan(0.3)
})

test('broken calls are never a fault, and change nothing where they are refused', {
  timeout: patience,
}, async ({ fuzz }) => {
  expect((await sendAll(fuzz, 'wrong')) / (endpoints.length * runs)).toBeLessThan(0.4)
})
