// @module-tag thorough

import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { grant, type Role, roles } from '#contract/kit/permissions.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'
import { type Fuzz, type Reply, type Request, test, told } from '#tests/fixtures/fuzz.ts'

const deep = process.env.DEEP === '1'
/** Calls of each kind to each endpoint. */
const runs = deep ? 500 : 2
/** Another one finds other things; a failure names its call, whatever the seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** How often a refused call is sent again to tell what it writes from what others write meanwhile. */
const repeats = 8
const patience = deep ? 3_600_000 : 240_000
/** Which part of the endpoints is called: `2/10` is every tenth from the second on. */
const [part = 1, parts = 1] = (process.env.FUZZ_PART ?? '1/1').split('/').map(Number)

/** What may be written of a call that is refused: that it was, and when its caller was last there. */
const records = new Set([
  'activity_logs',
  'activity_log_chain',
  'activity_log_seals',
  'activity_log_values',
  'unsealed_activity_logs',
  'rollup_invalidations',
  'guesses',
  'sign_in_attempts',
  'rate_limit_violations',
  'sessions',
])

const endpoints = (await everyEndpoint())
  .map(([name, endpoint], at) => ({ name, endpoint, at }))
  .filter(({ at }) => at % parts === part - 1)

/** Mostly those whom the table lets in, at times anybody, at times nobody. */
function callersOf({ access }: Endpoint): (Role | null)[] {
  const admitted = typeof access === 'string' ? roles : roles.filter(role => grant(role, access))
  return [...admitted, ...admitted, ...roles, null]
}

/** What a call says of an identity provider with a generated address, which no one can reach. */
const unreachable = '/problems/single-sign-on-unreachable'

/** Never a fault, a problem where it is refused, and what the contract promises where it is answered. */
function judge({ reply: promised, kind }: Endpoint, { status, type, json }: Reply, what: string): void {
  const isUnreachable = status === 503 && (json as { type?: string }).type === unreachable
  if (!isUnreachable) expect.soft(status, `${what} got ${told(json)}`).toBeLessThan(500)
  if (status >= 400) expect.soft(type, what).toContain('application/problem+json')
  else if (json !== undefined && !kind && !(promised instanceof z.ZodVoid) && !Array.isArray(json)) {
    // A record as of an instant leaves out what the activity log says nothing about, and names it.
    const { unknown = [] } = json as { unknown?: unknown[] }
    const issues = promised.safeParse(json).error?.issues ?? []
    const broken = issues.filter(({ path }) => !unknown.includes(path[0]))
    expect.soft(broken, `${what} was answered ${told(json)}`).toEqual([])
  }
}

/** Sends calls by turns as several roles. @returns how many were answered, which tells whether the calls are what they claim to be. */
async function sendAll(fuzz: Fuzz, kind: 'right' | 'wrong'): Promise<number> {
  let answered = 0
  for (const { name, endpoint, at } of endpoints) {
    const callers = callersOf(endpoint)
    const requests: Request[] = fc.sample(fuzz[kind](endpoint), { numRuns: runs, seed: seed + at })
    for (const [turn, request] of requests.entries()) {
      const role = callers[(at + turn) % callers.length] ?? null
      let token = role && (await fuzz.tokenOf(role))
      let reply = await fuzz.send(endpoint, request, token)
      if (role && reply.status === 401) {
        // A call before this one may have ended the session.
        const fresh = await fuzz.tokenOf(role, true)
        if (fresh !== token) reply = await fuzz.send(endpoint, request, fresh)
        token = fresh
      }
      const what = `${name} as ${role ?? 'nobody'}, ${told(request)},`
      judge(endpoint, reply, what)
      const changed = async () => (await fuzz.written()).filter(table => !records.has(table))
      const first = await changed()
      if (reply.status < 400) answered += 1
      else if (first.length > 0) {
        // The jobs of earlier calls write meanwhile: the call's own is what it writes each time, and nobody without it.
        let own = first
        for (let again = 0; again < repeats && own.length > 0; again++) {
          const began = performance.now()
          await fuzz.send(endpoint, request, token)
          const now = await changed()
          await setTimeout(performance.now() - began)
          const without = await changed()
          own = own.filter(table => now.includes(table) && !without.includes(table))
        }
        expect.soft(own, `${what} was refused`).toEqual([])
      }
    }
  }
  return answered
}

/** The share of the calls that were answered; a part of the endpoints may be all strict or all lenient. */
const expectShare = (answered: number) => expect(answered / (endpoints.length * runs))

test('valid calls never cause a 5xx, and are answered according to the contract', {
  tags: ['thorough'],
  timeout: patience,
}, async ({ fuzz }) => {
  expectShare(await sendAll(fuzz, 'right')).toBeGreaterThan(parts === 1 ? 0.3 : 0)
})

test('invalid calls never cause a 5xx, and change nothing when refused', {
  timeout: patience,
}, async ({ fuzz }) => {
  expectShare(await sendAll(fuzz, 'wrong')).toBeLessThan(parts === 1 ? 0.4 : 1)
})
