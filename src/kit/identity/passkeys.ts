import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { z } from 'zod'
import type { Assertion, Registration } from '#contract/identity/two-factor.ts'

/** A signed WebAuthn assertion; the library's type only lacks the index signature. */
export type SignedAssertion = z.input<typeof Assertion>

/** The user dismissed the browser's prompt, or the browser denied it. */
export class PasskeyRefused extends Error {
  override name = 'PasskeyRefused'
}

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(':')

/** Whether passkeys can be used: in a secure context with a host name rather than an IP address. */
export const passkeysWork = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isAddress(location.hostname)

const library = () => import('@simplewebauthn/browser')

async function translateErrors<Credential>(ceremony: Promise<Credential>): Promise<Credential> {
  try {
    return await ceremony
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new PasskeyRefused(message, { cause: error })
    throw error
  }
}

/**
 * Creates a passkey.
 * @throws PasskeyRefused when dismissed
 */
export async function makePasskey(options: Record<string, unknown>): Promise<z.input<typeof Registration>> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return translateErrors(startRegistration({ optionsJSON })) as Promise<unknown> as Promise<
    z.input<typeof Registration>
  >
}

/**
 * Signs a challenge with a passkey; cancels an earlier prompt.
 * @param options WebAuthn request options; the challenge suffices
 * @param offer offers passkeys only in the browser's autofill, and waits until one is chosen
 * @throws PasskeyRefused when dismissed
 */
export async function signByPasskey(
  options: { challenge: string },
  { offer = false } = {},
): Promise<SignedAssertion> {
  const { startAuthentication } = await library()
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = options
  return translateErrors(
    startAuthentication({ optionsJSON, useBrowserAutofill: offer }),
  ) as Promise<unknown> as Promise<SignedAssertion>
}

/** Whether the browser can offer passkeys in autofill. */
export const canOffer = async () =>
  passkeysWork() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
