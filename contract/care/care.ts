import { z } from 'zod'
import { Alert, Contact } from '../alerts/index.ts'
import { SessionHead } from '../conversations/index.ts'
import { Device } from '../devices/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, personal, reference, UserId } from '../kit/fields.ts'
import { may, roles } from '../kit/permissions.ts'
import { Consent } from '../people/index.ts'
import { CareTask } from './elderly-dashboard.ts'
import { FamilyMessage } from './family-simple.ts'
import { Adherence, Dose, Reading } from './health-quick.ts'
import { HelpStatus } from './help-status.ts'
import { Known, StatusEvidence, Wellbeing } from './wellbeing.ts'

/** Why somebody needs to be looked after, the most urgent first. */
export const careReasons = [
  /** An alert that nobody has resolved. */
  'open_alert',
  /** A dose of the last 24 hours that was not taken, as far as it is known. */
  'missed_dose',
  /** All their devices are silent: how they are is not known. */
  'silent',
  /** No check-in today, an hour after the time at which they usually have checked in. */
  'no_checkin',
  /** Within a day: a conversation in distress, a low mood, a poor check-in, severe symptoms. */
  'distress',
  /** The last reading of a vital sign, within two days, lies outside of what is usual. */
  'vitals',
  /** Tasks that should have been done by now. */
  'overdue_tasks',
] as const

export const CareReason = z.object({
  kind: z.enum(careReasons),
  /** How many alerts, doses, readings or tasks. */
  count: z.int().positive(),
  since: Instant.nullable(),
  /** Which exactly: the type of the alert, the medicine, what told of distress, the vital sign, the task. */
  what: z.string().nullable(),
  /** Of an alert. */
  severity: Alert.shape.severity.nullable(),
})
export type CareReason = z.infer<typeof CareReason>

const about = {
  id: reference('elderly'),
  user_id: UserId,
  name: z.string(),
  /** What they like to be called. */
  preferred_name: z.string().nullable(),
  organization_id: reference('organizations'),
  /** Where they are: doses and check-ins are of its days. */
  time_zone: z.string(),
  phone: personal(z.string()),
  status: Wellbeing,
  /** What decided the status. */
  reason: StatusEvidence.shape.kind,
  /** What the status follows from, so that it can decay while it is looked at. */
  known: personal(Known),
  /** Up to when they could have told of themself; null where they were never heard. */
  heard_until: Instant.nullable(),
  /** The most urgent first; empty where all is well. */
  reasons: personal(z.array(CareReason)),
  /** Those of today, where the person is. */
  doses: personal(z.array(Dose)),
}

const openTask = CareTask.pick({ id: true, title: true, due_at: true, version: true })
const Call = Contact.pick({ id: true, name: true, phone: true, relationship: true, priority: true })

export const CarePerson = z.object({
  ...about,
  /** Whom to call first. */
  contact: Call.nullable(),
  /** The open ones, the soonest due first; at most three. */
  tasks: z.array(openTask),
})
export type CarePerson = z.infer<typeof CarePerson>

const readingAt = z.object({ at: Instant, value: z.number(), state: Reading.shape.state })

export const CareSummary = z.object({
  ...about,
  evidence: personal(z.array(StatusEvidence)),
  /** Null while no alert is open. */
  help: personal(HelpStatus),
  adherence: personal(Adherence).meta({ description: 'Of the last seven days' }),
  checkins: z.object({
    /** Days in a row, up to today or yesterday. */
    streak: z.int(),
    today: z.boolean(),
    /** By when they usually have checked in, HH:MM where they are; null before there is a habit. */
    usual_time: z.string().nullable(),
    last_at: Instant.nullable(),
    last_feeling: personal(z.string()),
  }),
  /** Of the last 30 days, each with its readings in their order. */
  vitals: personal(
    z.array(Reading.pick({ name: true, unit: true, usual: true }).extend({ readings: z.array(readingAt) })),
  ),
  /** Of the last 30 days; 1 very low to 5 very good. */
  mood: personal(z.array(z.object({ at: Instant, score: z.number() }))),
  /** The open ones, the soonest due first, then those done last. */
  tasks: z.array(CareTask),
  plan: personal(
    z.object({
      goals: z.array(z.object({ title: z.string(), progress: z.number() })),
      review_on: Day.nullable(),
    }),
  ),
  contacts: z.array(Call),
  devices: z.array(
    Device.pick({
      id: true,
      name: true,
      kind: true,
      status: true,
      battery: true,
      battery_at: true,
      last_seen_at: true,
      report_interval_seconds: true,
    }),
  ),
  /** The last ones, without what was said. */
  conversations: z.array(
    SessionHead.pick({
      id: true,
      language: true,
      status: true,
      turns: true,
      highest_risk: true,
      started_at: true,
    }),
  ),
  /** The last ones, tests left out. */
  alerts: z.array(Alert.pick({ id: true, type: true, severity: true, status: true, raised_at: true })),
  as_of: Instant,
})
export type CareSummary = z.infer<typeof CareSummary>

/** Who may see what of a person: what is not consented to is hidden. */
export const CareConsent = z.object({
  user_id: UserId,
  /** Whether the admins of the organization may read what was said in conversations. */
  transcripts: z.boolean(),
  relationships: z.array(
    Consent.extend({
      assignment_id: Id,
      carer_id: Id,
      carer_name: z.string(),
      carer_role: z.enum(roles),
      relationship: z.string(),
    }),
  ),
})
export type CareConsent = z.infer<typeof CareConsent>

/** People that one answer tells of, at most. */
const mostPeople = 200

const one = '/api/care/people/{id}'

export const care = {
  day: endpoint({
    method: 'GET',
    path: '/api/care/day',
    summary: 'List whom the caller looks after, who needs attention first and why',
    access: may('care', 'list'),
    query: z.strictObject({
      organization_id: reference('organizations').optional(),
      /** Of more people than this, those with an open alert are told of, and then the others by name. */
      limit: z.coerce.number().int().min(1).max(mostPeople).default(50),
    }),
    reply: z.object({
      people: z.array(CarePerson),
      /** Within the caller's reach. */
      total: z.int(),
      as_of: Instant,
    }),
  }),
  person: endpoint({
    method: 'GET',
    path: one,
    summary: 'Sum up everything that those who look after somebody need to know of them',
    access: may('care', 'show'),
    reply: CareSummary,
  }),
  messages: endpoint({
    method: 'GET',
    path: `${one}/messages`,
    summary: 'List the messages and pictures around somebody, newest first, with who has seen them',
    access: may('care', 'list'),
    query: z.strictObject({
      /** Only older ones. */
      before: Instant.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.object({
      messages: z.array(FamilyMessage),
      /** Whether there are older ones. */
      more: z.boolean(),
    }),
  }),
  consent: endpoint({
    method: 'GET',
    path: `${one}/consent`,
    summary: 'Show who may see what of somebody',
    access: may('consent', 'show'),
    reply: CareConsent,
  }),
  setConsent: endpoint({
    method: 'PUT',
    path: `${one}/consent`,
    summary: 'Say who may see what of somebody; what is left out stays as it is',
    access: may('consent', 'update'),
    body: z.strictObject({
      transcripts: z.boolean().optional(),
      relationships: z
        .array(
          z.strictObject({
            assignment_id: Id,
            location: z.boolean().optional(),
            transcripts: z.boolean().optional(),
          }),
        )
        .max(100)
        .optional(),
    }),
    reply: CareConsent,
  }),
}
