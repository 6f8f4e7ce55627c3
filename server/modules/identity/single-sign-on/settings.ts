import { v7 as uuid } from 'uuid'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { canAssignRole, type Role } from '#contract/kit/permissions.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { mappableRoles } from './claims.ts'
import { describeProvider, requireOrganization, summaryOf } from './describe.ts'
import { startFlow } from './flows.ts'
import {
  deleteProvider,
  endOtherSessions,
  findProvider,
  type Provider,
  saveProvider,
  setProviderState,
} from './queries/providers.ts'
import { requireReady } from './ready.ts'
import { toPem } from './saml/certificates.ts'

const resource = 'single_sign_on'

async function requireProvider(db: Db, organizationId: string): Promise<Provider> {
  const provider = await findProvider(db, organizationId)
  if (!provider) throw new Problem(409, 'Set up single sign-on first', { kind: 'single-sign-on-missing' })
  return provider
}

/** @throws Problem 422 for a role that the caller may not assign, or that the organization cannot have */
function requireAssignable(call: UserCall, organizationId: string, role: Role | null, field: string): void {
  if (role === null) return
  const allowed = mappableRoles(call.services.config, organizationId).includes(role)
  if (!allowed || !canAssignRole(call.actor.role, role))
    throw invalidField(field, 'You can’t assign this role', 422, 'role')
}

/** A change of one of these has to be tested again. */
const connectionFields = ['protocol', 'issuer', 'client_id', 'scopes', 'sign_in_url'] as const

/** Settings of the connection, as far as they belong to its protocol. */
interface Connection {
  protocol: Provider['protocol']
  issuer: string
  client_id: string
  sign_in_url: string
  certificates: string[]
  requires_signed_response: boolean
  signs_out: boolean
}

/** @throws Problem 422 for an address without TLS, unless private addresses are allowed, or a certificate that cannot be used */
function readConnection({ ALLOW_PRIVATE_WEBHOOKS: allowsPlain }: Config, settings: Connection): Connection {
  if (settings.protocol === 'openid_connect') {
    if (!allowsPlain && !settings.issuer.startsWith('https:'))
      throw invalidField('issuer', 'The issuer must begin with https://')
    return { ...settings, sign_in_url: '', certificates: [], requires_signed_response: false }
  }
  if (!allowsPlain && !settings.sign_in_url.startsWith('https:'))
    throw invalidField('sign_in_url', 'The sign-in URL must begin with https://')
  const certificates = settings.certificates.map((text, index) => {
    const pem = toPem(text)
    if (!pem)
      throw invalidField(
        `certificates/${index}`,
        'Enter an X.509 certificate with an RSA key of at least 2048 bits',
      )
    return pem
  })
  return { ...settings, client_id: '', certificates, signs_out: false }
}

export default serve(identityProviders)({
  show: async call => describeProvider(call.services, call.db, await requireOrganization(call)),

  save: async call => {
    const { db, body, services, audit } = call
    const organizationId = await requireOrganization(call)
    const { client_secret: secret, group_roles: groupRoles, ...settings } = body
    const connection = { ...settings, ...readConnection(services.config, settings) }
    groupRoles.forEach(({ role }, index) => {
      requireAssignable(call, organizationId, role, `group_roles/${index}/role`)
    })
    requireAssignable(call, organizationId, settings.default_role, 'default_role')
    const before = await findProvider(db, organizationId)
    const isSaml = connection.protocol === 'saml'
    const newSecret = isSaml ? undefined : secret
    if (!isSaml && !before?.client_secret && !secret)
      throw invalidField('client_secret', 'Enter the client secret')
    const isReconnected = !before || connectionFields.some(name => before[name] !== connection[name])
    if (before?.enabled && isReconnected)
      throw new Problem(409, 'Turn off single sign-on before you change its connection', {
        kind: 'single-sign-on-enabled',
      })
    const isRekeyed =
      newSecret !== undefined || connection.certificates.join() !== before?.certificates.join()
    const id = before?.id ?? uuid()
    await saveProvider(db, id, organizationId, {
      ...connection,
      group_roles: JSON.stringify(groupRoles),
      client_secret: newSecret
        ? services.vault.seal(newSecret, id)
        : isSaml
          ? null
          : (before?.client_secret ?? null),
      // New secrets and certificates of an enabled provider are a rotation, which must not interrupt sign-ins.
      tested_at: isReconnected || (isRekeyed && !before.enabled) ? null : before.tested_at,
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
        ...(newSecret && { client_secret: 'replaced' }),
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
})
