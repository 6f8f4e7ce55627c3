import { createHash, randomInt } from 'node:crypto'

const howMany = 10
/** Without the characters that are taken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 7
const groupLength = 4

const makeOne = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** Ten codes of 138 bits each: `k3v9-dm2x-…`. They are shown once. */
export const makeBackupCodes = () => Array.from({ length: howMany }, makeOne)

/** All that is kept of a code, however its letters and dashes are typed. No guess finds 138 bits, so it needs no salt. */
export const hashOfBackupCode = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
