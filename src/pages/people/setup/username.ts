const maxLength = 50

/**
 * A username from the local part of an e-mail address, which satisfies the contract's `Username`.
 * @param attempt above zero a random ending is added, because the plain name was taken
 */
export function usernameOf(email: string, attempt: number): string {
  const [local = ''] = email.split('@')
  const name = local.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, maxLength)
  const isShort = name.length < 3
  if (attempt === 0 && !isShort) return name
  return `${name || 'user'}-${crypto.randomUUID().slice(0, 4)}`
}
