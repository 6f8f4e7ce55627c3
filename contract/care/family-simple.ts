import { z } from 'zod'
import { Channel } from '../alerts/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import {
  Id,
  Instant,
  PersonKey,
  personal,
  TargetPersonQuery,
  targetPersonFields,
  UserId,
} from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { StatusEvidence, Wellbeing } from './wellbeing.ts'

/**
 * What was done about a person's open alerts. Only recorded facts: an empty list means that no one was notified.
 */
export const HelpStatus = z.object({
  open_alerts: z.int().positive(),
  /** When the oldest of them was raised. */
  since: Instant,
  /** Latest successful delivery per recipient, newest first; `sent` is not confirmed by the receiver. */
  notified: z.array(
    z.object({ recipient: z.string(), channel: Channel, state: z.enum(['sent', 'delivered']), at: Instant }),
  ),
  /** Recipients with only failed deliveries or channels that are not configured. */
  unreached: z.int(),
  /** Current owners of the alerts. */
  responders: z.array(z.object({ name: z.string(), since: Instant })),
  /** Whether an alert has no owner. */
  unowned: z.boolean(),
  /** Number of contacts stored for the person. */
  contacts: z.int(),
  next_attempt_at: Instant.nullable(),
})
export type HelpStatus = z.infer<typeof HelpStatus>

/** Maximum upload size in bytes. */
export const maxMediaBytes = 10 * 1024 * 1024

const Text = z.string().trim().min(1).max(500)

export const FamilyMessage = z.object({
  id: Id,
  /** The elderly user whose circle sees the message. */
  user_id: UserId,
  kind: z.enum(['message', 'checkin_request', 'media', 'broadcast']),
  author_id: Id,
  author_name: z.string(),
  text: personal(z.string()),
  /** Picture URL and size in pixels. */
  media: z.object({ id: Id, url: z.string(), width: z.int(), height: z.int(), bytes: z.int() }).nullable(),
  /** Acknowledgements, oldest first. */
  acknowledged: z.array(z.object({ person_id: Id, name: z.string(), at: Instant })),
  created_at: Instant,
})
export type FamilyMessage = z.infer<typeof FamilyMessage>

export const FeedItem = z.object({
  id: Id,
  kind: z.enum(['message', 'diary', 'alert', 'task']),
  /** Kind of message or diary entry, alert type, or task status. */
  type: z.string(),
  at: Instant,
  /** Null for a device or API key. */
  by_name: z.string().nullable(),
  text: personal(z.string()),
})
export type FeedItem = z.infer<typeof FeedItem>

const base = '/api/mobile/v1/family-simple'
const write = may('care', 'create')

export const familySimple = {
  status: endpoint({
    method: 'GET',
    path: `${base}/status`,
    summary: 'Get a person’s wellbeing status with its evidence and age',
    access: may('elderly', 'show'),
    query: TargetPersonQuery,
    reply: z.object({
      user_id: UserId,
      name: z.string(),
      status: Wellbeing,
      /** The evidence that decided the status. */
      reason: StatusEvidence.shape.kind,
      evidence: personal(z.array(StatusEvidence)),
      open_alerts: z.int(),
      /** Who was notified and who responds; null while no alert is open. */
      help: personal(HelpStatus),
      last_checkin_at: Instant.nullable(),
      as_of: Instant,
    }),
  }),
  quickMessage: endpoint({
    method: 'POST',
    path: `${base}/quick-message`,
    summary: 'Send a short message to a person and their carers',
    access: write,
    query: TargetPersonQuery,
    body: z.strictObject({
      /** Client-generated idempotency key; the same id is sent once. */
      id: Id.optional(),
      text: Text,
    }),
    status: 201,
    reply: FamilyMessage,
  }),
  requestCheckin: endpoint({
    method: 'POST',
    path: `${base}/request-checkin`,
    summary: 'Request a check-in',
    access: write,
    query: TargetPersonQuery,
    body: z.strictObject({ id: Id.optional(), text: Text.optional() }),
    status: 201,
    reply: FamilyMessage,
  }),
  feed: endpoint({
    method: 'GET',
    path: `${base}/activity-feed`,
    summary: 'List recent activity around a person, newest first',
    access: may('care', 'list'),
    query: z.strictObject({
      ...targetPersonFields,
      hours: z.coerce.number().int().min(1).max(720).default(24),
    }),
    reply: z.object({ user_id: UserId, items: z.array(FeedItem), as_of: Instant }),
  }),
  shareMedia: endpoint({
    method: 'POST',
    path: `${base}/share-media`,
    summary: 'Share a picture: JPEG, PNG or WebP. It is re-encoded without its metadata',
    access: write,
    query: TargetPersonQuery,
    consumes: 'multipart/form-data',
    body: z.strictObject({ media: z.file().min(1).max(maxMediaBytes), caption: Text.optional() }),
    status: 201,
    reply: FamilyMessage,
  }),
  media: endpoint({
    method: 'GET',
    path: `${base}/media/{id}`,
    summary: 'Download a shared picture',
    access: may('care', 'show'),
    query: TargetPersonQuery,
  }),
  broadcast: endpoint({
    method: 'POST',
    path: `${base}/broadcast`,
    summary: 'Send a message to everyone in the caller’s care, or to the people given',
    access: write,
    query: TargetPersonQuery,
    body: z.strictObject({
      text: Text,
      /** Target people; defaults to everyone assigned to the caller. */
      user_ids: z
        .array(z.union([UserId, PersonKey]))
        .min(1)
        .max(200)
        .optional(),
    }),
    status: 201,
    reply: z.object({ messages: z.array(FamilyMessage), total: z.int() }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${base}/acknowledge/{id}`,
    summary: 'Acknowledge a message',
    access: write,
    query: TargetPersonQuery,
    reply: FamilyMessage,
  }),
}
