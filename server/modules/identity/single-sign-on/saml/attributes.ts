import type { Statement } from './statement.ts'

const microsoft = 'http://schemas.microsoft.com/claims'
const identity = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** Names under which providers send what OpenID Connect calls by one claim; the first one that is there counts. */
const names = {
  email: ['email', 'mail', `${identity}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'emailAddress'],
  name: [
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  given_name: [
    'given_name',
    'givenName',
    'firstName',
    'first_name',
    `${identity}/givenname`,
    'urn:oid:2.5.4.42',
  ],
  family_name: [
    'family_name',
    'sn',
    'surname',
    'lastName',
    'last_name',
    `${identity}/surname`,
    'urn:oid:2.5.4.4',
  ],
} as const

/** How Microsoft Entra ID says that two factors were verified. */
const methods = `${microsoft}/authnmethodsreferences`
const multiFactor = `${microsoft}/multipleauthn`

/**
 * Attributes as claims: under their own names (one value as text, several as a list), and those that matter here under
 * the names of OpenID Connect as well. Without an address among them, a name identifier that is one counts.
 */
export function claimsOf({ attributes, nameId, nameIdFormat, context }: Statement) {
  const claims: Record<string, unknown> = Object.fromEntries(
    Array.from(attributes, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
  for (const [claim, sources] of Object.entries(names)) {
    const source = sources.find(name => attributes.get(name)?.[0])
    if (source && claims[claim] === undefined) claims[claim] = attributes.get(source)?.[0]
  }
  if (claims.email === undefined && nameIdFormat?.endsWith(':emailAddress')) claims.email = nameId
  const amr = (attributes.get(methods) ?? []).map(method => (method === multiFactor ? 'mfa' : method))
  return { ...claims, sub: nameId, acr: context, amr }
}
