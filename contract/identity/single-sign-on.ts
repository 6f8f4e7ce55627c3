import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Email, Id, Instant, RoleName } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { AccessToken, SecondFactorNeeded } from './auth.ts'
import { EmailDomain } from './email-domains.ts'

/** An issuer identifier of OpenID Connect, such as `https://id.example.org/realms/staff`, without its `/.well-known/` path. */
const Issuer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(issuer => !/[?#]|\/\.well-known\//.test(issuer), 'Enter the issuer without /.well-known/…, ? or #')

/** What one protocol needs and the other does not. */
function requireOfProtocol(
  settings: {
    protocol: string
    issuer: string
    client_id: string
    sign_in_url: string
    certificates: string[]
  },
  { addIssue }: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
  if (settings.protocol === 'openid_connect') {
    const { error } = Issuer.safeParse(settings.issuer)
    if (error) refuse('issuer', error.issues[0]?.message ?? '')
    if (!settings.client_id) refuse('client_id', 'Enter the client ID')
    return
  }
  if (!settings.sign_in_url) refuse('sign_in_url', 'Enter the sign-in URL')
  if (settings.certificates.length === 0) refuse('certificates', 'Enter the signing certificate')
}

/** A group of the provider, and the role that its members get. */
export const GroupRole = z.strictObject({ group: z.string().trim().min(1).max(300), role: RoleName })

/** Why a sign-in through a provider was refused. */
export const SignInFailure = z.enum([
  'denied',
  'expired',
  'unreachable',
  'misconfigured',
  'invalid_token',
  'no_email',
  'unverified_email',
  'foreign_domain',
  'unknown_group',
  'forbidden_role',
  'collision',
  'other_person',
  'suspended',
])
export type SignInFailure = z.output<typeof SignInFailure>

/** The outcome of a sign-in that only tests the settings. */
export const SignInTest = z.object({
  at: Instant,
  /** Claims of the ID token and of the userinfo endpoint, or attributes of the assertion; null if none were received. */
  claims: z.record(z.string(), z.unknown()).nullable(),
  groups: z.array(z.string()),
  email: z.string().nullable(),
  /** The role that a new account would get. */
  role: RoleName.nullable(),
  /** Whether the provider verified a second factor. */
  second_factor: z.boolean(),
  failure: SignInFailure.nullable(),
  detail: z.string().nullable(),
})
export type SignInTest = z.output<typeof SignInTest>

/** OpenID Connect 1.0, or the Web Browser SSO profile of SAML 2.0. */
export const SignInProtocol = z.enum(['openid_connect', 'saml'])
export type SignInProtocol = z.output<typeof SignInProtocol>

/** Maximum number of certificates: the current one and its successor. */
export const maxCertificates = 2

const settings = z.strictObject({
  protocol: SignInProtocol,
  /** OpenID Connect: the issuer. SAML: the entity ID of the provider. */
  issuer: z.string().trim().min(1).max(1_024),
  /** OpenID Connect only. */
  client_id: z.string().trim().max(300),
  /** SAML only: where the provider receives sign-in requests, by HTTP redirect. */
  sign_in_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1_000)]),
  /** SAML only: X.509 certificates whose keys sign assertions, as PEM or as its Base64 alone. */
  certificates: z.array(z.string().trim().min(1).max(10_000)).max(maxCertificates),
  /** SAML only: whether the response must be signed as well as the assertion. */
  requires_signed_response: z.boolean(),
  /** Separated by spaces; always includes `openid`. */
  scopes: z
    .string()
    .trim()
    .max(300)
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'Separate the scopes by single spaces')
    .refine(scopes => scopes.split(' ').includes('openid'), 'The scopes must include openid'),
  groups_claim: z.string().trim().min(1).max(200),
  /** Maps groups to roles; the first match counts. */
  group_roles: z.array(GroupRole).max(100),
  /** The role of people without a matching group; null refuses them. */
  default_role: RoleName.nullable(),
  /** Whether addresses count as verified without the claim `email_verified`. */
  trusts_email: z.boolean(),
  /** Values of the claim `acr` that count as a second factor, besides `amr` with `mfa`. */
  second_factor_acr: z.array(z.string().trim().min(1).max(300)).max(20),
  /** Whether signing out also ends the session at the provider. */
  signs_out: z.boolean(),
})

/** A certificate whose key signs assertions. */
export const SigningCertificate = z.object({
  /** SHA-256 of the certificate, in pairs of hexadecimal digits. */
  fingerprint: z.string(),
  expires_at: Instant,
})

