import type { Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

export interface SyncHeads {
  person_id: string
  position: number
}

export interface SyncChanges {
  person_id: string
  kind: 'entry' | 'message' | 'task'
  record_id: string
  position: number
  version: number
  deleted: Generated<boolean>
}

export interface SyncClients {
  person_id: string
  client_id: string
  caller_id: string
  position: Generated<number>
  last_seen_at: Generated<Instant>
}

export interface SyncConflicts {
  id: string
  organization_id: string
  person_id: string
  client_id: string
  write_id: string
  kind: 'entry' | 'message' | 'task'
  record_id: string
  base_version: number
  value: Json<unknown> | null
  author_id: string
  opened_at: Generated<Instant>
  kept: 'client' | 'server' | null
  resolved_at: Instant | null
  resolved_by: string | null
}

export interface SyncWrites {
  person_id: string
  write_id: string
  outcome: 'stored' | 'conflict' | 'refused'
  version: number | null
  conflict_id: string | null
  detail: string | null
  received_at: Generated<Instant>
}
