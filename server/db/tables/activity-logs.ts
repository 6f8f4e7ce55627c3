import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './column.ts'

export interface ActivityLogs {
  organization_id: string
  id: string
  timestamp: Instant
  action: string
  resource_type: string
  resource_id: string | null
  actor_id: string | null
  user_id: number | null
  user_email: string | null
  user_role: string | null
  source: Generated<'server' | 'client'>
  request_id: string | null
  ip: string | null
  details: ColumnType<unknown, string | undefined, string>
  salt: ColumnType<Buffer | null, undefined, null>
  erased: ColumnType<Buffer | null, undefined, Buffer>
}

export interface UnsealedActivityLogs {
  organization_id: string
  timestamp: Instant
  id: string
}

export interface ActivityLogSeals {
  number: number
  sealed_at: Instant
  size: number
  root: Buffer
  previous: Buffer
  hash: Buffer
  organization_ids: string[]
  timestamps: Instant[]
  ids: string[]
  leaves: Buffer[]
}

export interface ActivityLogChain {
  one: Generated<true>
  seals: number
  hash: Buffer
}

export interface ActivityLogValues {
  organization_id: string
  field: 'action' | 'resource_type'
  value: string
}

export interface Releases {
  version: string
  started_at: Generated<Instant>
}

export interface RetentionRounds {
  kind: string
  kept_days: number
  removed: number
  through: Instant
  finished_at: Instant
}
