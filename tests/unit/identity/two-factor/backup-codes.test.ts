import { expect, test } from 'vitest'
import { generateBackupCodes, hashBackupCode } from '#server/modules/identity/two-factor/factors.ts'

test('there are ten codes of 28 characters out of 31, which is 138 bits, all different', () => {
  const codes = generateBackupCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){6}$/)
})

test('a code is the same however it is typed', () => {
  const [code = ''] = generateBackupCodes()
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
  expect(hashBackupCode(typed)).toEqual(hashBackupCode(code))
  expect(hashBackupCode(code.slice(1))).not.toEqual(hashBackupCode(code))
})
