import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/open.ts'
import { Problem, unauthenticated } from '#server/kit/problem.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { isSingleSignOnRequired } from '../single-sign-on/queries/providers.ts'
import { checkPassword } from './password.ts'
import { findAccountByLogin, findPasswordHash } from './queries/accounts.ts'
import { isNewDevice, openSession, storeIdToken } from './queries/sessions.ts'
import { allowSignIn, countSignIn, type SignInAttempt } from './sign-in-limits.ts'

/**
 * Checks a username or e-mail address and password. An unknown account and a wrong password get the same response
 * after the same time; only a caller with the right password learns that an account is suspended.
 * @throws Problem 429 after too many failed sign-ins
 */
export async function checkCredentials(
  services: Services,
  login: string,
  password: string,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
) {
  const db = services.database.reserved['sign-in']
  let attempt: SignInAttempt | undefined
  async function findAccount() {
    const account = await findAccountByLogin(db, login)
    attempt = {
      account: account?.id ?? login.toLowerCase(),
      personId: account?.id ?? null,
      address: ip,
      userAgent: headers['user-agent'] ?? null,
    }
    await countSignIn(services, attempt)
    return account
  }
  const { holder: account, right } = await checkPassword(password, findAccount, ip)
  const refuse = (refusal: Problem) => ({ account, refusal })
  if (!account || !right) return refuse(unauthenticated('Incorrect username or password'))
  if (attempt) await allowSignIn(services, attempt)
  if (account.status !== 'active')
    return refuse(new Problem(409, 'This account is suspended', { kind: 'suspended' }))
  if (account.organizationStatus !== 'active')
    return refuse(new Problem(409, 'Your organization’s access is suspended', { kind: 'suspended' }))
  const refusal = await refuseWithoutSingleSignOn(services, db, account)
  return refusal ? refuse(refusal) : { account, refusal: null }
}

/** The refusal of a sign-in without single sign-on where the organization requires it; null if it is allowed. */
export async function refuseWithoutSingleSignOn(
  { config }: Services,
  db: Db,
  { organizationId, ...person }: { id?: string; role: string; organizationId: string },
): Promise<Problem | null> {
  const { id, role } = person
  const who = id === undefined ? null : { id, role }
  const includesSuperAdmins = config.SINGLE_SIGN_ON_SUPER_ADMIN
  if (!(await isSingleSignOnRequired(db, organizationId, who, includesSuperAdmins))) return null
  return new Problem(409, 'Your organization requires single sign-on', { kind: 'single-sign-on-required' })
}

/** Whether this is the password of a signed-in person. */
export async function isOwnPassword(db: Db, personId: string, password: string): Promise<boolean> {
  const find = async () => ({ passwordHash: await findPasswordHash(db, personId) })
  return (await checkPassword(password, find, personId)).right
}

/** How a provider authenticated the person of a new session. */
export interface SessionOrigin {
  providerId: string
  /** Whether the provider verified a second factor. */
  hasSecondFactor?: boolean
  /** When the person signed in at the provider; null if unknown. */
  authenticatedAt?: Date | null
  /** Stored for the sign-out at the provider. */
  idToken?: string | null
}

/** Opens a session for an authenticated person, and notifies them of a new device. The only place that opens sessions. */
export async function startSession(
  { jobs, vault }: Services,
  db: Db,
  tokens: Tokens,
  personId: string,
  { ip, headers }: FastifyRequest,
  origin?: SessionOrigin,
) {
  const device = headers['user-agent'] ?? null
  if (await isNewDevice(db, personId, device))
    await jobs.enqueue(db, 'security_letter', {
      letter: 'new_device',
      person_id: personId,
      at: new Date().toISOString(),
      values: { device: device ?? '–', address: ip },
    })
  const session = await openSession(db, personId, ip, device, origin)
  if (origin?.idToken) await storeIdToken(db, session.id, vault.seal(origin.idToken, session.id))
  const access_token = await tokens.issue(session.id, new Date(session.expires_at))
  return { access_token, token_type: 'bearer' as const }
}
