import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { AccessToken, SecondFactor } from './auth.ts'
import { Assertion, CeremonyOptions, Challenge, TotpCode } from './two-factor.ts'

/** By which somebody can prove who they are. */
export const IdentityMethod = z.enum(['password', ...SecondFactor.options])
export type IdentityMethod = z.output<typeof IdentityMethod>

const secondFactors = {
  code: TotpCode.optional(),
  backup_code: z.string().trim().min(1).max(60).optional(),
  credential: Assertion.optional(),
}
const isOne = (proofs: Record<string, unknown>) =>
  Object.values(proofs).filter(proof => proof !== undefined).length === 1
const oneProof = { message: 'Give exactly one proof' }

/** The calls by which somebody proves, beside a password, who they are. */
export const identity = {
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/login/second-factor',
    summary: 'Finish a sign-in that asked for a second factor',
    access: 'public',
    pace: 'credentials',
    body: z
      .strictObject({ challenge: Challenge, ...secondFactors })
      .refine(({ challenge: _, ...proof }) => isOne(proof), oneProof),
    reply: AccessToken,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/start',
    summary: 'Begin to sign in by a passkey alone',
    access: 'public',
    pace: 'credentials',
    reply: z.object({ options: CeremonyOptions }),
  }),
  passkey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/complete',
    summary: 'Sign in by a passkey alone',
    access: 'public',
    pace: 'credentials',
    body: z.strictObject({ credential: Assertion }),
    reply: AccessToken,
  }),
  startStepUp: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/start',
    summary: 'Tell how one may prove anew who one is',
    access: 'signed-in',
    reply: z.object({ challenge: Challenge, methods: z.array(IdentityMethod) }),
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    summary: 'Prove anew who one is, for the next ten minutes of this session',
    access: 'signed-in',
    pace: 'credentials',
    body: z
      .strictObject({ password: z.string().min(1).max(200).optional(), ...secondFactors })
      .refine(isOne, oneProof),
  }),
}
