import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name, reference, TargetPersonQuery } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Relationship } from './contacts.ts'
import { DutyWindow } from './duty.ts'
import { Findings } from './emergency.ts'
import { AlertCategory } from './exclusions.ts'
import { Channel } from './timeline.ts'

const step = (
  fields: Pick<LadderStep, 'who' | 'channel' | 'wait_seconds'> & Partial<LadderStep>,
): LadderStep => ({
  priority: null,
  role: null,
  schedule_id: null,
  times: 1,
  every_seconds: 60,
  on_duty: [],
  exclude_relationships: [],
  exclude_ids: [],
  ...fields,
})

interface BuiltInLadder {
  name: string
  steps: LadderStep[]
  rearm_after_seconds: number
}

/**
 * Fallback where no ladder is configured: operators and carers by push at once, then contacts by priority by phone and
 * SMS, then everyone by mail. Never calls an emergency service.
 */
export const builtInLadder: BuiltInLadder = {
  name: 'Built-in ladder',
  rearm_after_seconds: 900,
  steps: [
    step({ who: 'operators', channel: 'push', wait_seconds: 0, times: 3 }),
    step({ who: 'webhooks', channel: 'webhook', wait_seconds: 0 }),
    step({ who: 'caregivers', channel: 'push', wait_seconds: 0 }),
    step({ who: 'family', channel: 'push', wait_seconds: 0 }),
    step({ who: 'contacts', priority: 1, channel: 'voice', wait_seconds: 60, times: 2 }),
    step({ who: 'contacts', priority: 1, channel: 'sms', wait_seconds: 0 }),
    step({ who: 'contacts', priority: 2, channel: 'voice', wait_seconds: 120, times: 2 }),
    step({ who: 'contacts', priority: 3, channel: 'voice', wait_seconds: 120, times: 2 }),
    step({ who: 'contacts', channel: 'mail', wait_seconds: 60 }),
    step({ who: 'caregivers', channel: 'mail', wait_seconds: 0 }),
    step({ who: 'operators', channel: 'mail', wait_seconds: 0 }),
  ],
}

/**
 * Fallbacks for categories, which also take precedence over an organization's general ladder. Abuse notifies the
 * operators and the organization's safety lead only. For another person in danger the operators first find out who that
 * is, because the carers of the speaker may be too far away, or be that person.
 */
export const builtInCategoryLadders: ReadonlyMap<string, BuiltInLadder> = new Map([
  [
    'abuse',
    {
      name: 'Built-in ladder for abuse',
      rearm_after_seconds: 900,
      steps: [
        step({ who: 'operators', channel: 'push', wait_seconds: 0, times: 3 }),
        step({ who: 'safety_lead', channel: 'push', wait_seconds: 0 }),
        step({ who: 'safety_lead', channel: 'mail', wait_seconds: 0 }),
        step({ who: 'safety_lead', channel: 'voice', wait_seconds: 60, times: 2 }),
        step({ who: 'operators', channel: 'mail', wait_seconds: 60 }),
      ],
    },
  ],
  [
    'third_party',
    {
      name: 'Built-in ladder for others in danger',
      rearm_after_seconds: 900,
      steps: [
        step({ who: 'operators', channel: 'push', wait_seconds: 0, times: 3 }),
        step({ who: 'safety_lead', channel: 'push', wait_seconds: 0 }),
        step({ who: 'webhooks', channel: 'webhook', wait_seconds: 0 }),
        step({ who: 'operators', channel: 'mail', wait_seconds: 60 }),
        step({ who: 'caregivers', channel: 'push', wait_seconds: 60 }),
        step({ who: 'contacts', priority: 1, channel: 'voice', wait_seconds: 60, times: 2 }),
        step({ who: 'safety_lead', channel: 'mail', wait_seconds: 0 }),
      ],
    },
  ],
])

/**
 * Recipients of a step: contacts, carers, operators, the organization's safety lead, whoever is on call by a schedule,
 * emergency services, webhooks.
 */
