import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

/** A code from an authenticator app (RFC 6238). */
export const TotpCode = z.string().regex(/^\d{6}$/, 'Must be 6 digits')
/** Number of digits in a code from an authenticator app. */
export const totpDigits = 6

const Base64Url = z.string().regex(/^[\w-]*$/, 'Must be base64url')
/** Single-use random bytes from the server, in base64url. */
export const Challenge = Base64Url.min(1).max(200)

/** An authenticator response in the format of `PublicKeyCredential.toJSON()` (WebAuthn Level 3, section 5.1). */
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: Base64Url.min(1).max(1400),
    rawId: Base64Url.min(1).max(1400),
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.record(z.string(), z.unknown()),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  })

export const Registration = credential(
  z.object({
    clientDataJSON: Base64Url.max(4_000),
    attestationObject: Base64Url.max(20_000),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
)

export const Assertion = credential(
  z.object({
    clientDataJSON: Base64Url.max(4_000),
    authenticatorData: Base64Url.max(4_000),
    signature: Base64Url.max(4_000),
    userHandle: Base64Url.max(200).optional(),
  }),
)

/** WebAuthn options for the browser, as JSON. */
export const CeremonyOptions = z.looseObject({ challenge: Challenge })

export const Passkey = z.object({
  id: Id,
  name: Name,
  created_at: Instant,
  last_used_at: Instant.nullable(),
})

const PasskeyName = z.string().trim().min(1, 'Please enter a name for your passkey').max(120)
const BackupCodes = z.object({ backup_codes: z.array(z.string()) })

export const TwoFactorStatus = z.object({
  enabled: z.boolean(),
  backup_codes_remaining: z.int(),
  /** Whether the organization or the installation requires a second factor. */
  required: z.boolean(),
})

/** Two-factor authentication of the current user. */
export const twoFactor = {
  status: endpoint({
    method: 'GET',
    path: '/api/2fa/status',
    summary: 'Get whether two-factor authentication is enabled and how many backup codes are left',
    access: may('account', 'show'),
    reply: TwoFactorStatus,
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/api/2fa/passkey/list',
    summary: 'List your passkeys',
    access: may('account', 'list'),
    reply: z.object({ passkeys: z.array(Passkey) }),
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/2fa/passkey/registration/start',
    summary: 'Start the registration of a passkey',
    access: may('account', 'create'),
    stepUp: true,
    reply: z.object({ options: CeremonyOptions }),
  }),
  completePasskey: endpoint({
    method: 'POST',
    path: '/api/2fa/passkey/registration/complete',
    summary: 'Complete the registration of a passkey',
    access: may('account', 'create'),
    rateLimit: 'credentials',
    body: z.object({ credential: Registration, challenge: Challenge, name: PasskeyName }),
    status: 201,
    reply: Passkey,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/2fa/passkey/{id}',
    summary: 'Rename one of your passkeys',
    access: may('account', 'update'),
    body: z.object({ name: PasskeyName }),
    reply: Passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/2fa/passkey/{id}',
    summary: 'Remove one of your passkeys',
    access: may('account', 'delete'),
    stepUp: true,
  }),
  setupTotp: endpoint({
    method: 'POST',
    path: '/api/2fa/totp/setup',
    summary: 'Create an authenticator app secret and backup codes; a first code enables them',
    access: may('account', 'create'),
    stepUp: true,
    reply: BackupCodes.extend({
      /** An SVG image as a `data:` URL. */
      qr_code: z.string(),
      /** Base32, for manual entry. */
      secret: z.string(),
    }),
  }),
  enableTotp: endpoint({
    method: 'POST',
    path: '/api/2fa/totp/enable',
    summary: 'Enable the authenticator app with a first code',
    access: may('account', 'update'),
    rateLimit: 'credentials',
    body: z.object({ token: TotpCode }),
    reply: TwoFactorStatus,
  }),
  disableTotp: endpoint({
    method: 'POST',
    path: '/api/2fa/totp/disable',
    summary: 'Disable the authenticator app',
    access: may('account', 'update'),
    stepUp: true,
    reply: TwoFactorStatus,
  }),
  renewBackupCodes: endpoint({
    method: 'POST',
    path: '/api/2fa/backup-codes',
    summary: 'Create new backup codes; the previous ones stop working',
    access: may('account', 'update'),
    stepUp: true,
    reply: BackupCodes,
  }),
}
