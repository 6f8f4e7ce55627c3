import { expect, test } from 'vitest'
import { Username } from '#contract/identity/auth.ts'
import { generateUsername } from '#server/kit/person.ts'

test.for([
  ['Elsa Lindner', /^elsa-lindner-[0-9a-f]{4}$/],
  ['Maeve O’Brien-Núñez', /^maeve-o-brien-núñez-[0-9a-f]{4}$/],
  ['山田 花子', /^山田-花子-[0-9a-f]{4}$/],
  ['…', /^user-[0-9a-f]{4}$/],
  ['x'.repeat(120), /^x{50}-[0-9a-f]{4}$/],
] as const)('a username is derived from the name %s', ([name, expected]) => {
  const username = generateUsername(name)
  expect(username).toMatch(expected)
  expect(Username.parse(username)).toBe(username)
})
