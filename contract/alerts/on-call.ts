import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, Name, PersonKey, reference, TimeOfDay, TimeZone } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may, type Role } from '../kit/permissions.ts'
import { DutyWindow } from './duty.ts'

/** Roles that can be on call. */
export const onCallRoles: readonly Role[] = [
  'super_admin',
  'admin',
  'operator',
  'organization_admin',
  'caregiver',
  'family_member',
]

/** People who take turns. Of two layers that cover an instant, the later one in the list applies. */
export const OnCallLayer = z.object({
  name: Name,
  /** In the order of their turns. */
  person_ids: z.array(Id).min(1).max(50),
  rotation: z.enum(['daily', 'weekly']),
  /** Days or weeks of a turn. */
  every: z.int().min(1).max(52).default(1),
  /** Day of the first hand-over. */
  starts_on: Day,
  /** Time of each hand-over, in the schedule's time zone. */
  handover_at: TimeOfDay,
  /** When the layer applies; empty means always. */
  windows: z.array(DutyWindow).max(20).default([]),
})
export type OnCallLayer = z.infer<typeof OnCallLayer>

/** Who is on call when. */
export const OnCallSchedule = z.object({
  id: Id,
  name: Name,
  organization_id: reference('organizations'),
  time_zone: TimeZone,
  layers: z.array(OnCallLayer).min(1).max(10),
  /** When someone has to be on call; empty means always. Gaps are reported only within these hours. */
  required_windows: z.array(DutyWindow).max(20),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

const Person = z.object({ id: Id, name: z.string() })

/** A time during which a person is on call, without interruption. */
export const OnCallShift = z.object({
  person_id: Id,
  person_name: z.string(),
  /** Position of the layer, from 0; null for an override. */
  layer: z.int().nullable(),
  starts_at: Instant,
  ends_at: Instant,
})
export type OnCallShift = z.infer<typeof OnCallShift>

const Span = z.object({ starts_at: Instant, ends_at: Instant })
const PersonSpan = Span.extend({ id: Id, person_id: Id, person_name: z.string() })

/** `gap`: no one is on call. `double_booking`: the person is on call in another schedule as well. */
export const OnCallProblem = Span.extend({
  kind: z.enum(['gap', 'double_booking']),
  person_name: z.string().nullable(),
  other_schedule: z.string().nullable(),
})
export type OnCallProblem = z.infer<typeof OnCallProblem>

export const OnCallPlan = z.object({
  from: Instant,
  to: Instant,
  time_zone: TimeZone,
  layers: z.array(z.object({ name: z.string(), shifts: z.array(OnCallShift) })),
  /** The final schedule: layers, and overrides above them. */
  shifts: z.array(OnCallShift),
  /** Who is on call now; null if no one is. */
  now: OnCallShift.nullable(),
  overrides: z.array(PersonSpan),
  absences: z.array(PersonSpan),
  /** Problems of the next 30 days. */
  problems: z.array(OnCallProblem),
  /** Who can take over. */
  people: z.array(Person),
})
export type OnCallPlan = z.infer<typeof OnCallPlan>

/** A request that another person takes over a shift, or swaps it with one of theirs. */
export const CoverRequest = Span.extend({
  id: Id,
  schedule_id: Id,
  schedule_name: z.string(),
  asker: Person,
  asked: Person,
  /** The shift of the asked person that the asker takes over in return. */
  in_return: Span.nullable(),
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn']),
  created_at: Instant,
})
export type CoverRequest = z.infer<typeof CoverRequest>

const OwnShift = OnCallShift.omit({ person_id: true, person_name: true, layer: true }).extend({
  schedule_id: Id,
  schedule_name: z.string(),
})

export const OwnOnCall = z.object({
  shifts: z.array(OwnShift),
  /** Requests of the caller and to the caller, newest first. */
  covers: z.array(CoverRequest),
  absences: z.array(PersonSpan),
  /** Other people of the caller's schedules with their shifts, for swaps. */
  colleagues: z.array(Person.extend({ schedule_id: Id, shifts: z.array(Span) })),
  /** When the address of the calendar feed was created; null without one. */
  calendar_since: Instant.nullable(),
})
export type OwnOnCall = z.infer<typeof OwnOnCall>

const body = z.strictObject({
  name: OnCallSchedule.shape.name,
  organization_id: OnCallSchedule.shape.organization_id.optional(),
  time_zone: TimeZone.default('UTC'),
  layers: OnCallSchedule.shape.layers,
  required_windows: OnCallSchedule.shape.required_windows.default([]),
})

const span = { starts_at: Instant, ends_at: Instant }

export const onCallSchedules = {
  list: endpoint({
    method: 'GET',
    path: '/api/on-call-schedules',
    summary: 'List on-call schedules; responders see those they are part of',
    access: may('on_call', 'list'),
    ...listing('schedules', OnCallSchedule, {
      filter: ['name', 'organization_id', 'time_zone', 'created_at'],
      sort: ['name', 'created_at', 'updated_at'],
      search: ['name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/on-call-schedules/{id}',
    summary: 'Show an on-call schedule',
    access: may('on_call', 'show'),
    reply: OnCallSchedule,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/on-call-schedules',
    summary: 'Add an on-call schedule',
    access: may('on_call', 'create'),
    body,
    status: 201,
    reply: OnCallSchedule,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/on-call-schedules/{id}',
    summary: 'Change an on-call schedule',
    access: may('on_call', 'update'),
    body: z
      .strictObject({
        name: body.shape.name,
        time_zone: TimeZone,
        layers: body.shape.layers,
        required_windows: OnCallSchedule.shape.required_windows,
      })
      .partial(),
    reply: OnCallSchedule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/on-call-schedules/{id}',
    summary: 'Remove an on-call schedule that no escalation ladder uses',
    access: may('on_call', 'delete'),
  }),
}

export const onCall = {
  plan: endpoint({
    method: 'GET',
    path: '/api/on-call-schedules/{id}/shifts',
    summary: 'Show the shifts of a schedule, who is on call now, and the gaps and double bookings ahead',
    access: may('on_call', 'show'),
    query: z.strictObject({
      /** Shown from the start of its day in the schedule's time zone; by default today. */
      from: Instant.optional(),
      days: z.coerce.number().int().min(1).max(42).default(7),
    }),
    reply: OnCallPlan,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/on-call-people',
    summary: 'List the people of an organization who can be on call',
    access: may('on_call', 'update'),
    query: z.strictObject({ organization_id: Id.optional() }),
    reply: z.object({ people: z.array(Person) }),
  }),
  addOverride: endpoint({
    method: 'POST',
    path: '/api/on-call-schedules/{id}/overrides',
    summary: 'Let a person be on call for a time, whoever is on call by the layers',
    access: may('on_call', 'update'),
    body: z.strictObject({ person_id: Id, ...span }),
    status: 201,
    reply: PersonSpan,
  }),
  removeOverride: endpoint({
    method: 'DELETE',
    path: '/api/on-call-overrides/{id}',
    summary: 'Remove an override',
    access: may('on_call', 'update'),
  }),
  addAbsence: endpoint({
    method: 'POST',
    path: '/api/on-call-absences',
    summary: 'Report an absence, of the caller or of a person the caller manages; turns pass to the next',
    access: may('on_call', 'show'),
    body: z.strictObject({ person_id: PersonKey.optional(), ...span }),
    status: 201,
    reply: PersonSpan,
  }),
  removeAbsence: endpoint({
    method: 'DELETE',
    path: '/api/on-call-absences/{id}',
    summary: 'Remove an absence',
    access: may('on_call', 'show'),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/on-call/mine',
    summary: 'Show the caller’s shifts of the next 30 days and their cover requests',
    access: may('on_call', 'show'),
    reply: OwnOnCall,
  }),
  askCover: endpoint({
    method: 'POST',
    path: '/api/on-call-covers',
    summary: 'Ask a person to take over a shift of the caller, or to swap it',
    access: may('on_call', 'show'),
    body: z.strictObject({
      schedule_id: Id,
      asked_id: Id,
      ...span,
      in_return: z.strictObject(span).nullable().default(null),
    }),
    status: 201,
    reply: CoverRequest,
  }),
  answerCover: endpoint({
    method: 'POST',
    path: '/api/on-call-covers/{id}/answer',
    summary: 'Accept or decline a cover request; an accepted one becomes an override',
    access: may('on_call', 'show'),
    body: z.strictObject({ accept: z.boolean() }),
    reply: CoverRequest,
  }),
  createCalendar: endpoint({
    method: 'POST',
    path: '/api/on-call/calendar',
    summary: 'Create the secret address of a calendar feed of the caller’s shifts; replaces a former one',
    access: may('on_call', 'show'),
    status: 201,
    /** Shown only once. */
    reply: z.object({ url: z.url(), created_at: Instant }),
  }),
  removeCalendar: endpoint({
    method: 'DELETE',
    path: '/api/on-call/calendar',
    summary: 'Revoke the address of the caller’s calendar feed',
    access: may('on_call', 'show'),
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/on-call/calendar/{token}',
    summary: 'Read a calendar feed of a person’s shifts as iCalendar (RFC 5545)',
    access: 'public',
    reply: z.string(),
  }),
  withdrawCover: endpoint({
    method: 'DELETE',
    path: '/api/on-call-covers/{id}',
    summary: 'Withdraw an open cover request of the caller',
    access: may('on_call', 'show'),
  }),
}
