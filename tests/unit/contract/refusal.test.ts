import { expect, test } from 'vitest'
import { z } from 'zod'
import { Email, Name, Phone, TimeZone } from '#contract/kit/fields.ts'
import { refusalOfIssue } from '#contract/kit/refusal.ts'

const own = z.string().regex(/^x/, 'Must begin with x')

test.each<[string, z.ZodType, unknown, string | null, object]>([
  ['a name that is too long', Name, 'x'.repeat(121), 'long', { count: 120 }],
  ['no e-mail address', Email, 'x', 'email', {}],
  ['no telephone number', Phone, 'call me', 'phone', {}],
  ['no time zone', TimeZone, 'Mars/Base', 'timeZone', {}],
  ['no whole number', z.int(), 1.5, 'whole', {}],
  ['too small a number', z.int().min(5), 1, 'small', { count: 5 }],
  ['none of the choices', z.enum(['a']), 'b', 'choice', {}],
  ['what only the contract has words for', own, 'y', null, {}],
])('%s is refused with its code', (_, schema, value, code, values) => {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  expect(refusalOfIssue(issue as z.core.$ZodIssue)).toEqual({ code, values })
})
