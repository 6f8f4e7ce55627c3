import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name } from '../kit/fields.ts'
import { Unit } from '../kit/figure.ts'
import { listing } from '../kit/listing.ts'
import { Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import {
  checkIntervals,
  conditionKinds,
  FigureCondition,
  rulePeriods,
  WatchedFigure,
} from './figure-conditions.ts'
import { Recipient, recurringFields } from './recurring.ts'

/** Maximum number of rules of one person and of one organization. */
export const [maxRulesOfPerson, maxRulesOfOrganization] = [50, 200] as const
/** Maximum number of checks for which a condition must hold. */
export const maxHold = 50
/** Maximum number of days for which a rule can be muted. */
export const maxMuteDays = 90
/** Maximum number of e-mails about rules that a person gets within an hour. */
export const maxRuleLettersPerHour = 6

/** `pending`: the condition holds, but not for long enough yet. */
export const ruleStates = ['unchecked', 'ok', 'pending', 'firing', 'no_data', 'error'] as const
export type RuleState = (typeof ruleStates)[number]

/** Why there is nothing to compare, or why a check failed. */
export const ruleReasons = [
  'no_value',
  'too_few_rows',
  'no_previous',
  'timeout',
  'no_access',
  'invalid',
  'failed',
] as const
export type RuleReason = (typeof ruleReasons)[number]

/** A rule that watches a figure and notifies people when a condition holds. It is not an alert: no one is called. */
export const FigureRule = z.object({
  id: Id,
  name: Name,
  state: z.enum(ruleStates),
  source: WatchedFigure,
  condition: FigureCondition,
  period: z.enum(rulePeriods),
  every: z.enum(checkIntervals),
  /** Number of consecutive checks for which the condition must hold. */
  hold: z.int().min(1).max(maxHold),
  /** Rows that the period must have; with fewer, the rule says that there is not enough data. */
  min_rows: z.int().min(0).max(1_000_000),
  /** Hours after which recipients are reminded while the rule fires; null for never. */
  remind_hours: z.int().min(1).max(720).nullable(),
  recipients: z.array(Recipient),
  /** Value of the last check. */
  value: z.number().nullable(),
  /** What the last check compared with the threshold: the value, or its change. */
  measured: z.number().nullable(),
  reason: z.enum(ruleReasons).nullable(),
  state_since: Instant.nullable(),
  firing_since: Instant.nullable(),
  /** Null if not muted; a mute expires. */
  muted_until: Instant.nullable(),
  muted_reason: z.string().nullable(),
  muted_by_name: z.string().nullable(),
  checked_at: Instant.nullable(),
  ...recurringFields,
})
export type FigureRule = z.infer<typeof FigureRule>

const settings = FigureRule.pick({
  name: true,
  source: true,
  condition: true,
  period: true,
  every: true,
  hold: true,
  min_rows: true,
  remind_hours: true,
  recipient_ids: true,
  webhook: true,
})
const { shape } = settings

/** What a rule would have done at one time. */
const PreviewPoint = z.object({
  at: Instant,
  period: Period,
  value: z.number().nullable(),
  measured: z.number().nullable(),
  state: z.enum(ruleStates),
  reason: z.enum(ruleReasons).nullable(),
})

export const figureRules = {
  list: endpoint({
    method: 'GET',
    path: '/api/figure-rules',
    summary: 'List rules on figures',
    access: may('figure_rules', 'list'),
    ...listing('rules', FigureRule, {
      filter: [
        'state',
        'status',
        'name',
        'muted_until',
        'owner_id',
        'organization_id',
        'state_since',
        'created_at',
      ],
      sort: ['name', 'state', 'state_since', 'checked_at', 'created_at'],
      search: ['name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/figure-rules/{id}',
    summary: 'Show a rule on a figure',
    access: may('figure_rules', 'show'),
    reply: FigureRule,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/figure-rules',
    summary: 'Watch a figure',
    access: may('figure_rules', 'create'),
    body: settings
      .extend({
        period: shape.period.default('24h'),
        every: shape.every.default('1h'),
        hold: shape.hold.default(1),
        min_rows: shape.min_rows.default(0),
        remind_hours: shape.remind_hours.default(null),
        webhook: shape.webhook.default(false),
      })
      .strict(),
    status: 201,
    reply: FigureRule,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/figure-rules/{id}',
    summary: 'Change, pause or resume a rule on a figure',
    access: may('figure_rules', 'update'),
    body: settings.extend({ status: FigureRule.shape.status }).partial().strict(),
    reply: FigureRule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/figure-rules/{id}',
    summary: 'Remove a rule on a figure and its history',
    access: may('figure_rules', 'delete'),
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api/figure-rules/{id}/mute',
    summary: 'Send no messages about a rule until a time; it is still checked',
    access: may('figure_rules', 'update'),
    body: z.strictObject({ until: Instant, reason: z.string().trim().min(1).max(200) }),
    reply: FigureRule,
  }),
  unmute: endpoint({
    method: 'POST',
    path: '/api/figure-rules/{id}/unmute',
    summary: 'Send messages about a rule again',
    access: may('figure_rules', 'update'),
    reply: FigureRule,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/figure-rule-preview',
    summary: 'Show when a rule would have fired lately',
    access: may('figure_rules', 'create'),
    rateLimit: 'model',
    query: z.strictObject({
      name: WatchedFigure.shape.name,
      figure: WatchedFigure.shape.figure,
      /** The filters as JSON. */
      filters: z.string().max(2_000).default('{}'),
      kind: z.enum(conditionKinds),
      value: z.coerce.number().optional(),
      by: FigureCondition.shape.by,
      recovery: z.coerce.number().optional(),
      period: shape.period.default('24h'),
      every: shape.every.default('1h'),
      hold: z.coerce.number().int().min(1).max(maxHold).default(1),
      min_rows: z.coerce.number().int().min(0).default(0),
    }),
    reply: z.object({
      unit: Unit,
      /** Unit of what is compared with the threshold. */
      measured_unit: Unit,
      better: z.enum(['more', 'less']),
      /** Hours between two points. */
      step_hours: z.int(),
      points: z.array(PreviewPoint),
      /** How often the rule would have begun to fire. */
      fired: z.int(),
    }),
  }),
}
