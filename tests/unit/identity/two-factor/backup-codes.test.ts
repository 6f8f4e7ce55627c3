import { expect, test } from 'vitest'
import { hashOfBackupCode, makeBackupCodes } from '#server/modules/identity/two-factor/backup-codes.ts'

test('ten codes of 28 characters of 31, so of 138 bits, none like another', () => {
  const codes = makeBackupCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){6}$/)
})

test('a code is the same however it is typed', () => {
  const [code = ''] = makeBackupCodes()
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
  expect(hashOfBackupCode(typed)).toEqual(hashOfBackupCode(code))
  expect(hashOfBackupCode(code.slice(1))).not.toEqual(hashOfBackupCode(code))
})
