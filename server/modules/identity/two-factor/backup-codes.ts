import { createHash, randomInt } from 'node:crypto'

const codeCount = 10
/** Without look-alike characters. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 7
const groupLength = 4

const generateCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** Ten codes of 138 bits each: `k3v9-dm2x-…`. Shown once. */
export const generateBackupCodes = () => Array.from({ length: codeCount }, generateCode)

/** Only this hash of a code is stored; case and dashes are ignored. Codes of 138 random bits need no salt. */
export const hashBackupCode = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
