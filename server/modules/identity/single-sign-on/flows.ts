import { randomBytes } from 'node:crypto'
import type { Services } from '#server/services.ts'
import { refuse } from './failure.ts'
import { authorizationUrl } from './provider.ts'
import { insertFlow, storeResponse, takeFlow } from './queries/identities.ts'
import { findProviderById, type Provider } from './queries/providers.ts'

/** A sign-in, step-up or test that was sent to a provider. */
export interface Flow {
  purpose: 'sign_in' | 'step_up' | 'test'
  state: string
  secret: string
}

const newSecret = () => randomBytes(32).toString('base64url')

interface About {
  /** Who confirms their identity or tests the settings. */
  personId?: string
  email?: string | null
}

/**
 * Starts a flow: the address to send the browser to, and the secret that only this browser has.
 * @throws SignInRefused if the provider cannot be reached
 */
export async function startFlow(
  services: Services,
  provider: Provider,
  purpose: Flow['purpose'],
  { personId, email }: About,
) {
  const flow: Flow = { purpose, state: newSecret(), secret: newSecret() }
  const url = await authorizationUrl(services, provider, flow, email ?? null)
  await insertFlow(services.database.reserved['sign-in'], flow, provider.id, personId ?? null)
  return { url, state: flow.state, secret: flow.secret }
}

/** Consumes a flow. @throws SignInRefused if it is unknown, used, expired, or was started by another browser */
export async function endFlow({ database, vault }: Services, given: { state: string; secret: string }) {
  const db = database.reserved['sign-in']
  const taken = await takeFlow(db, given.state, given.secret)
  const provider = taken && (await findProviderById(db, taken.provider_id))
  if (!taken || !provider) throw refuse('expired')
  const flow: Flow = { purpose: taken.purpose, state: given.state, secret: given.secret }
  const posted = taken.response && vault.open(taken.response, given.state)
  return { flow, provider, posted, personId: taken.person_id }
}

/**
 * Keeps the response that a SAML provider posted until the browser that started the flow asks for it. Only the first one
 * counts.
 */
export const keepResponse = (
  { database, vault }: Services,
  organizationId: string,
  state: string,
  response: string,
): Promise<void> =>
  storeResponse(database.reserved['sign-in'], organizationId, state, vault.seal(response, state))
