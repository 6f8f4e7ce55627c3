import { randomBytes } from 'node:crypto'

/** Generates a username such as `elsa-lindner-3f9c`. */
export function usernameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['user']
  // A surrogate pair is not cut in half.
  const base = words
    .join('-')
    .slice(0, 50)
    .replace(/[\uD800-\uDBFF]$/, '')
  return `${base}-${randomBytes(2).toString('hex')}`
}
