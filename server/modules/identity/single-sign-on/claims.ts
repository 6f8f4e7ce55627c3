import type { SignInFailure } from '#contract/identity/single-sign-on.ts'
import { type Role, roles, staffRoles } from '#contract/kit/permissions.ts'
import type { Config } from '#server/config.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { refuse, type SignInRefused } from './failure.ts'
import type { Provider } from './queries/providers.ts'

/** A person as a provider knows them, once its response was verified. */
export interface Identity {
  issuer: string
  subject: string
  /** Claims of OpenID Connect. Attributes of SAML keep their names, and those that matter here get the claim's as well. */
  claims: Record<string, unknown>
  /** Null after SAML. */
  idToken: string | null
  /** When the person signed in at the provider, if it says so. */
  authenticatedAt: Date | null
  hasSecondFactor: boolean
}

type Claims = Identity['claims']

/** Maximum number of groups that are considered. */
const maxGroups = 1_000

/** Roles that groups of an organization's provider can be mapped to. */
export const mappableRoles = (
  { SINGLE_SIGN_ON_SUPER_ADMIN: includesSuperAdmin }: Config,
  organizationId: string,
): Role[] =>
  roles.filter(role =>
    role === 'super_admin'
      ? includesSuperAdmin && organizationId === serviceOrganization
      : staffRoles.includes(role) === (organizationId === serviceOrganization),
  )

/** The value of a claim, by its name or by a path such as `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

export function groupsOf(claims: Claims, name: string): string[] {
  const value = claimOf(claims, name)
  const list = Array.isArray(value) ? value : [value]
  return list.filter(group => typeof group === 'string').slice(0, maxGroups)
}

/** The role of the first mapping that matches one of the groups. */
const mappedRole = ({ group_roles }: Provider, groups: readonly string[]): Role | null =>
  group_roles.find(({ group }) => groups.includes(group))?.role ?? null

const textClaim = (claims: Claims, name: string) => {
  const value = claims[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The claims of a person, as far as they matter here. */
export interface Profile {
  email: string | null
  name: string
  groups: string[]
  /** The role that the groups give; null without a matching group. */
  mapped: Role | null
  /** The role of a new account. */
  role: Role | null
}

/** U+0000 and lone surrogates cannot be stored. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

export function profileOf(provider: Provider, claims: Claims): Profile {
  const email = textClaim(claims, 'email')
  const parts = [textClaim(claims, 'given_name'), textClaim(claims, 'family_name')].filter(Boolean).join(' ')
  const name = textClaim(claims, 'name') ?? (parts || (email?.split('@')[0] ?? ''))
  const groups = groupsOf(claims, provider.groups_claim).map(storable)
  const mapped = mappedRole(provider, groups)
  return {
    email: email && storable(email),
    name: storable(name).slice(0, 120),
    groups,
    mapped,
    role: mapped ?? provider.default_role,
  }
}

/** Whether the provider vouches for the address, and the organization owns its domain. */
function refusedEmail(
  provider: Provider,
  { email }: Profile,
  claims: Claims,
  domains: readonly string[],
): SignInFailure | null {
  if (!email || email.length > 254 || !/^[^@\s]+@[^@\s]+$/.test(email)) return 'no_email'
  const { email_verified: verified } = claims
  // Assertions of SAML have no such claim: only the organization's administrators set up what is in them.
  const trustsEmail = provider.trusts_email || provider.protocol === 'saml'
  const isVerified = verified === true || verified === 'true' || (verified === undefined && trustsEmail)
  if (!isVerified) return 'unverified_email'
  return domains.includes(email.toLowerCase().split('@').at(-1) ?? '') ? null : 'foreign_domain'
}

/**
 * Checks what decides without looking at accounts: address, groups and role.
 * @param domains verified domains of the organization
 */
export function refusalOfClaims(
  config: Config,
  provider: Provider,
  profile: Profile,
  claims: Claims,
  domains: readonly string[],
): SignInRefused | null {
  const refused = refusedEmail(provider, profile, claims, domains)
  if (refused) return refuse(refused as 'no_email')
  if (!profile.role) return refuse('unknown_group')
  // The settings may have been saved when more was allowed.
  if (!mappableRoles(config, provider.organization_id).includes(profile.role)) return refuse('forbidden_role')
  return null
}
