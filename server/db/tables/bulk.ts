import type { ColumnType, Generated } from 'kysely'
import type { Refusal } from '#contract/kit/refusal.ts'
import type { ChangeSince, UndoReason } from '#contract/kit/undo.ts'
import type { Instant } from './column.ts'

export interface BulkJobs {
  id: string
  organization_id: string
  /** Null where a program ordered the job. */
  actor_id: string | null
  session_id: string | null
  api_key_id: string | null
  has_step_up: Generated<boolean>
  resource: string
  act: 'update' | 'delete' | 'undo'
  /** The bulk job or import that this job undoes; it may have been deleted. */
  undoes: string | null
  patch: ColumnType<Record<string, unknown> | null, string | null, never>
  state: Generated<'running' | 'finished' | 'cancelled'>
  total: Generated<number>
  done: Generated<number>
  skipped: Generated<number>
  /** Rows that were done and then undone. */
  undone: Generated<number>
  request_id: string
  ip: string | null
  created_at: Generated<Instant>
  finished_at: Instant | null
}

export interface BulkRows {
  job_id: string
  position: number
  row_id: string
  title: string | null
  version: number | null
  verdict: 'done' | 'skipped' | null
  reason: UndoReason | null
  detail: string | null
  refusals: ColumnType<Refusal[], string | undefined, string>
  changes: ColumnType<ChangeSince[], string | undefined, string>
}