/** The single sign-on settings of an organization. */
export const IdentityProvider = settings.extend({
  issuer: z.string(),
  client_id: z.string(),
  certificate_facts: z.array(SigningCertificate),
  /** Null while no provider is set up. */
  id: Id.nullable(),
  has_client_secret: z.boolean(),
  enabled: z.boolean(),
  /** Whether members can sign in only by single sign-on, apart from {@link break_glass_ids}. */
  required: z.boolean(),
  break_glass_ids: z.array(Id),
  last_test: SignInTest.nullable(),
  /** When a test last succeeded with the current settings. */
  tested_at: Instant.nullable(),
  redirect_uri: z.string(),
  sign_out_uri: z.string(),
  /** What a SAML provider has to know of this service. */
  service_provider: z.object({ entity_id: z.string(), response_url: z.string() }),
  domains: z.array(EmailDomain),
  /** Roles that groups can be mapped to. */
  roles: z.array(RoleName),
  /** Who can be an exception to required single sign-on. */
  break_glass_candidates: z.array(z.object({ id: Id, name: z.string() })),
})
export type IdentityProvider = z.output<typeof IdentityProvider>

const path = '/api/users/organizations/{id}/single-sign-on'

/** Where to send the browser, and what it must send back with the provider's response. */
const Redirect = z.object({ url: z.string(), state: z.string(), secret: z.string() })

/** The single sign-on settings of an organization. */
export const identityProviders = {
  show: endpoint({
    method: 'GET',
    path,
    summary: 'Show the single sign-on settings of an organization',
    access: may('single_sign_on', 'show'),
    reply: IdentityProvider,
  }),
  save: endpoint({
    method: 'PUT',
    path,
    summary: 'Set up single sign-on for an organization; it stays off until a test succeeded',
    access: may('single_sign_on', 'update'),
    stepUp: true,
    body: settings
      .extend({
        protocol: SignInProtocol.default('openid_connect'),
        client_id: settings.shape.client_id.default(''),
        sign_in_url: settings.shape.sign_in_url.default(''),
        certificates: settings.shape.certificates.default([]),
        requires_signed_response: z.boolean().default(false),
        scopes: settings.shape.scopes.default('openid profile email'),
        groups_claim: settings.shape.groups_claim.default('groups'),
        group_roles: settings.shape.group_roles.default([]),
        default_role: settings.shape.default_role.default(null),
        trusts_email: z.boolean().default(false),
        second_factor_acr: settings.shape.second_factor_acr.default([]),
        signs_out: z.boolean().default(false),
      })
      .extend({
        /** Write-only; kept if absent. */
        client_secret: z.string().min(1).max(1_000).optional(),
      })
      .superRefine(requireOfProtocol),
    reply: IdentityProvider,
  }),
  setState: endpoint({
    method: 'PUT',
    path: `${path}/state`,
    summary: 'Switch single sign-on on or off, or require it',
    access: may('single_sign_on', 'update'),
    stepUp: true,
    body: z.strictObject({
      enabled: z.boolean(),
      required: z.boolean().default(false),
      break_glass_ids: z.array(Id).max(20).default([]),
    }),
    reply: IdentityProvider,
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    summary: 'Remove the single sign-on settings of an organization',
    access: may('single_sign_on', 'delete'),
    stepUp: true,
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/test`,
    summary: 'Start a sign-in at the provider that only tests the settings',
    access: may('single_sign_on', 'update'),
    reply: Redirect,
  }),
}

/** Signing in, and confirming one's identity, through the organization's provider. */
export const singleSignOn = {
  start: endpoint({
    method: 'POST',
    path: '/api/auth/sso/start',
    summary: 'Start a sign-in through the provider of an e-mail domain',
    reserved: 'sign-in',
    access: 'public',
    rateLimit: 'credentials',
    body: z.strictObject({ email: Email }),
    reply: Redirect,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/auth/sso/complete',
    summary: 'Complete a sign-in, step-up or test with the response of the provider',
    reserved: 'sign-in',
    access: 'public',
    rateLimit: 'credentials',
    body: z.strictObject({
      state: z.string().min(1).max(200),
      secret: z.string().min(1).max(200),
      /** The query of the redirect URI: `code`, or `error`, and `iss`; empty after SAML, whose response is posted. */
      response: z.record(z.string().max(100), z.string().max(8_000)),
    }),
    reply: z.union([
      AccessToken,
      SecondFactorNeeded,
      z.object({ test: SignInTest, organization_id: Id }),
      z.object({ stepped_up: z.literal(true) }),
    ]),
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/api/auth/sso/step-up',
    summary: 'Start step-up authentication at the provider',
    access: 'signed-in',
    rateLimit: 'credentials',
    reply: Redirect,
  }),
  signOut: endpoint({
    method: 'GET',
    path: '/api/auth/sso/sign-out',
    summary: 'Get the address that ends the session at the provider; null if there is none to end',
    access: 'signed-in',
    reply: z.object({ url: z.string().nullable() }),
  }),
}
