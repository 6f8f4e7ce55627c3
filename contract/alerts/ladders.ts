import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name, reference, TimeOfDay } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Whose } from '../kit/whose.ts'
import { Channel } from './alerts.ts'
import { Findings } from './emergency.ts'

/** When somebody is on duty, by the clocks of the organization; one that ends before it begins goes over midnight. */
export const DutyWindow = z.object({
  /** 1 Monday … 7 Sunday, of the day on which it begins. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  to: TimeOfDay,
})
export type DutyWindow = z.infer<typeof DutyWindow>

/** Whom a step calls: the person's contacts or carers, the service's operators, an emergency service, a system. */
export const LadderAudience = z.enum([
  'contacts',
  'caregivers',
  'family',
  'operators',
  'services',
  'webhooks',
])

export const LadderStep = z.object({
  who: LadderAudience,
  /** Of contacts, only those of this priority. */
  priority: z.int().min(1).max(3).nullable().default(null),
  /** Of contacts, only those of this role. */
  role: z.string().trim().min(1).max(60).nullable().default(null),
  channel: Channel,
  /** Seconds after the step before began, of the first after the alarm. */
  wait_seconds: z.int().min(0).max(86_400),
  /** How often each is called. */
  times: z.int().min(1).max(10).default(1),
  /** Seconds between two calls of the same. */
  every_seconds: z.int().min(10).max(86_400).default(60),
  /** Empty: always on duty. Whoever is off duty when their turn comes is passed over. */
  on_duty: z.array(DutyWindow).max(20).default([]),
})
export type LadderStep = z.infer<typeof LadderStep>

/** Whom an alert calls, in which order, by which channel, after which wait. */
export const Ladder = z.object({
  id: Id,
  name: Name,
  organization_id: reference('organizations'),
  /** Null: for everybody of the organization who has none of their own. */
  person_id: reference('elderly').nullable(),
  steps: z.array(LadderStep).min(1).max(20),
  /** Seconds after an acknowledgement within which the alert must be resolved, or the ladder is armed anew. */
  rearm_after_seconds: z.int().min(60).max(86_400).meta({ unit: 'seconds' }),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

const body = z.strictObject({
  name: Ladder.shape.name,
  organization_id: Ladder.shape.organization_id.optional(),
  person_id: Ladder.shape.person_id.optional(),
  steps: Ladder.shape.steps,
  rearm_after_seconds: Ladder.shape.rearm_after_seconds.optional(),
})

export const ladders = {
  list: endpoint({
    method: 'GET',
    path: '/api/ladders',
    summary: 'List escalation ladders; where there is none, the built-in one is in force',
    access: may('alerts', 'list'),
    ...listing('ladders', Ladder, {
      filter: ['name', 'organization_id', 'person_id', 'created_at'],
      sort: ['name', 'created_at', 'updated_at'],
      search: ['name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/ladders/{id}',
    summary: 'Show an escalation ladder',
    access: may('alerts', 'show'),
    reply: Ladder,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ladders',
    summary: 'Add an escalation ladder for an organization or for one person',
    access: may('alerts', 'create'),
    body,
    status: 201,
    reply: Ladder,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/ladders/{id}',
    summary: 'Change an escalation ladder; alerts that are under way keep theirs until they are armed anew',
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
    summary: 'Tell by which minute whom these steps would reach for a person; calls nobody and keeps nothing',
    access: may('alerts', 'update'),
    pace: 'read',
    query: Whose,
    body: z.strictObject({
      steps: Ladder.shape.steps,
      include_emergency_services: z.boolean().default(false),
    }),
    reply: Findings,
  }),
}
