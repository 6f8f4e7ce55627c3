import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { AccessToken, SecondFactor } from './auth.ts'
import { Assertion, CeremonyOptions, Challenge, TotpCode } from './two-factor.ts'

/** A way to verify the identity of a user. */
export const IdentityMethod = z.enum(['password', ...SecondFactor.options, 'single_sign_on'])
export type IdentityMethod = z.output<typeof IdentityMethod>

const secondFactors = {
  code: TotpCode.optional(),
  backup_code: z.string().trim().min(1).max(60).optional(),
  credential: Assertion.optional(),
}
const isOne = (proofs: Record<string, unknown>) =>
  Object.values(proofs).filter(proof => proof !== undefined).length === 1
const oneProof = { message: 'Send exactly one proof of identity' }

/** Second factor, passkey sign-in and step-up authentication. */
export const identity = {
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/login/second-factor',
    summary: 'Complete a sign-in with a second factor',
    reserved: 'sign-in',
    access: 'public',
    rateLimit: 'credentials',
    body: z
      .strictObject({ challenge: Challenge, ...secondFactors })
      .refine(({ challenge: _, ...proof }) => isOne(proof), oneProof),
    reply: AccessToken,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/start',
    summary: 'Start a passwordless sign-in with a passkey',
    reserved: 'sign-in',
    access: 'public',
    rateLimit: 'credentials',
    reply: z.object({ options: CeremonyOptions }),
  }),
  passkey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/complete',
    summary: 'Complete a passwordless sign-in with a passkey',
    reserved: 'sign-in',
    access: 'public',
    rateLimit: 'credentials',
    body: z.strictObject({ credential: Assertion }),
    reply: AccessToken,
  }),
  startStepUp: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/start',
    summary: 'Start step-up authentication: get a challenge and the accepted methods',
    access: 'signed-in',
    reply: z.object({ challenge: Challenge, methods: z.array(IdentityMethod) }),
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    summary: 'Complete step-up authentication; valid for ten minutes in this session',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: z
      .strictObject({ password: z.string().min(1).max(200).optional(), ...secondFactors })
      .refine(isOne, oneProof),
  }),
}
