import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Email, Id, Instant, Locale, Name, RoleName, TimeZone, UserId } from '../kit/fields.ts'

export const Username = z
  .string()
  .trim()
  .min(3)
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Letters, digits, dot, dash and underscore only')
/** At least 8 characters; at most 200, to bound the cost of hashing. */
export const Password = z.string().min(8, 'Password must be at least 8 characters long').max(200)

/** The operator of the service, a care provider with many clients, or a single household. */
export const OrganizationKind = z.enum(['service', 'care_provider', 'household'])

/** The current user. */
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
  /** True if the organization requires a second factor that is not set up yet; every other call is refused until it is. */
  second_factor_missing: z.boolean(),
  /** Whether signing out also ends a session at the identity provider. */
  signs_out_at_provider: z.boolean(),
  organization: z.object({ id: Id, name: z.string(), kind: OrganizationKind, time_zone: z.string() }),
})
export type User = z.infer<typeof User>

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })
const Message = z.object({ message: z.string() })

export const SecondFactor = z.enum(['totp', 'backup_code', 'passkey'])

/** Returned instead of a token when two-factor authentication is enabled. */
export const SecondFactorNeeded = z.object({
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
    summary: 'Sign in with a username or e-mail address',
    reserved: 'sign-in',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(200) }),
    reply: z.union([AccessToken, SecondFactorNeeded]),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    unlimited: true,
    summary: 'Sign out of the current session',
    reserved: 'sign-in',
    access: 'signed-in',
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Get the current user',
    access: 'signed-in',
    reply: User,
  }),
  updateMe: endpoint({
    method: 'PUT',
    path: '/api/auth/me',
    summary: 'Update your name, language or time zone',
    access: 'signed-in',
    body: z.strictObject({ name: Name, locale: Locale, time_zone: TimeZone }).partial(),
    reply: User,
  }),
  draftKey: endpoint({
    method: 'GET',
    path: '/api/auth/draft-key',
    summary: 'Get the key that encrypts your unsaved changes in the browser',
    access: 'signed-in',
    /** 32 bytes, base64url; the same for every session of a person. */
    reply: z.object({ key: z.string() }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change your password; ends all other sessions',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: z.object({ current_password: z.string().min(1).max(200), new_password: Password }),
    reply: Message,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account with its organization and a 14-day trial',
    access: 'public',
    rateLimit: 'credentials',
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
    summary: 'Send a password reset link by e-mail',
    access: 'public',
    rateLimit: 'mail',
    body: z.object({ email: Email }),
    reply: Message,
  }),
  verifyResetToken: endpoint({
    method: 'GET',
    path: '/api/auth/verify-reset-token/{reset_token}',
    summary: 'Get the e-mail address that a reset link belongs to',
    access: 'public',
    rateLimit: 'credentials',
    reply: z.object({ email: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with a reset link',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: z.string().min(1).max(200), new_password: Password }),
    reply: Message,
  }),
  verificationStatus: endpoint({
    method: 'GET',
    path: '/api/auth/verification-status',
    summary: 'Get whether your e-mail address is verified',
    access: 'signed-in',
    reply: z.object({ verified: z.boolean() }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Send the verification link again',
    access: 'public',
    rateLimit: 'mail',
    body: z.object({ email: Email }),
    reply: Message,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Verify an e-mail address with the link from the e-mail',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: Message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'List your active sessions',
    access: 'signed-in',
    reply: z.object({ sessions: z.array(Session) }),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    summary: 'End one of your sessions',
    access: 'signed-in',
    stepUp: true,
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'End all of your sessions except the current one',
    access: 'signed-in',
    stepUp: true,
  }),
}
