import { z } from 'zod'
import { Alert, Contact } from '../alerts/index.ts'
import { SessionHead } from '../conversations/index.ts'
import { Device } from '../devices/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, personal, reference, UserId } from '../kit/fields.ts'
import { may, roles } from '../kit/permissions.ts'
import { Consent } from '../people/index.ts'
import { CareTask } from './elderly-dashboard.ts'
import { FamilyMessage, HelpStatus } from './family-simple.ts'
import { Adherence, Dose, Reading } from './health-quick.ts'
import { CareFacts, StatusEvidence, Wellbeing } from './wellbeing.ts'

/** Why a person needs attention, most urgent first. */
export const careReasons = [
  /** An unresolved alert. */
  'open_alert',
  /** A dose of the last 24 hours that is known to be missed. */
  'missed_dose',
  /** All devices are silent, so the person's state is unknown. */
  'silent',
  /** No check-in today, one hour after the usual time. */
  'no_checkin',
  /** Within 24 hours: a distressed conversation, low mood, poor check-in or severe symptoms. */
  'distress',
  /** The latest reading of a vital sign, at most two days old, is out of range. */
  'vitals',
  /** Tasks past their due time. */
  'overdue_tasks',
] as const

export const CareReason = z.object({
  kind: z.enum(careReasons),
  /** Number of alerts, doses, readings or tasks. */
  count: z.int().positive(),
  since: Instant.nullable(),
  /** The alert type, medicine, source of distress, vital sign or task title. */
  what: z.string().nullable(),
  /** Set for alerts only. */
  severity: Alert.shape.severity.nullable(),
})
export type CareReason = z.infer<typeof CareReason>

const about = {
  id: reference('elderly'),
  user_id: UserId,
  name: z.string(),
  preferred_name: z.string().nullable(),
  organization_id: reference('organizations'),
  /** IANA zone; decides which day a dose or check-in belongs to. */
  time_zone: z.string(),
  phone: personal(z.string()),
  status: Wellbeing,
  /** The evidence that decided the status. */
  reason: StatusEvidence.shape.kind,
  /** Inputs of the status, so that the console can let it decay between fetches. */
  known: personal(CareFacts),
  /** End of the time for which reports exist; null if there never was one. */
  heard_until: Instant.nullable(),
  /** Most urgent first; empty if all is well. */
  reasons: personal(z.array(CareReason)),
  /** Doses of today in the person's zone. */
  doses: personal(z.array(Dose)),
}

const openTask = CareTask.pick({ id: true, title: true, due_at: true, version: true })
const Call = Contact.pick({ id: true, name: true, phone: true, relationship: true, priority: true })

export const CarePerson = z.object({
  ...about,
  /** The contact with the highest priority. */
  contact: Call.nullable(),
  /** Up to three open tasks, soonest due first. */
  tasks: z.array(openTask),
})
export type CarePerson = z.infer<typeof CarePerson>

const readingAt = z.object({ at: Instant, value: z.number(), state: Reading.shape.state })

export const CareSummary = z.object({
  ...about,
  evidence: personal(z.array(StatusEvidence)),
  /** Null while no alert is open. */
  help: personal(HelpStatus),
  adherence: personal(Adherence).meta({ description: 'Over the last seven days' }),
  checkins: z.object({
    /** Consecutive days, ending today or yesterday. */
    streak: z.int(),
    today: z.boolean(),
    /** Usual check-in time, HH:MM in the person's zone; null with too little history. */
    usual_time: z.string().nullable(),
    last_at: Instant.nullable(),
    last_feeling: personal(z.string()),
  }),
  /** Last 30 days; readings in chronological order. */
  vitals: personal(
    z.array(Reading.pick({ name: true, unit: true, usual: true }).extend({ readings: z.array(readingAt) })),
  ),
  /** Last 30 days; 1 (very low) to 5 (very good). */
  mood: personal(z.array(z.object({ at: Instant, score: z.number() }))),
  /** Open tasks by due time, then the most recently completed. */
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
  /** Most recent conversations, without messages. */
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
  /** Most recent alerts, excluding tests. */
  alerts: z.array(Alert.pick({ id: true, type: true, severity: true, status: true, raised_at: true })),
  as_of: Instant,
})
export type CareSummary = z.infer<typeof CareSummary>

/** Who may see what about a person. Without consent, data is hidden. */
export const CareConsent = z.object({
  user_id: UserId,
  /** Whether admins of the organization may read transcripts. */
  transcripts: z.boolean(),
  /** Whether reviewed turns may be exported as training data of the safety watch. */
  training: z.boolean(),
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

const maxPeople = 200

const personPath = '/api/care/people/{id}'

export const care = {
  day: endpoint({
    method: 'GET',
    path: '/api/care/day',
    summary: 'List the people in the caller’s care, most urgent first, with reasons',
    access: may('care', 'list'),
    query: z.strictObject({
      organization_id: reference('organizations').optional(),
      /** If more people match, those with an open alert come first, then others by name. */
      limit: z.coerce.number().int().min(1).max(maxPeople).default(50),
    }),
    reply: z.object({
      people: z.array(CarePerson),
      /** People within the caller's scope. */
      total: z.int(),
      as_of: Instant,
    }),
  }),
  person: endpoint({
    method: 'GET',
    path: personPath,
    summary: 'Get the care summary of a person',
    access: may('care', 'show'),
    reply: CareSummary,
  }),
  messages: endpoint({
    method: 'GET',
    path: `${personPath}/messages`,
    summary: 'List the family messages and pictures of a person, newest first, with acknowledgements',
    access: may('care', 'list'),
    query: z.strictObject({
      /** Only messages older than this. */
      before: Instant.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.object({
      messages: z.array(FamilyMessage),
      /** Whether older messages exist. */
      more: z.boolean(),
    }),
  }),
  consent: endpoint({
    method: 'GET',
    path: `${personPath}/consent`,
    summary: 'Get a person’s consent settings',
    access: may('consent', 'show'),
    reply: CareConsent,
  }),
  setConsent: endpoint({
    method: 'PUT',
    path: `${personPath}/consent`,
    summary: 'Change a person’s consent settings; omitted fields stay unchanged',
    access: may('consent', 'update'),
    body: z.strictObject({
      transcripts: z.boolean().optional(),
      training: z.boolean().optional(),
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
