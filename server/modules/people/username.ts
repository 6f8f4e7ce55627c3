import { randomBytes } from 'node:crypto'

/** A name to sign in with, for who was given none: `elsa-lindner-3f9c`. */
export function usernameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['user']
  return `${words.join('-').slice(0, 50)}-${randomBytes(2).toString('hex')}`
}
