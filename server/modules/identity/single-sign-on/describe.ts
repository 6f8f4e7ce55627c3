import type { IdentityProvider } from '#contract/identity/single-sign-on.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { matchesKey, rowScope } from '#server/kit/table/scope.ts'
import type { Services } from '#server/services.ts'
import { mappableRoles } from './claims.ts'
import { redirectUri, signOutUri } from './openid-connect.ts'
import { listDomains } from './queries/domains.ts'
import { findProvider, listBreakGlassCandidates, type Provider } from './queries/providers.ts'
import { describeCertificate } from './saml/certificates.ts'
import { serviceProvider } from './saml/service-provider.ts'

/** The organization of a call. @throws Problem 404 if it is outside the caller's scope */
export async function requireOrganization(call: UserCall & { params: { id: string } }): Promise<string> {
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

export const describeDomain = ({
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
  protocol: 'openid_connect',
  issuer: '',
  sign_in_url: '',
  certificates: [],
  requires_signed_response: false,
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
} satisfies Partial<IdentityProvider>

export async function describeProvider(
  { config }: Services,
  db: Db,
  organizationId: string,
): Promise<IdentityProvider> {
  const provider = await findProvider(db, organizationId)
  return {
    ...initial,
    ...provider,
    has_client_secret: Boolean(provider?.client_secret),
    certificate_facts: (provider?.certificates ?? []).map(describeCertificate),
    service_provider: serviceProvider(config, organizationId),
    redirect_uri: redirectUri(config),
    sign_out_uri: signOutUri(config),
    domains: (await listDomains(db, organizationId)).map(describeDomain),
    roles: mappableRoles(config, organizationId),
    break_glass_candidates: await listBreakGlassCandidates(db, organizationId),
  }
}

/** What the activity log keeps of the settings: no secret, and no claims of a test. */
export const summaryOf = ({
  issuer,
  client_id,
  groups_claim,
  group_roles,
  default_role,
  ...rest
}: Provider) => ({
  protocol: rest.protocol,
  issuer,
  sign_in_url: rest.sign_in_url,
  certificates: rest.certificates.map(pem => describeCertificate(pem).fingerprint),
  requires_signed_response: rest.requires_signed_response,
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
