import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { v7 as uuid } from 'uuid'
import { type IdentityProvider, identityProviders } from '#contract/identity/single-sign-on.ts'
import { canAssignRole, type Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { matchesKey, rowScope } from '#server/kit/table/scope.ts'
import type { Services } from '#server/services.ts'
import { mappableRoles } from './claims.ts'
import { startFlow } from './flows.ts'
import { redirectUri, signOutUri } from './provider.ts'
import {
  deleteDomain,
  findDomain,
  insertDomain,
  isDomainTaken,
  listDomains,
  setDomainVerified,
} from './queries/domains.ts'
import {
  deleteProvider,
  endOtherSessions,
  findProvider,
  listBreakGlassCandidates,
  type Provider,
  saveProvider,
  setProviderState,
} from './queries/providers.ts'

const resource = 'single_sign_on'

/** The organization of a call. @throws Problem 404 if it is outside the caller's scope */
async function requireOrganization(call: UserCall & { params: { id: string } }): Promise<string> {
  const organization = await call.db
    .selectFrom('organizations')
    .select('id')
    .where(matchesKey(call.params.id, false))
    .where(rowScope(call, { organization: 'id' }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!organization) throw notFound('This organization')
  return organization.id
}

async function requireProvider(db: Db, organizationId: string): Promise<Provider> {
  const provider = await findProvider(db, organizationId)
  if (!provider) throw new Problem(409, 'Set up single sign-on first', { kind: 'single-sign-on-missing' })
  return provider
}

const describeDomain = ({
  domain,
  token,
  verified_at,
}: {
  domain: string
  token: string
  verified_at: string | null
}) => ({
  domain,
  verified_at,
  record: { name: `_voicedeck.${domain}`, value: `voicedeck-verification=${token}` },
})

/** Settings as long as nothing is set up. */
const initial = {
  id: null,
  issuer: '',
  client_id: '',
  scopes: 'openid profile email',
  groups_claim: 'groups',
  group_roles: [],
  default_role: null,
  trusts_email: false,
  second_factor_acr: [],
  signs_out: false,
  enabled: false,
  required: false,
  break_glass_ids: [],
  last_test: null,
  tested_at: null,
}

async function describeProvider(
  { config }: Services,
  db: Db,
  organizationId: string,
): Promise<IdentityProvider> {
  const provider = await findProvider(db, organizationId)
  return {
    ...initial,
    ...provider,
    has_client_secret: provider !== undefined,
    redirect_uri: redirectUri(config),
    sign_out_uri: signOutUri(config),
    domains: (await listDomains(db, organizationId)).map(describeDomain),
    roles: mappableRoles(config, organizationId),
    break_glass_candidates: await listBreakGlassCandidates(db, organizationId),
  }
}

/** @throws Problem 422 for a role that the caller may not assign, or that the organization cannot have */
function requireAssignable(call: UserCall, organizationId: string, role: Role | null, field: string): void {
  if (role === null) return
  const allowed = mappableRoles(call.services.config, organizationId).includes(role)
  if (!allowed || !canAssignRole(call.actor.role, role))
    throw invalidField(field, 'You can’t assign this role', 422, 'role')
}

/** What the activity log keeps of the settings: no secret, and no claims of a test. */
const summaryOf = ({ issuer, client_id, groups_claim, group_roles, default_role, ...rest }: Provider) => ({
  issuer,
  client_id,
  scopes: rest.scopes,
  groups_claim,
  group_roles,
  default_role,
  trusts_email: rest.trusts_email,
  second_factor_acr: rest.second_factor_acr,
  signs_out: rest.signs_out,
  enabled: rest.enabled,
  required: rest.required,
  break_glass_ids: rest.break_glass_ids,
})

/** A change of one of these has to be tested again. */
const connectionFields = ['issuer', 'client_id', 'scopes'] as const

/** @throws Problem 409 unless a member could sign in, and 422 without a break-glass admin */
async function requireReady(
  db: Db,
  provider: Provider,
  {
    enabled,
    required,
    break_glass_ids: ids,
  }: { enabled: boolean; required: boolean; break_glass_ids: string[] },
) {
  if (required && !enabled)
    throw invalidField('required', 'Single sign-on must be switched on to be required')
  if (!enabled) return
  if (!provider.tested_at)
    throw new Problem(409, 'Test the connection before you switch single sign-on on', {
      kind: 'single-sign-on-untested',
    })
  if (!(await listDomains(db, provider.organization_id)).some(({ verified_at }) => verified_at))
    throw new Problem(409, 'Verify an email domain before you switch single sign-on on', {
      kind: 'single-sign-on-without-domain',
    })
  if (!required) return
  const candidates = await listBreakGlassCandidates(db, provider.organization_id)
  if (ids.length === 0)
    throw invalidField('break_glass_ids', 'Choose at least one admin who can still sign in with a password')
  if (!ids.every(id => candidates.some(candidate => candidate.id === id)))
    throw invalidField('break_glass_ids', 'Choose active admins of this organization who have a password')
}

/** Whether a DNS record proves that the organization owns a domain. */
async function hasRecord({ name, value }: { name: string; value: string }): Promise<boolean> {
  const records = await dns.promises.resolveTxt(name).catch(() => [])
  return records.some(parts => parts.join('') === value)
}

export default serve(identityProviders)({
  show: async call => describeProvider(call.services, call.db, await requireOrganization(call)),

  save: async call => {
    const { db, body, services, audit } = call
    const organizationId = await requireOrganization(call)
    const { client_secret: secret, group_roles: groupRoles, ...settings } = body
    if (!services.config.ALLOW_PRIVATE_WEBHOOKS && !settings.issuer.startsWith('https:'))
      throw invalidField('issuer', 'The issuer must begin with https://')
    groupRoles.forEach(({ role }, index) => {
      requireAssignable(call, organizationId, role, `group_roles/${index}/role`)
    })
    requireAssignable(call, organizationId, settings.default_role, 'default_role')
    const before = await findProvider(db, organizationId)
    if (!before && !secret) throw invalidField('client_secret', 'Enter the client secret')
    const isReconnected = !before || connectionFields.some(name => before[name] !== settings[name])
    if (before?.enabled && isReconnected)
      throw new Problem(409, 'Switch single sign-on off before you change its issuer, client or scopes', {
        kind: 'single-sign-on-enabled',
      })
    const id = before?.id ?? uuid()
    await saveProvider(db, id, organizationId, {
      ...settings,
      group_roles: JSON.stringify(groupRoles),
      client_secret: secret ? services.vault.seal(secret, id) : (before as Provider).client_secret,
      // A new secret of an enabled provider is a rotation, which must not interrupt sign-ins.
      tested_at: isReconnected || (secret && !before?.enabled) ? null : (before?.tested_at ?? null),
    })
    const after = await requireProvider(db, organizationId)
    audit({
      action: before ? 'update' : 'create',
      resourceType: resource,
      resourceId: id,
      organizationId,
      details: {
        before: before ? summaryOf(before) : {},
        after: summaryOf(after),
        ...(secret && { client_secret: 'replaced' }),
      },
    })
    return describeProvider(services, db, organizationId)
  },

  setState: async call => {
    const { db, body, services, audit, actor } = call
    const organizationId = await requireOrganization(call)
    const before = await requireProvider(db, organizationId)
    await requireReady(db, before, body)
    await setProviderState(db, before.id, body)
    const after = await requireProvider(db, organizationId)
    if (after.required && !before.required)
      await endOtherSessions(db, after, [actor.id, ...after.break_glass_ids])
    audit({
      action: 'update',
      resourceType: resource,
      resourceId: before.id,
      organizationId,
      details: { before: summaryOf(before), after: summaryOf(after) },
    })
    return describeProvider(services, db, organizationId)
  },

  remove: async call => {
    const organizationId = await requireOrganization(call)
    const provider = await findProvider(call.db, organizationId)
    if (!provider) throw notFound()
    await deleteProvider(call.db, provider.id)
    const details = { before: summaryOf(provider) }
    call.audit({
      action: 'delete',
      resourceType: resource,
      resourceId: provider.id,
      organizationId,
      details,
    })
  },

  test: outsideTransaction(async (call, withTransaction) => {
    const provider = await requireProvider(call.db, await requireOrganization(call))
    const started = await startFlow(call.services, provider, 'test', { personId: call.actor.id })
    call.audit({
      action: 'test',
      resourceType: resource,
      resourceId: provider.id,
      organizationId: provider.organization_id,
    })
    await withTransaction(async () => {})
    return started
  }),

  addDomain: async call => {
    const organizationId = await requireOrganization(call)
    const { domain } = call.body
    if (await isDomainTaken(call.db, organizationId, domain))
      throw invalidField('domain', 'Another organization has verified this domain', 409)
    const added = await insertDomain(call.db, organizationId, domain, randomBytes(18).toString('base64url'))
    if (!added) throw invalidField('domain', 'This domain is already in the list', 409)
    call.audit({ action: 'create', resourceType: 'email_domains', resourceId: domain, organizationId })
    return describeDomain(added)
  },

  verifyDomain: outsideTransaction(async (call, withTransaction) => {
    const { params, body, grant, audit } = call
    const organizationId = await requireOrganization(call)
    const domain = await findDomain(call.db, organizationId, params.domain)
    if (!domain) throw notFound('This domain')
    if (domain.verified_at) return describeDomain(domain)
    if (body.without_record && grant.reach !== 'all')
      throw invalidField('without_record', 'Only staff can verify a domain without its DNS record')
    if (!body.without_record && !(await hasRecord(describeDomain(domain).record)))
      throw new Problem(
        409,
        'The DNS record was not found. It can take hours until a new record is visible.',
        {
          kind: 'domain-unverified',
        },
      )
    return withTransaction(async db => {
      if (await isDomainTaken(db, organizationId, domain.domain))
        throw new Problem(409, 'Another organization has verified this domain')
      audit({
        action: 'approve',
        resourceType: 'email_domains',
        resourceId: domain.domain,
        organizationId,
        details: { by: body.without_record ? 'staff' : 'dns' },
      })
      return describeDomain(await setDomainVerified(db, organizationId, domain.domain))
    })
  }),

  removeDomain: async call => {
    const organizationId = await requireOrganization(call)
    const removed = await deleteDomain(call.db, organizationId, call.params.domain)
    if (!removed) throw notFound('This domain')
    call.audit({
      action: 'delete',
      resourceType: 'email_domains',
      resourceId: removed.domain,
      organizationId,
    })
  },
})
