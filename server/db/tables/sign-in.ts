import type { ColumnType, Generated } from 'kysely'
import type { SignInProtocol, SignInTest } from '#contract/identity/single-sign-on.ts'
import type { Role } from '#contract/kit/permissions.ts'
import type { Instant, Json } from './column.ts'

export interface Sessions {
  id: string
  person_id: string
  ip: string | null
  user_agent: string | null
  created_at: Generated<Instant>
  last_used_at: Generated<Instant>
  expires_at: Instant
  revoked_at: Instant | null
  proved_at: Generated<Instant>
  identity_provider_id: string | null
  has_provider_factor: Generated<boolean>
  id_token: Buffer | null
}

export interface StreamTickets {
  ticket_hash: Buffer
  session_id: string
  expires_at: Instant
}

export interface MailedTokens {
  token_hash: Buffer
  person_id: string
  purpose: 'reset_password' | 'verify_email'
  created_at: Generated<Instant>
  expires_at: Instant
  used_at: Instant | null
}

export interface TotpSecrets {
  person_id: string
  secret: Buffer
  enabled_at: Instant | null
  last_step: number | null
  created_at: Generated<Instant>
}

export interface BackupCodes {
  person_id: string
  code_hash: Buffer
  used_at: Instant | null
}

export interface Passkeys {
  id: string
  person_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: Generated<string[]>
  created_at: Generated<Instant>
  last_used_at: Instant | null
}

export interface Challenges {
  challenge_hash: Buffer
  purpose: 'second_factor' | 'passkey_sign_in' | 'passkey_registration' | 'step_up'
  person_id: string | null
  expires_at: Instant
  identity_provider_id: string | null
}

export interface Guesses {
  person_id: string
  count: number
  since: Instant
}

export interface SignInAttempts {
  key: Buffer
  failures: number
  last_at: Instant
  allowed: boolean
  notified_at: Instant | null
}

export interface ApiKeys {
  id: string
  organization_id: string
  name: string
  prefix: string
  key_hash: Buffer
  scopes: Generated<string[]>
  created_by: string | null
  created_at: Generated<Instant>
  last_used_at: Instant | null
  revoked_at: Instant | null
}

export interface IdentityProviders {
  id: string
  organization_id: string
  issuer: string
  protocol: Generated<SignInProtocol>
  client_id: string
  client_secret: Buffer | null
  sign_in_url: Generated<string>
  certificates: Generated<string[]>
  requires_signed_response: Generated<boolean>
  scopes: string
  groups_claim: string
  group_roles: Json<{ group: string; role: Role }[]>
  default_role: Role | null
  trusts_email: Generated<boolean>
  second_factor_acr: Generated<string[]>
  signs_out: Generated<boolean>
  enabled: Generated<boolean>
  required: Generated<boolean>
  break_glass_ids: Generated<string[]>
  last_test: ColumnType<SignInTest | null, string | null | undefined, string | null>
  tested_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface EmailDomains {
  organization_id: string
  domain: string
  token: string
  verified_at: Instant | null
  created_at: Generated<Instant>
}

export interface ExternalIdentities {
  issuer: string
  subject: string
  organization_id: string
  person_id: string
  created_at: Generated<Instant>
  last_used_at: Generated<Instant>
}

export interface SignInFlows {
  state_hash: Buffer
  secret_hash: Buffer
  provider_id: string
  purpose: 'sign_in' | 'step_up' | 'test'
  person_id: string | null
  expires_at: Instant
  response: ColumnType<Buffer | null, undefined, Buffer>
}

export interface UsedAssertions {
  provider_id: string
  assertion_id: string
  expires_at: Instant
}
