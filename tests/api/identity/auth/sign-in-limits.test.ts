import { sql } from 'kysely'
import { expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { addressGroup } from '#server/modules/identity/auth/sign-in-limits.ts'
import { password, registered } from '#tests/fixtures/accounts.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

async function signInFrom(
  api: Api,
  remoteAddress: string,
  email: string,
  given: string,
  userAgent = 'guesser',
) {
  const { method, path: url } = auth.login
  const { statusCode, headers, json } = await api.app.inject({
    method,
    url,
    remoteAddress,
    headers: { 'user-agent': userAgent },
    payload: { email, password: given },
  })
  return { status: statusCode, retryAfter: Number(headers['retry-after']), reply: json() }
}

/** Lets the delays that are running be over. */
const elapse = ({ db }: Api, age: string) =>
  sql`update sign_in_attempts set last_at = last_at - ${age}::interval`.execute(db)

test('guesses at one account from one address are delayed more and more', async ({ api }) => {
  const anna = await registered(api)
  const statuses: number[] = []
  const delays: number[] = []
  for (let guess = 0; guess < 10; guess += 1) {
    const { status, retryAfter } = await signInFrom(api, '10.1.0.1', anna.email, 'not it')
    statuses.push(status)
    if (status !== 429) continue
    delays.push(retryAfter)
    await elapse(api, `${retryAfter} seconds`)
    expect((await signInFrom(api, '10.1.0.1', anna.email, 'not it')).status).toBe(401)
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(5).fill(429)])
  expect(delays).toEqual([...delays].sort((one, other) => one - other))
  expect(delays.at(-1)).toBeGreaterThan(60)
})

test('an unknown account is limited like an existing one', async ({ api }) => {
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess += 1)
    statuses.push((await signInFrom(api, '10.2.0.1', 'nobody@example.org', 'not it')).status)
  expect(statuses).toEqual([...Array(5).fill(401), 429])
})

test('the username and the e-mail address of an account share their limit', async ({ api }) => {
  const anna = await registered(api)
  const guess = async (login: string) => (await signInFrom(api, '10.3.0.1', login, 'not it')).status
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) statuses.push(await guess(at % 2 ? anna.username : anna.email))
  expect(statuses).toEqual([...Array(5).fill(401), 429])
})

test('one address cannot guess at account after account', { tags: ['thorough'] }, async ({ api }) => {
  const statuses: number[] = []
  for (let at = 0; at < 32; at += 1)
    statuses.push((await signInFrom(api, '10.4.0.1', `nobody-${at}@example.org`, 'not it')).status)
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401))
  expect(statuses.slice(30)).toContain(429)
})

test('an account under attack from many addresses still lets its owner in, who is notified by e-mail', {
  tags: ['thorough'],
}, async ({ api }) => {
  const anna = await registered(api)
  expect((await signInFrom(api, '10.5.0.1', anna.email, password, browser)).status).toBe(200)
  for (let at = 0; at < 25; at += 1)
    expect((await signInFrom(api, `10.6.0.${at}`, anna.email, 'not it')).status).toBe(401)
  // Each address has a single attempt now, after which it waits.
  expect((await signInFrom(api, '10.7.0.1', anna.email, 'not it')).status).toBe(401)
  expect((await signInFrom(api, '10.7.0.1', anna.email, 'not it')).status).toBe(429)
  // The owner comes in on the first attempt from anywhere, and makes mistakes on a known device.
  expect((await signInFrom(api, '10.8.0.1', anna.email, password)).status).toBe(200)
  for (let at = 0; at < 3; at += 1)
    expect((await signInFrom(api, '10.5.0.1', anna.email, 'typo', browser)).status).toBe(401)
  expect((await signInFrom(api, '10.5.0.1', anna.email, password, browser)).status).toBe(200)
  await expect
    .poll(() => api.letters.filter(({ to, subject }) => to === anna.email && /Failed sign-ins/.test(subject)))
    .toHaveLength(1)
})

test('a stranger at the owner’s address does not delay the owner’s known device', async ({ api }) => {
  const anna = await registered(api)
  expect((await signInFrom(api, '10.9.0.1', anna.email, password, browser)).status).toBe(200)
  for (let at = 0; at < 40; at += 1) await signInFrom(api, '10.9.0.1', anna.email, 'not it')
  expect((await signInFrom(api, '10.9.0.1', anna.email, 'not it')).status).toBe(429)
  expect((await signInFrom(api, '10.9.0.1', anna.email, password, browser)).status).toBe(200)
})

test('concurrent guesses are counted', async ({ api }) => {
  const anna = await registered(api)
  const guesses = Array.from({ length: 30 }, () => signInFrom(api, '10.10.0.1', anna.email, 'not it'))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(5)
})

test('a correct password resets its own count', async ({ api }) => {
  const anna = await registered(api)
  for (let at = 0; at < 12; at += 1)
    expect((await signInFrom(api, '10.11.0.1', anna.email, password)).status).toBe(200)
  for (let at = 0; at < 4; at += 1) await signInFrom(api, '10.11.0.1', anna.email, 'typo')
  expect((await signInFrom(api, '10.11.0.1', anna.email, password)).status).toBe(200)
  expect((await signInFrom(api, '10.11.0.1', anna.email, 'typo')).status).toBe(401)
})

test.for<[address: string, group: string]>([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the address %s counts as %s', ([address, group]) => {
  expect(addressGroup(address)).toBe(group)
})
