import { createHmac } from 'node:crypto'
import { type Profile, SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Services } from '#server/services.ts'
import type { Identity } from '../claims.ts'
import { denied, invalidToken, refuse, SignInRefused, type TokenCheck } from '../failure.ts'
import type { Flow } from '../flows.ts'
import { recordAssertion } from '../queries/identities.ts'
import type { Provider } from '../queries/providers.ts'
import { claimsOf } from './attributes.ts'
import { checkEnvelope } from './envelope.ts'
import { serviceProvider } from './service-provider.ts'
import { type Statement, statementOf } from './statement.ts'

/** Tolerated deviation of the provider's clock, in seconds. */
const toleratedSkew = 60
/** Maximum age of a sign-in at the provider that counts as step-up, in seconds. */
const stepUpSeconds = 300
/** An authentication context that stands for two factors everywhere: REFEDS Multi-Factor Authentication. */
const multiFactorContext = 'https://refeds.org/profile/mfa'

/**
 * The issuer that identities are stored under. Unlike the issuer URLs of OpenID Connect, entity IDs have no proven
 * owner: without the organization in the key, an organization could enter the entity ID of another and claim its people.
 */
const identityIssuer = ({ organization_id, issuer }: Provider) => `${organization_id} ${issuer}`

/** The id of a request follows from the secret of the browser, so that only this browser can use the response. */
const requestId = (secret: string) => `_${createHmac('sha256', secret).update('request').digest('hex')}`

function connect({ config }: Services, provider: Provider, { purpose, secret }: Flow): SAML {
  const { entity_id, response_url } = serviceProvider(config, provider.organization_id)
  const id = requestId(secret)
  return new SAML({
    issuer: entity_id,
    audience: entity_id,
    callbackUrl: response_url,
    entryPoint: provider.sign_in_url,
    idpCert: provider.certificates,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: provider.requires_signed_response,
    acceptedClockSkewMs: toleratedSkew * 1_000,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => id,
    // The only request that a response may answer. Flows expire by themselves.
    cacheProvider: {
      saveAsync: async (_id, value) => ({ value, createdAt: Date.now() }),
      getAsync: async answered => (answered === id ? new Date().toISOString() : null),
      removeAsync: async answered => answered,
    },
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: purpose === 'step_up',
  })
}

/** The address of the provider with a sign-in request (HTTP redirect binding). */
export const signInUrl = (services: Services, provider: Provider, flow: Flow): Promise<string> =>
  connect(services, provider, flow).getAuthorizeUrlAsync(flow.state, undefined, {})

/** Checks of the library, by a part of its messages. */
const checks: readonly [part: RegExp, check: TokenCheck][] = [
  [/not yet valid/, 'nbf'],
  [/expired|No valid subject confirmation/, 'exp'],
  [/[Aa]udience/, 'aud'],
  [/InResponseTo/, 'nonce'],
  [/multiple assertions|more than one element|refer to it's parent|Too many signatures/, 'wrapped'],
  [/signature/, 'signature'],
]

function refusalOf(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error
  if (error instanceof SamlStatusError) return denied(error.message)
  const { message } = error as Error
  return invalidToken(checks.find(([part]) => part.test(message))?.[1] ?? 'format')
}

/** What the library leaves to its caller. @throws SignInRefused */
function checkStatement(
  { issuer, confirmation, authenticatedAt, nameIdFormat, nameId }: Statement,
  provider: Provider,
  { purpose, secret }: Flow,
  responseUrl: string,
): void {
  const fail = (check: TokenCheck) => {
    throw invalidToken(check)
  }
  if (issuer !== provider.issuer) fail('iss')
  if (confirmation.recipient !== responseUrl) fail('recipient')
  if (confirmation.inResponseTo !== requestId(secret)) fail('nonce')
  if (!confirmation.expiresAt) fail('exp')
  if (!nameId || nameIdFormat?.endsWith(':transient')) fail('name_id')
  const isRecent = authenticatedAt && Date.now() - authenticatedAt.getTime() < stepUpSeconds * 1_000
  if (purpose === 'step_up' && !isRecent) fail('auth_time')
}

/**
 * Verifies the response that a provider posted: form, signature by one of the certificates, issuer, audience, recipient,
 * times, the request that it answers, and that its assertion was not used before.
 * @param posted the form field `SAMLResponse`; null if the provider posted none for this flow
 * @throws SignInRefused
 */
export async function redeem(
  services: Services,
  provider: Provider,
  flow: Flow,
  posted: string | null,
): Promise<Identity> {
  if (posted === null) throw refuse('expired')
  const { response_url } = serviceProvider(services.config, provider.organization_id)
  let profile: Profile | null
  try {
    checkEnvelope(Buffer.from(posted, 'base64').toString('utf8'), response_url)
    const answer = await connect(services, provider, flow).validatePostResponseAsync({ SAMLResponse: posted })
    profile = answer.profile
  } catch (error) {
    throw refusalOf(error)
  }
  if (!profile?.getAssertion) throw invalidToken('format')
  const statement = statementOf(profile.getAssertion())
  checkStatement(statement, provider, flow, response_url)
  const { id, nameId, confirmation, context, authenticatedAt } = statement
  const isFirstUse = await recordAssertion(services.database.reserved['sign-in'], {
    provider_id: provider.id,
    assertion_id: id,
    expires_at: new Date(Date.parse(confirmation.expiresAt) + toleratedSkew * 2_000).toISOString(),
  })
  if (!isFirstUse) throw invalidToken('used')
  const claims = claimsOf(statement)
  return {
    issuer: identityIssuer(provider),
    subject: nameId,
    claims,
    idToken: null,
    authenticatedAt,
    hasSecondFactor:
      claims.amr.includes('mfa') ||
      context === multiFactorContext ||
      provider.second_factor_acr.includes(context),
  }
}
