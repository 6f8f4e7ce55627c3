import { invalidField } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './password.ts'

/** Words of this product that are refused as passwords, in addition to the names of the account. */
const productNames = ['voicedeck']

/** The 49,000 most common leaked passwords in lower case; loaded on first use. */
const loadCommonPasswords = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<string | number>(dictionary['passwords-common'])
}
let commonPasswords: ReturnType<typeof loadCommonPasswords> | undefined

/** Strips leading and trailing non-letters: `voicedeck2026!` becomes `voicedeck`. */
const trimNonLetters = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Whether a password is in the list of common passwords, or derived from a name of the account or the product. */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  const normalized = password.normalize('NFKC').toLowerCase()
  const bare = trimNonLetters(normalized)
  const words = [...productNames, ...names.flatMap(name => [name, name.split('@')[0] as string])]
  const isOneOf = (word: string) => normalized === word || (bare !== '' && bare === trimNonLetters(word))
  return (await commonPasswords).has(normalized) || words.some(word => isOneOf(word.toLowerCase()))
}

interface NewPassword {
  password: string
  /** Body field that contains the password. */
  field?: string
  /** Names and addresses of the account. */
  names: readonly (string | null | undefined)[]
  /** Key of the caller, as in {@link hashPassword}. */
  caller: string
}

/**
 * Hashes a new password.
 * @throws Problem 422 for a common password if `COMMON_PASSWORDS` is `refuse`; 429 as {@link hashPassword}.
 */
export async function hashNewPassword(
  { config }: Services,
  { password, field = 'password', names, caller }: NewPassword,
) {
  const accountNames = names.filter(name => typeof name === 'string')
  if (config.COMMON_PASSWORDS === 'refuse' && (await isCommonPassword(password, accountNames)))
    throw invalidField(field, 'This password appears in known data leaks. Choose another.')
  return hashPassword(password, caller)
}
