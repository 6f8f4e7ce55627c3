import type { Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

export interface PageVisits {
  organization_id: string
  id: string
  visitor_id: string
  person_id: string | null
  path: string
  ts: Instant
}

export interface RateLimitViolations {
  id: string
  timestamp: Generated<Instant>
  endpoint: string
  ip_address: string | null
  user_id: number | null
  limit: number
}

export interface RollupCells {
  organization_id: string
  source: string
  grain: 'hour' | 'day'
  bucket: Instant
  cells: Json<Record<string, Record<string, [count: number, sum: number]>>>
  sums: RollupCells['cells']
}

export interface RollupMembers {
  organization_id: string
  source: string
  kind: string
  bucket: Instant
  member_id: string
  count: number
}

export interface RollupNumbers {
  member_id: string
  number: Generated<number>
}

export interface RollupSets {
  source: string
  kind: string
  grain: 'hour' | 'day' | 'month'
  bucket: Instant
  piece: number
  /** 4,096 zeros and ones. */
  bits: string
}

export interface MemberRunningCounts {
  source: string
  kind: string
  bucket: Instant
  numbers: number[]
  counts: number[]
}

export interface RollupTotals {
  source: string
  unit: 'day' | 'month'
  bucket: Instant
  cells: RollupCells['cells']
}

export interface RollupZone {
  one: Generated<true>
  time_zone: string
}

export interface RollupInvalidations {
  position: Generated<number>
  source: string
  hour: Instant
  /** Which five minutes of it, from 0 to 11; null for all. */
  slot: number | null
}

export interface RollupCopies {
  source: string
  copied_from: Instant
  begun: Generated<number>
  completed: Generated<number>
}

export interface RollupCopyChanges {
  position: Generated<number>
  source: string
  hour: Instant
  slot: number | null
  listed_at: Generated<Instant>
}
