import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { z } from 'zod'
import type { Assertion, Registration } from '#contract/identity/two-factor.ts'

/** What a passkey signed, as the calls take it: the library's type lacks the index signature alone. */
export type SignedAssertion = z.input<typeof Assertion>

/** The person turned away from the browser's question, or the browser did not allow it. */
export class PasskeyRefused extends Error {
  override name = 'PasskeyRefused'
}

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(':')

/** Whether passkeys can be used here at all: in a secure context, and at a name and not at an address of digits. */
export const passkeysWork = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isAddress(location.hostname)

const library = () => import('@simplewebauthn/browser')

async function asked<Credential>(ceremony: Promise<Credential>): Promise<Credential> {
  try {
    return await ceremony
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new PasskeyRefused(message, { cause: error })
    throw error
  }
}

/** Has the browser make a passkey. @throws PasskeyRefused when it was not to be. */
export async function makePasskey(options: Record<string, unknown>): Promise<z.input<typeof Registration>> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return asked(startRegistration({ optionsJSON })) as Promise<unknown> as Promise<
    z.input<typeof Registration>
  >
}

/**
 * Has a passkey sign a challenge; whoever asked before is turned away.
 * @param options WebAuthn's request options; the challenge alone will do.
 * @param offer only offers passkeys among what the browser fills in, and waits until one is chosen.
 * @throws PasskeyRefused when it was not to be.
 */
export async function signByPasskey(
  options: { challenge: string },
  { offer = false } = {},
): Promise<SignedAssertion> {
  const { startAuthentication } = await library()
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = options
  return asked(
    startAuthentication({ optionsJSON, useBrowserAutofill: offer }),
  ) as Promise<unknown> as Promise<SignedAssertion>
}

/** Whether the browser can offer passkeys among what it fills in. */
export const canOffer = async () =>
  passkeysWork() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
