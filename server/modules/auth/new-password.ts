import { invalid } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './password.ts'

/** What everybody here thinks of first; beside it stand the names of whom the password is for. */
const ownWords = ['voicedeck']

/** The 49,000 commonest of leaked passwords, in lower case; read when they are first asked for. */
const commonest = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<string | number>(dictionary['passwords-common'])
}
let known: ReturnType<typeof commonest> | undefined

/** Without what is commonly put before and behind a word to make a password of it: `Voicedeck2026!` is `voicedeck`. */
const bareWord = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Whether a password is among the first that are tried: a common one, or a name of its holder's or of ours. */
export async function isEasilyGuessed(password: string, names: readonly string[]): Promise<boolean> {
  known ??= commonest()
  const given = password.normalize('NFKC').toLowerCase()
  const bare = bareWord(given)
  const words = [...ownWords, ...names.flatMap(name => [name, name.split('@')[0] as string])]
  const isOneOf = (word: string) => given === word || (bare !== '' && bare === bareWord(word))
  return (await known).has(given) || words.some(word => isOneOf(word.toLowerCase()))
}

interface Chosen {
  password: string
  /** Where the call says it. */
  field?: string
  /** Names and addresses of whom it is for. */
  names: readonly (string | null | undefined)[]
  /** Who waits for it, as in {@link hashPassword}. */
  caller: string
}

/**
 * Hashes a password that somebody chose.
 * @throws Problem 422 for one that is easily guessed, where `COMMON_PASSWORDS` is `refuse`; 429 as {@link hashPassword}.
 */
export async function hashChosen(
  { config }: Services,
  { password, field = 'password', names, caller }: Chosen,
) {
  const given = names.filter(name => typeof name === 'string')
  if (config.COMMON_PASSWORDS === 'refuse' && (await isEasilyGuessed(password, given)))
    throw invalid(field, 'This password appears in known data leaks. Choose another.')
  return hashPassword(password, caller)
}
