import type { Services } from '#server/services.ts'
import type { Identity } from './claims.ts'
import type { Flow } from './flows.ts'
import * as openidConnect from './openid-connect.ts'
import type { Provider } from './queries/providers.ts'

/** What came back from a provider: the query of the redirect URI, and the response that a SAML provider posted. */
export interface ProviderResponse {
  query: Record<string, string>
  posted: string | null
}

/** Loaded by the first sign-in that needs it, because the library for signed XML slows the start of the server. */
const saml = () => import('./saml/sign-in.ts')

/** The address at the provider where a flow starts. @throws SignInRefused */
export const authorizationUrl = async (
  services: Services,
  provider: Provider,
  flow: Flow,
  email: string | null,
): Promise<string> =>
  provider.protocol === 'saml'
    ? (await saml()).signInUrl(services, provider, flow)
    : openidConnect.authorizationUrl(services, provider, flow, email)

/** Verifies the response of a provider. @throws SignInRefused */
export const redeem = async (
  services: Services,
  provider: Provider,
  flow: Flow,
  { query, posted }: ProviderResponse,
): Promise<Identity> =>
  provider.protocol === 'saml'
    ? (await saml()).redeem(services, provider, flow, posted)
    : openidConnect.redeem(services, provider, flow, query)

/** The address that ends the session at the provider; null if it offers none or cannot be reached. */
export const endSessionUrl = async (
  services: Services,
  provider: Provider,
  idToken: string | null,
): Promise<string | null> =>
  provider.protocol === 'saml' ? null : openidConnect.endSessionUrl(services, provider, idToken)
