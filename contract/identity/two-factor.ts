import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

/** A code of an authenticator app (RFC 6238). */
export const TotpCode = z.string().regex(/^\d{6}$/, 'Must be 6 digits')
/** Digits in a code of an authenticator app. */
export const totpDigits = 6

const Base64Url = z.string().regex(/^[\w-]*$/, 'Must be base64url')
/** Made by the server to be answered once: base64url of random bytes. */
export const Challenge = Base64Url.min(1).max(200)

/** What an authenticator said, as `PublicKeyCredential.toJSON()` gives it (WebAuthn Level 3, section 5.1). */
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

/** What a browser needs to ask an authenticator: WebAuthn's options as JSON. */
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
  /** Whether the organization lets nobody in without. */
  required: z.boolean(),
})

/** One's own second factor. */
export const twoFactor = {
  status: endpoint({
    method: 'GET',
    path: '/api/2fa/status',
    summary: 'Tell whether one’s second factor is on, and how many backup codes are left',
    access: may('account', 'show'),
    reply: TwoFactorStatus,
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/api/2fa/passkey/list',
    summary: 'List one’s passkeys',
    access: may('account', 'list'),
    reply: z.object({ passkeys: z.array(Passkey) }),
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/2fa/passkey/registration/start',
    summary: 'Begin to register a passkey',
    access: may('account', 'create'),
    stepUp: true,
    reply: z.object({ options: CeremonyOptions }),
  }),
  completePasskey: endpoint({
    method: 'POST',
    path: '/api/2fa/passkey/registration/complete',
    summary: 'Register the passkey that the browser made',
    access: may('account', 'create'),
    pace: 'credentials',
    body: z.object({ credential: Registration, challenge: Challenge, name: PasskeyName }),
    status: 201,
    reply: Passkey,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/2fa/passkey/{id}',
    summary: 'Rename one of one’s passkeys',
    access: may('account', 'update'),
    body: z.object({ name: PasskeyName }),
    reply: Passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/2fa/passkey/{id}',
    summary: 'Remove one of one’s passkeys',
    access: may('account', 'delete'),
    stepUp: true,
  }),
  setupTotp: endpoint({
    method: 'POST',
    path: '/api/2fa/totp/setup',
    summary: 'Make a secret for an authenticator app, and backup codes, to be enabled by a first code',
    access: may('account', 'create'),
    stepUp: true,
    reply: BackupCodes.extend({
      /** An image, as a `data:` address. */
      qr_code: z.string(),
      /** Base32, to be typed in where no image can be read. */
      secret: z.string(),
    }),
  }),
  enableTotp: endpoint({
    method: 'POST',
    path: '/api/2fa/totp/enable',
    summary: 'Ask for the authenticator app from now on',
    access: may('account', 'update'),
    pace: 'credentials',
    body: z.object({ token: TotpCode }),
    reply: TwoFactorStatus,
  }),
  disableTotp: endpoint({
    method: 'POST',
    path: '/api/2fa/totp/disable',
    summary: 'Ask for the password alone again',
    access: may('account', 'update'),
    stepUp: true,
    reply: TwoFactorStatus,
  }),
  renewBackupCodes: endpoint({
    method: 'POST',
    path: '/api/2fa/backup-codes',
    summary: 'Make new backup codes; those made before are worth nothing any more',
    access: may('account', 'update'),
    stepUp: true,
    reply: BackupCodes,
  }),
}
