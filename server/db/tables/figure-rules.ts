import type { Generated } from 'kysely'
import type {
  CheckInterval,
  FigureCondition,
  NoticeKind,
  NoticeReason,
  RuleEvent,
  RulePeriod,
  RuleReason,
  RuleState,
  WatchedFigure,
} from '#contract/platform/index.ts'
import type { Instant, Json } from './column.ts'

export interface FigureRules {
  id: string
  organization_id: string
  owner_id: string
  name: string
  source: Json<WatchedFigure>
  condition: Json<FigureCondition>
  period: RulePeriod
  every: CheckInterval
  hold: number
  min_rows: number
  remind_hours: number | null
  recipient_ids: string[]
  webhook: Generated<boolean>
  status: Generated<'active' | 'paused'>
  paused_reason: 'owner_left' | null
  state: Generated<RuleState>
  state_since: Instant | null
  value: number | null
  measured: number | null
  reason: RuleReason | null
  streak: Generated<number>
  firing_since: Instant | null
  told_at: Instant | null
  muted_until: Instant | null
  muted_reason: string | null
  muted_by: string | null
  next_at: Instant | null
  checked_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}

export interface FigureRuleChanges {
  id: string
  rule_id: string
  event: RuleEvent
  previous: RuleState | null
  value: number | null
  measured: number | null
  threshold: number | null
  unit: string
  reason: RuleReason | null
  from_at: Instant | null
  to_at: Instant | null
  note: string | null
  person_id: string | null
  path: string | null
  created_at: Generated<Instant>
}

export interface FigureRuleNotices {
  id: string
  change_id: string
  person_id: string
  kind: NoticeKind
  way: 'email' | 'console'
  status: Generated<'held' | 'queued' | 'sent' | 'skipped' | 'failed'>
  reason: NoticeReason | null
  attempts: Generated<number>
  error: string | null
  due_at: Instant
  letter_id: string | null
  is_late: Generated<boolean>
  sent_at: Instant | null
  created_at: Generated<Instant>
}
