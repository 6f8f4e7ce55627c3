import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './column.ts'

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
