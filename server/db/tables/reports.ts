import type { Generated } from 'kysely'
import type { DeliveryReason, ReportSchedule, ReportSource } from '#contract/platform/index.ts'
import type { Instant, Json } from './column.ts'

export interface Reports {
  id: string
  organization_id: string
  owner_id: string
  name: string
  source: Json<ReportSource>
  schedule: Json<ReportSchedule>
  time_zone: string
  format: 'xlsx' | 'csv'
  language: string | null
  recipient_ids: string[]
  webhook: Generated<boolean>
  status: Generated<'active' | 'paused'>
  paused_reason: 'owner_left' | null
  next_at: Instant | null
  last_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface ReportOptOuts {
  report_id: string
  person_id: string
  created_at: Generated<Instant>
}

export interface ReportRuns {
  id: string
  report_id: string
  due_at: Instant
  test: Generated<boolean>
  published_at: Instant | null
  created_at: Generated<Instant>
}

export interface ReportDeliveries {
  id: string
  run_id: string
  person_id: string
  status: Generated<'queued' | 'sent' | 'skipped' | 'failed'>
  reason: DeliveryReason | null
  rows: number | null
  bytes: number | null
  attempts: Generated<number>
  error: string | null
  sent_at: Instant | null
  created_at: Generated<Instant>
}
