import { expect, test } from 'vitest'
import { checkPassword, hashPassword, isOutdated } from '#server/modules/identity/auth/password.ts'

const verifyPassword = async (password: string, passwordHash: string | null) =>
  (await checkPassword(password, async () => ({ passwordHash }))).right

// From src/test.c of the reference implementation, P-H-C/phc-winner-argon2.
test.each([
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
])('the published hash %s is verified', async hash => {
  expect(await verifyPassword('password', hash)).toBe(true)
  expect(await verifyPassword('passwore', hash)).toBe(false)
  expect(isOutdated(hash)).toBe(true)
})

test('a hash verifies its own password only, and differs each time', async () => {
  const [one, two] = await Promise.all([hashPassword('grüße 👋'), hashPassword('grüße 👋')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(isOutdated(one)).toBe(false)
  expect(await verifyPassword('grüße 👋', one)).toBe(true)
  expect(await verifyPassword('grüsse 👋', one)).toBe(false)
})

test('a password is the same however a keyboard composes it', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
})

test('without a hash nothing is verified', async () => {
  expect(await verifyPassword('', null)).toBe(false)
})

test('anything but an Argon2id hash is an error, not a wrong password', async () => {
  await expect(verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('not an Argon2id hash')
})
