import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Email, Id, Instant, Locale, Name, RoleName, TimeZone, UserId } from '../kit/fields.ts'
import { Password, Username } from './credentials.ts'
import { OrganizationKind } from './organization-kind.ts'

/** The signed-in person. */
export const User = z.object({
  id: Id,
  user_id: UserId,
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  role: RoleName,
  locale: z.string(),
  time_zone: z.string(),
  /** Whether the organization asks for a second factor that is not set up yet: nothing else can be done before. */
  second_factor_missing: z.boolean(),
  organization: z.object({ id: Id, name: z.string(), kind: OrganizationKind, time_zone: z.string() }),
})
export type User = z.infer<typeof User>

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })
const Message = z.object({ message: z.string() })

export const SecondFactor = z.enum(['totp', 'backup_code', 'passkey'])

/** Answered instead of a token by an account whose second factor is on. */
const SecondFactorNeeded = z.object({
  two_factor_required: z.literal(true),
  challenge: z.string(),
  methods: z.array(SecondFactor),
})

export const Session = z.object({
  id: Id,
  current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
})

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with the username or the e-mail address',
    access: 'public',
    pace: 'credentials',
    body: z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(200) }),
    reply: z.union([AccessToken, SecondFactorNeeded]),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session',
    access: 'signed-in',
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Show the signed-in person',
    access: 'signed-in',
    reply: User,
  }),
  updateMe: endpoint({
    method: 'PUT',
    path: '/api/auth/me',
    summary: 'Change one’s own name, language or time zone',
    access: 'signed-in',
    body: z.strictObject({ name: Name, locale: Locale, time_zone: TimeZone }).partial(),
    reply: User,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change one’s own password; every other session ends',
    access: 'signed-in',
    pace: 'credentials',
    body: z.object({ current_password: z.string().min(1).max(200), new_password: Password }),
    reply: Message,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account, its organization and its 14-day trial',
    access: 'public',
    pace: 'credentials',
    body: z.object({
      username: Username,
      email: Email,
      password: Password,
      locale: Locale.optional(),
      time_zone: TimeZone.optional(),
    }),
    status: 201,
    reply: AccessToken,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Mail a link to choose a new password',
    access: 'public',
    pace: 'mail',
    body: z.object({ email: Email }),
    reply: Message,
  }),
  verifyResetToken: endpoint({
    method: 'GET',
    path: '/api/auth/verify-reset-token/{reset_token}',
    summary: 'Tell whose password a reset link changes',
    access: 'public',
    pace: 'credentials',
    reply: z.object({ email: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password by a reset link',
    access: 'public',
    pace: 'credentials',
    body: z.object({ token: z.string().min(1).max(200), new_password: Password }),
    reply: Message,
  }),
  verificationStatus: endpoint({
    method: 'GET',
    path: '/api/auth/verification-status',
    summary: 'Tell whether the caller’s e-mail address is verified',
    access: 'signed-in',
    reply: z.object({ verified: z.boolean() }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Mail the verification link again',
    access: 'public',
    pace: 'mail',
    body: z.object({ email: Email }),
    reply: Message,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Verify an e-mail address by the mailed link',
    access: 'public',
    pace: 'credentials',
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: Message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'List the caller’s open sessions',
    access: 'signed-in',
    reply: z.object({ sessions: z.array(Session) }),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    summary: 'End one of the caller’s sessions',
    access: 'signed-in',
    stepUp: true,
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'End all of the caller’s sessions but this one',
    access: 'signed-in',
    stepUp: true,
  }),
}
