import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import { guardedFetch } from '#server/adapters/guarded-fetch.ts'
import { type Config, publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { Vault } from '#server/kit/vault.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from './claims.ts'
import { invalidToken, refusalOf, wrongIssuer } from './failure.ts'
import type { Flow } from './flows.ts'
import { listClientSecretsOfOtherKeys, type Provider, replaceClientSecret } from './queries/providers.ts'

/** Timeout of one request to a provider, in seconds. */
const timeoutSeconds = 8
/** Tolerated deviation of the provider's clock, in seconds. */
const toleratedSkew = 30
/** Maximum age of a sign-in at the provider that counts as step-up, in seconds. */
const stepUpSeconds = 300

export const redirectUri = (config: Config) => `${publicUrl(config)}/single-sign-on/callback`
export const signOutUri = (config: Config) => `${publicUrl(config)}/login`

/** Derives what a flow needs from the secret of the browser, so that the database stores nothing that can be replayed. */
const derive = (secret: string, use: 'nonce' | 'verifier') =>
  createHmac('sha256', secret).update(use).digest('base64url')

/** Addresses that the browser is sent to come from the provider and must not be scripts. */
function requireWebAddress(url: URL): string {
  if (!/^https?:$/.test(url.protocol)) throw wrongIssuer()
  return url.href
}

/** HTTP Basic, the default of OpenID Connect, unless the provider only accepts the secret in the body. */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    method(secret)(server, ...rest)
  }

/**
 * Reads the provider's metadata. It is read again for each step, and so are the keys: they are current after a rotation,
 * on every instance.
 * @throws SignInRefused
 */
async function connect({ config, vault }: Services, provider: Provider): Promise<oidc.Configuration> {
  const allowPrivate = config.ALLOW_PRIVATE_WEBHOOKS
  const secret = vault.open(provider.client_secret as Buffer, provider.id)
  try {
    const connection = await oidc.discovery(
      new URL(provider.issuer),
      provider.client_id,
      { [oidc.clockTolerance]: toleratedSkew },
      clientAuth(secret),
      {
        [oidc.customFetch]: guardedFetch(allowPrivate),
        timeout: timeoutSeconds,
        execute: [oidc.enableNonRepudiationChecks, ...(allowPrivate ? [oidc.allowInsecureRequests] : [])],
      },
    )
    // Issuers of several tenants, such as login.microsoftonline.com/common, would let strangers in.
    if (new URL(connection.serverMetadata().issuer).href !== new URL(provider.issuer).href)
      throw wrongIssuer()
    return connection
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The address at the provider where a flow starts. @throws SignInRefused */
export async function authorizationUrl(
  services: Services,
  provider: Provider,
  { purpose, state, secret }: Flow,
  email: string | null,
): Promise<string> {
  const connection = await connect(services, provider)
  const url = oidc.buildAuthorizationUrl(connection, {
    redirect_uri: redirectUri(services.config),
    scope: provider.scopes,
    state,
    nonce: derive(secret, 'nonce'),
    code_challenge: await oidc.calculatePKCECodeChallenge(derive(secret, 'verifier')),
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
    ...(provider.second_factor_acr.length > 0 && { acr_values: provider.second_factor_acr.join(' ') }),
    ...(purpose === 'step_up' && { prompt: 'login', max_age: '0' }),
  })
  return requireWebAddress(url)
}

/** Whether the provider verified a second factor: `amr` after RFC 8176, or one of the configured values of `acr`. */
const verifiedSecondFactor = ({ second_factor_acr }: Provider, { amr, acr }: Record<string, unknown>) =>
  (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && second_factor_acr.includes(acr))

/**
 * Exchanges the response of a provider for a verified identity: issuer, audience, signature, times, nonce and PKCE.
 * @throws SignInRefused
 */
export async function redeem(
  services: Services,
  provider: Provider,
  { purpose, state, secret }: Flow,
  response: Record<string, string>,
): Promise<Identity> {
  const connection = await connect(services, provider)
  const url = new URL(redirectUri(services.config))
  url.search = new URLSearchParams({ ...response, state }).toString()
  try {
    const tokens = await oidc.authorizationCodeGrant(connection, url, {
      expectedState: state,
      expectedNonce: derive(secret, 'nonce'),
      pkceCodeVerifier: derive(secret, 'verifier'),
      idTokenExpected: true,
      ...(purpose === 'step_up' && { maxAge: stepUpSeconds }),
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw invalidToken('format')
    const { userinfo_endpoint: userinfo } = connection.serverMetadata()
    const more = userinfo ? await oidc.fetchUserInfo(connection, tokens.access_token, claims.sub) : {}
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: { ...more, ...claims },
      idToken: tokens.id_token,
      authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1_000),
      hasSecondFactor: verifiedSecondFactor(provider, claims),
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The address that ends the session at the provider; null if it offers none or cannot be reached. */
export async function endSessionUrl(
  services: Services,
  provider: Provider,
  idToken: string | null,
): Promise<string | null> {
  try {
    const connection = await connect(services, provider)
    if (!connection.serverMetadata().end_session_endpoint) return null
    return requireWebAddress(
      oidc.buildEndSessionUrl(connection, {
        post_logout_redirect_uri: signOutUri(services.config),
        ...(idToken && { id_token_hint: idToken }),
      }),
    )
  } catch {
    return null
  }
}

/** As `reencryptTotpSecrets`, for the secrets of providers. */
export async function reencryptClientSecrets(
  db: Db,
  vault: Vault,
): Promise<{ renewed: number; lost: number }> {
  const secrets = await listClientSecretsOfOtherKeys(db, vault.keyId)
  const readable = secrets.filter(({ client_secret }) => vault.canOpen(client_secret))
  for (const { id, client_secret } of readable)
    await replaceClientSecret(db, id, client_secret, vault.seal(vault.open(client_secret, id), id))
  return { renewed: readable.length, lost: secrets.length - readable.length }
}