export const LadderAudience = z.enum([
  'contacts',
  'caregivers',
  'family',
  'operators',
  'safety_lead',
  'on_call',
  'services',
  'webhooks',
])

export const LadderStep = z.object({
  who: LadderAudience,
  /** Only contacts with this priority. */
  priority: z.int().min(1).max(3).nullable().default(null),
  /** Only contacts with this role. */
  role: z.string().trim().min(1).max(60).nullable().default(null),
  /** The schedule of a step that notifies whoever is on call. */
  schedule_id: reference('on-call-schedules').nullable().default(null),
  channel: Channel,
  /** Seconds after the start of the previous step; for the first step, after the alarm. */
  wait_seconds: z.int().min(0).max(86_400),
  /** Calls per recipient. */
  times: z.int().min(1).max(10).default(1),
  /** Seconds between two calls to the same recipient. */
  every_seconds: z.int().min(10).max(86_400).default(60),
  /** In the organization's time zone; empty means always on duty. Recipients who are off duty when their call is due are skipped. */
  on_duty: z.array(DutyWindow).max(20).default([]),
  /** Excludes everyone with these relationships: contacts, and assigned family and caregivers. */
  exclude_relationships: z.array(Relationship).max(5).default([]),
  /** Leaves out these people and contacts. */
  exclude_ids: z.array(Id).max(50).default([]),
})
export type LadderStep = z.infer<typeof LadderStep>

/** Escalation ladder: who is notified of an alert, in which order, by which channel, after which wait. */
export const Ladder = z.object({
  id: Id,
  name: Name,
  organization_id: reference('organizations'),
  /** Null: the organization's default. */
  person_id: reference('elderly').nullable(),
  /** Null: alerts of every category without a ladder of their own. */
  category: AlertCategory.nullable(),
  steps: z.array(LadderStep).min(1).max(20),
  /** Seconds after an acknowledgement at which an unresolved alert's ladder is re-armed. */
  rearm_after_seconds: z.int().min(60).max(86_400).meta({ unit: 'seconds' }),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

const body = z.strictObject({
  name: Ladder.shape.name,
  organization_id: Ladder.shape.organization_id.optional(),
  person_id: Ladder.shape.person_id.optional(),
  category: Ladder.shape.category.optional(),
  steps: Ladder.shape.steps,
  rearm_after_seconds: Ladder.shape.rearm_after_seconds.optional(),
})

export const ladders = {
  list: endpoint({
    method: 'GET',
    path: '/api/ladders',
    summary: 'List escalation ladders; without one, the built-in ladder applies',
    access: may('alerts', 'list'),
    ...listing('ladders', Ladder, {
      filter: ['name', 'organization_id', 'person_id', 'category', 'created_at'],
      sort: ['name', 'created_at', 'updated_at'],
      search: ['name'],
      asOf: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/ladders/{id}',
    summary: 'Show an escalation ladder',
    access: may('alerts', 'show'),
    query: AsOfQuery,
    reply: Ladder,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ladders',
    summary: 'Add an escalation ladder for an organization or one person, for all alerts or one category',
    access: may('alerts', 'create'),
    body,
    status: 201,
    reply: Ladder,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/ladders/{id}',
    summary: 'Change an escalation ladder; open alerts keep theirs until they are re-armed',
    access: may('alerts', 'update'),
    body: body.pick({ name: true, steps: true, rearm_after_seconds: true }).partial(),
    reply: Ladder,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/ladders/{id}',
    summary: 'Remove an escalation ladder',
    access: may('alerts', 'delete'),
  }),
  rehearse: endpoint({
    method: 'POST',
    path: '/api/ladders/rehearsal',
    summary:
      'Simulate these steps for a person: who would be reached when; notifies no one and stores nothing',
    access: may('alerts', 'update'),
    rateLimit: 'read',
    query: TargetPersonQuery,
    body: z.strictObject({
      steps: Ladder.shape.steps,
      /** Category of the simulated alert, which may exclude people. */
      category: AlertCategory.nullable().default(null),
      include_emergency_services: z.boolean().default(false),
    }),
    reply: Findings,
  }),
}
