import { isIP } from 'node:net'
import { isPublicAddress } from '#server/adapters/outgoing-address.ts'
import { invalidField } from '#server/kit/problem.ts'

/**
 * Refuses URLs that deliveries would refuse as well, while the user can still correct them. What a name resolves to is
 * checked with every delivery.
 * @throws Problem 422
 */
export function requireReachable(url: string, allowPrivate: boolean): void {
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) throw invalidField('url', 'The URL must not contain a username or password')
  if (allowPrivate) return
  if (protocol !== 'https:') throw invalidField('url', 'The URL must begin with https://')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) && !isPublicAddress(host)))
    throw invalidField('url', 'The URL must have a public address')
}
