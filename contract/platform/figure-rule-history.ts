import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference } from '../kit/fields.ts'
import { Unit } from '../kit/figure.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { ruleReasons, ruleStates } from './figure-rules.ts'

/** What happened to a rule: a new state, or one of these. `gap`: checks were missed while no server was running. */
export const ruleEvents = [...ruleStates, 'reminder', 'muted', 'unmuted', 'edited', 'gap'] as const
export type RuleEvent = (typeof ruleEvents)[number]

/** An entry in the history of a rule. */
export const FigureRuleChange = z.object({
  id: Id,
  rule_id: reference('figure-rules'),
  event: z.enum(ruleEvents),
  previous: z.enum(ruleStates).nullable(),
  value: z.number().nullable(),
  /** What was compared with the threshold: the value, or its change. */
  measured: z.number().nullable(),
  threshold: z.number().nullable(),
  unit: Unit,
  reason: z.enum(ruleReasons).nullable(),
  /** The time that the figure covers; of a gap, the time without checks. */
  from_at: Instant.nullable(),
  to_at: Instant.nullable(),
  /** Why the rule was muted. */
  note: z.string().nullable(),
  /** Who muted or changed the rule. */
  person_name: z.string().nullable(),
  /** Opens the figure with exactly this period and these filters. */
  path: z.string().nullable(),
  organization_id: reference('organizations'),
  created_at: Instant,
})
export type FigureRuleChange = z.infer<typeof FigureRuleChange>

/** Why a person was not notified, or without the value. */
export const noticeReasons = [
  'inactive',
  'moved',
  'no_access',
  'no_email',
  'second_factor',
  'opted_out',
  'muted',
  'undeliverable',
  // Sent, without the values.
  'unverified',
] as const
export type NoticeReason = (typeof noticeReasons)[number]

export const noticeKinds = ['firing', 'recovered', 'reminder', 'error'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What one person was notified of about a rule. */
export const FigureRuleNotice = z.object({
  id: Id,
  rule_id: reference('figure-rules'),
  person_name: z.string(),
  kind: z.enum(noticeKinds),
  /** `console`: in the person’s notifications. */
  way: z.enum(['email', 'console']),
  /** `held`: waits for the end of a mute. */
  status: z.enum(['held', 'queued', 'sent', 'skipped', 'failed']),
  reason: z.enum(noticeReasons).nullable(),
  attempts: z.int(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  sent_at: Instant.nullable(),
  organization_id: reference('organizations'),
  created_at: Instant,
})

export const figureRuleChanges = {
  list: endpoint({
    method: 'GET',
    path: '/api/figure-rule-changes',
    summary: 'List what happened to rules on figures, newest first',
    access: may('figure_rules', 'list'),
    ...listing('changes', FigureRuleChange, {
      filter: ['event', 'reason', 'rule_id', 'organization_id', 'created_at'],
      sort: ['created_at'],
      search: [],
      keyset: 'created_at',
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/figure-rule-changes/{id}',
    summary: 'Show what happened to a rule on a figure',
    access: may('figure_rules', 'show'),
    reply: FigureRuleChange,
  }),
}

export const figureRuleNotices = {
  list: endpoint({
    method: 'GET',
    path: '/api/figure-rule-notices',
    summary: 'List who was notified of rules on figures, newest first',
    access: may('figure_rules', 'list'),
    ...listing('notices', FigureRuleNotice, {
      filter: ['kind', 'way', 'status', 'reason', 'rule_id', 'organization_id', 'created_at'],
      sort: ['created_at'],
      search: [],
      keyset: 'created_at',
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/figure-rule-notices/{id}',
    summary: 'Show what a person was notified of about a rule on a figure',
    access: may('figure_rules', 'show'),
    reply: FigureRuleNotice,
  }),
}
