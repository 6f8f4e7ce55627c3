import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import { generateUsername } from '#server/kit/person.ts'
import { assertWithinPlan, planResourceOf } from '#server/modules/billing/index.ts'
import type { Services } from '#server/services.ts'
import { insertAccount } from '../auth/queries/accounts.ts'
import { endSessions } from '../auth/queries/sessions.ts'
import type { Identity } from './claims.ts'
import { mappableRoles, type Profile, profileOf, refusalOfClaims } from './claims.ts'
import { refuse } from './failure.ts'
import { listVerifiedDomains } from './queries/domains.ts'
import {
  activatePerson,
  findLinkedPerson,
  findOrganizationDefaults,
  findPersonByEmail,
  linkIdentity,
  setRole,
} from './queries/identities.ts'
import type { Provider } from './queries/providers.ts'

/** The account that signs in. */
type Person = NonNullable<Awaited<ReturnType<typeof findPersonByEmail>>>
type Account = Pick<Person, 'id' | 'userId' | 'email' | 'role' | 'organizationId'>

type Audit = (entry: AuditEntry) => void

const entry = (action: AuditEntry['action'], { id }: Account, details: Record<string, unknown>) =>
  ({ action, resourceType: 'account', resourceId: id, details }) as const

/** @throws SignInRefused if the account is not one of the organization that may use single sign-on */
function requireOwnAccount({ config }: Services, provider: Provider, person: Person): void {
  if (person.organizationId !== provider.organization_id) throw refuse('collision')
  if (person.role === 'super_admin' && !config.SINGLE_SIGN_ON_SUPER_ADMIN) throw refuse('forbidden_role')
  if (person.status === 'suspended') throw refuse('suspended')
}

async function createAccount(
  db: Db,
  provider: Provider,
  { name, email }: Profile,
  role: Role,
): Promise<Account> {
  const organizationId = provider.organization_id
  const counted = planResourceOf(role)
  if (counted) await assertWithinPlan(db, organizationId, counted)
  const defaults = await findOrganizationDefaults(db, organizationId)
  return insertAccount(db, {
    username: generateUsername(name),
    name,
    email: email as string,
    emailVerified: true,
    passwordHash: null,
    organizationId,
    role,
    ...defaults,
  })
}

/**
 * Gives an account the role of its groups. Accounts without a matching group keep theirs, and so do the admins who may
 * use their password: a mistake in the mapping must not lock everyone out.
 */
async function followGroups(db: Db, provider: Provider, person: Account, { mapped }: Profile, audit: Audit) {
  if (!mapped || mapped === person.role || provider.break_glass_ids.includes(person.id)) return person
  const counted = planResourceOf(mapped)
  if (counted) await assertWithinPlan(db, provider.organization_id, counted)
  await setRole(db, person.id, mapped)
  await endSessions(db, person.id)
  const after = { ...person, role: mapped }
  audit({
    ...entry('role_mapped', person, { before: { role: person.role }, after: { role: mapped } }),
    actor: after,
  })
  return after
}

/**
 * The account of a verified identity: the linked one, the one with the e-mail address in the same organization, or a
 * new one.
 * @throws SignInRefused
 */
export async function resolveAccount(
  services: Services,
  db: Db,
  provider: Provider,
  { issuer, subject, claims }: Identity,
  audit: Audit,
): Promise<Account> {
  const { config } = services
  const profile = profileOf(provider, claims)
  const linked = await findLinkedPerson(db, issuer, subject)
  if (linked) requireOwnAccount(services, provider, linked)
  const domains = await listVerifiedDomains(db, provider.organization_id)
  const refused = refusalOfClaims(config, provider, profile, claims, domains)
  if (refused) throw refused
  const link = { issuer, subject, organization_id: provider.organization_id }
  if (linked) {
    await linkIdentity(db, { ...link, person_id: linked.id })
    if (linked.status === 'invited') await activatePerson(db, linked.id)
    return followGroups(db, provider, linked, profile, audit)
  }
  const known = await findPersonByEmail(db, profile.email as string)
  if (known) {
    requireOwnAccount(services, provider, known)
    await linkIdentity(db, { ...link, person_id: known.id })
    await activatePerson(db, known.id)
    audit({ ...entry('identity_linked', known, { issuer }), actor: known })
    return followGroups(db, provider, known, profile, audit)
  }
  const created = await createAccount(db, provider, profile, profile.role as Role)
  await linkIdentity(db, { ...link, person_id: created.id })
  const details = { by: 'single_sign_on', issuer, role: created.role }
  audit({ ...entry('register', created, details), actor: created })
  return created
}

/** The outcome of a test: what a sign-in with these claims would do, except for accounts that exist. */
export async function describeTest({ config }: Services, db: Db, provider: Provider, identity: Identity) {
  const { claims, hasSecondFactor } = identity
  const profile = profileOf(provider, claims)
  const domains = await listVerifiedDomains(db, provider.organization_id)
  const refused = refusalOfClaims(config, provider, profile, claims, domains)
  return {
    at: new Date().toISOString(),
    claims,
    groups: profile.groups,
    email: profile.email,
    role:
      profile.role && mappableRoles(config, provider.organization_id).includes(profile.role)
        ? profile.role
        : null,
    second_factor: hasSecondFactor,
    failure: refused?.failure ?? null,
    detail: refused?.message ?? null,
  }
}
