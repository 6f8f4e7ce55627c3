import { randomBytes } from 'node:crypto'

/** Generates a username such as `elsa-lindner-3f9c`. */
export function usernameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['user']
  return `${words.join('-').slice(0, 50)}-${randomBytes(2).toString('hex')}`
}
