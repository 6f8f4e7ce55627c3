import type { ColumnType, Generated } from 'kysely'
import type { ProvisionedRole, Role } from '#contract/kit/permissions.ts'
import type { Instant } from './column.ts'

export interface People {
  id: string
  user_id: Generated<number>
  organization_id: string
  role: Role
  name: string
  username: string
  email: string | null
  email_verified_at: Instant | null
  phone: string | null
  address: string | null
  date_of_birth: string | null
  status: Generated<'active' | 'invited' | 'suspended'>
  password_hash: string | null
  locale: Generated<string>
  time_zone: Generated<string>
  last_login: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
  erased_at: Instant | null
}

export interface Profiles {
  person_id: string
  organization_id: string
  preferred_name: string | null
  conditions: Generated<string[]>
  medications: ColumnType<unknown, string | undefined, string>
  notes: string | null
  preferences: ColumnType<unknown, string | undefined, string>
  last_latitude: number | null
  last_longitude: number | null
  last_accuracy_m: number | null
  last_address: string | null
  last_located_at: Instant | null
  updated_at: Generated<Instant>
}

export interface PastTimeZones {
  person_id: string
  until: Instant
  time_zone: string
}

export interface Assignments {
  id: string
  organization_id: string
  elderly_id: string
  caregiver_id: string
  relationship: string
  consent: ColumnType<unknown, string | undefined, string>
  created_at: Generated<Instant>
  ended_at: Instant | null
}

export interface Contacts {
  id: string
  organization_id: string
  person_id: string
  name: string
  relationship: string
  phone: string
  email: string | null
  role: string | null
  priority: Generated<number>
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface Invites {
  id: string
  organization_id: string
  email: string
  role: string
  token_hash: Buffer
  invited_by: string
  created_at: Generated<Instant>
  expires_at: Instant
  accepted_at: Instant | null
  revoked_at: Instant | null
}

export interface ProvisionedPeople {
  person_id: string
  organization_id: string
  user_name: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
  updated_at: Generated<Instant>
}

export interface ProvisionedGroups {
  id: string
  organization_id: string
  display_name: string
  external_id: string | null
  role: ProvisionedRole | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface ProvisionedGroupMembers {
  group_id: string
  person_id: string
}
